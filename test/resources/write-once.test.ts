import { EdgeError } from '../../lib/client';
import { createOnce, deleteOnce, writeOnce } from '../../lib/resources/write-once';

const request = { method: 'POST', url: 'http://127.0.0.1/' };
const lost = new EdgeError('TEST', 'The reply was lost.', { request, mayHaveBeenApplied: true });
const refused = new EdgeError('TEST', 'No.', { request });

const fails =
  <T>(error: Error) =>
  (): Promise<T> =>
    Promise.reject(error);
const gives =
  <T>(value: T) =>
  () =>
    Promise.resolve(value);

describe('writeOnce', () => {
  it('returns what the write returns, without reading back', async () => {
    const readBack = jest.fn();
    expect(await writeOnce({ write: gives('written'), readBack })).toBe('written');
    expect(readBack).not.toHaveBeenCalled();
  });

  it('returns what was read back when the reply is lost and the write was applied', async () => {
    const isDone = jest.fn().mockReturnValue(true);
    expect(await writeOnce({ write: fails(lost), readBack: gives('stored'), isDone })).toBe('stored');
    expect(isDone).toHaveBeenCalledWith('stored', lost);
  });

  it.each([
    ['nothing is read back', gives(undefined), undefined],
    ['reading back fails', fails(new Error('unreachable')), undefined],
    ['what is read back shows that it was not applied', gives('stored'), () => false],
  ])('fails with the error of the write when %s', async (_, readBack, isDone) => {
    await expect(writeOnce({ write: fails(lost), readBack, ...(isDone && { isDone }) })).rejects.toBe(lost);
  });

  it('fails with the error that isDone throws', async () => {
    const taken = new Error('taken');
    const isDone = () => {
      throw taken;
    };
    await expect(writeOnce({ write: fails(lost), readBack: gives('stored'), isDone })).rejects.toBe(taken);
  });

  it('fails on a refusal without reading back', async () => {
    const readBack = jest.fn();
    await expect(writeOnce({ write: fails(refused), readBack })).rejects.toBe(refused);
    expect(readBack).not.toHaveBeenCalled();
  });
});

describe('createOnce', () => {
  const object = (id: number, name = 'logs') => ({ id, name });
  type Options = Parameters<typeof createOnce<ReturnType<typeof object>, ReturnType<typeof object>>>[0];
  const reportSecond = jest.fn();
  beforeEach(() => {
    reportSecond.mockClear();
  });
  const create = (
    listed: readonly ReturnType<typeof object>[],
    call: Options['create'] = fails<ReturnType<typeof object>>(lost),
  ) =>
    createOnce({
      before: [object(1)],
      create: call,
      list: gives(listed),
      matches: ({ name }) => name === 'logs',
      reportSecond,
    });

  it('treats the one new object that matches as the created one', async () => {
    expect(await create([object(1), object(2, 'other'), object(3)])).toEqual(object(3));
  });

  it.each([
    ['no new object matches', [object(1), object(2, 'other')]],
    ['several new objects match', [object(1), object(2), object(3)]],
  ])('fails with the error of the write when %s', async (_, listed) => {
    await expect(create(listed)).rejects.toBe(lost);
  });

  it.each([
    [true, [object(1), object(2)]],
    [false, [object(1), object(2, 'other')]],
  ])('lets the client know whether the object exists: %s', async (exists, listed) => {
    const found = jest.fn();
    await create(listed, async ({ wasApplied }) => {
      found(await wasApplied?.());
      return object(2);
    });
    expect(found).toHaveBeenCalledWith(exists);
  });

  it('reports the object that a lost request has created after all when it was repeated', async () => {
    const repeat: Options['create'] = async ({ wasApplied }) => {
      await wasApplied?.();
      return object(3);
    };
    expect(await create([object(1), object(2), object(3)], repeat)).toEqual(object(3));
    expect(reportSecond.mock.calls).toEqual([[object(2), object(3)]]);
  });

  it('reports no other new object where no request was lost', async () => {
    await create([object(1), object(2), object(3)], gives(object(3)));
    expect(reportSecond).not.toHaveBeenCalled();
  });
});

describe('deleteOnce', () => {
  it.each([
    ['is no longer found', gives(undefined)],
    ['is found', gives({ id: 1 })],
  ])('after a lost reply, goes by whether the object %s', async (what, find) => {
    const deletion = deleteOnce(fails(lost), find);
    if (what === 'is found') await expect(deletion).rejects.toBe(lost);
    else await expect(deletion).resolves.toBeUndefined();
  });
});
