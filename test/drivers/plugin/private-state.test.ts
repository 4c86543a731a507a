import { PrivateBytes } from '../../../lib/drivers/plugin/private-state';

const api = 'https://api.example.com/client/v4';

describe('private state', () => {
  it.each(['of another provider', 'null', '{"e2bfb730":{"create":6e11}}', '[1]'])(
    'that another provider wrote is none of ours: %s',
    (text) => {
      const state = new PrivateBytes(Buffer.from(text));
      expect(state.api).toBeUndefined();
      state.locate(api);
      state.set({ own: true });
      const read = new PrivateBytes(state.bytes);
      expect([read.get(), read.api]).toEqual([{ own: true }, api]);
    },
  );

  it('of earlier versions, with the key of an instance, is read', () => {
    const state = new PrivateBytes(
      Buffer.from(JSON.stringify({ instance: { key: 'a', noted: 'b', api }, memory: { id: 7 } })),
    );
    expect([state.get(), state.api]).toEqual([{ id: 7 }, api]);
  });

  it('is written only where it changes', () => {
    const state = new PrivateBytes(Buffer.from('"kept"'));
    const { bytes } = state;
    state.locate(undefined);
    expect(state.bytes).toBe(bytes);
  });
});
