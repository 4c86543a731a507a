import { EdgeClient } from '../../lib/client';
import { startEmulator, type Emulator, type Fixture } from '../../lib/emulator';
import { accountIdOf, findAccount, findZone, zoneIdOf } from '../../lib/resources/owners';
import { DiagnosticError } from '../../lib/schema';

const first = 'a'.repeat(32);
const second = 'b'.repeat(32);
const third = 'c'.repeat(32);
const idOf = (number: number) => number.toString(16).padStart(32, '0');

const fixture: Fixture = {
  accounts: [
    { id: first, name: 'Example Corp' },
    { id: second, name: 'Twin' },
    { id: third, name: 'Twin' },
  ],
  zones: [
    { id: idOf(1), account_id: first, name: 'example.com', plan: 'enterprise' },
    { id: idOf(2), account_id: first, name: 'bücher.example', plan: 'pro' },
    { id: idOf(3), account_id: first, name: 'shared.example', plan: 'pro' },
    { id: idOf(4), account_id: second, name: 'shared.example', plan: 'free' },
  ],
};

let stop: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stop.map((each) => each()));
  stop = [];
});

async function connect(world: Fixture = fixture): Promise<{ emulator: Emulator; client: EdgeClient }> {
  const emulator = await startEmulator({ fixture: world });
  const client = new EdgeClient({ baseUrl: emulator.url, credentials: { apiToken: emulator.token } });
  stop.push(
    () => client.close(),
    () => emulator.close(),
  );
  return { emulator, client };
}

async function refusal(found: Promise<unknown>) {
  const error: unknown = await found.catch((each: unknown) => each);
  if (!(error instanceof DiagnosticError)) throw new Error(`no refusal: ${String(error)}`);
  return error.diagnostics[0];
}

describe('a zone', () => {
  it.each(['example.com', 'Example.COM', 'example.com.'])('is found by the name %s', async (name) => {
    const { client } = await connect();
    expect(await findZone(client, name)).toMatchObject({ id: idOf(1), account: { name: 'Example Corp' } });
  });

  it.each(['bücher.example', 'BÜCHER.example', 'xn--bcher-kva.example'])(
    'with an internationalized domain is found by the name %s',
    async (name) => {
      const { client } = await connect();
      expect(await zoneIdOf(client, name)).toBe(idOf(2));
    },
  );

  it('that is given by its ID costs no call', async () => {
    const { client } = await connect();
    expect(await zoneIdOf(client, idOf(9))).toBe(idOf(9));
    expect(client.calls).toBe(0);
  });

  it('fails for an unknown name with the nearest one, and with the number of zones', async () => {
    const { client } = await connect();
    expect(await refusal(findZone(client, 'exmaple.com', { path: ['name'] }))).toEqual({
      severity: 'error',
      path: ['name'],
      summary: 'Unknown zone',
      detail:
        'There is no zone "exmaple.com" among those that the credentials can read: 4 zones. Did you mean "example.com"?',
    });
  });

  it('fails for an unknown name without a similar one with what to do', async () => {
    const { client } = await connect({ accounts: fixture.accounts ?? [] });
    expect(await refusal(findZone(client, 'example.com'))).toMatchObject({
      detail:
        'There is no zone "example.com" among those that the credentials can read: no zones. Correct the name, use the ID of the zone, or use credentials that can read it.',
    });
  });

  it('fails for a name in two accounts with the candidates', async () => {
    const { client } = await connect();
    expect(await refusal(findZone(client, 'shared.example'))).toMatchObject({
      summary: 'Ambiguous zone name',
      detail:
        `2 zones have the name "shared.example": ${idOf(3)} (account "Example Corp", ${first}), ` +
        `${idOf(4)} (account "Twin", ${second}). Use the ID of one of them instead of its name.`,
    });
  });

  it.each([{ accountId: second }, { accountName: 'Twin' }])('is found in the account %s', async (scope) => {
    const { client } = await connect();
    expect(await zoneIdOf(client, 'shared.example', scope)).toBe(idOf(4));
  });

  it('fails for a name that only another account has', async () => {
    const { client } = await connect();
    expect(await refusal(findZone(client, 'example.com', { accountName: 'Twin' }))).toMatchObject({
      detail: expect.stringContaining('1 zone of the account Twin') as string,
    });
  });
});

describe('an account', () => {
  it('is found by its name', async () => {
    const { client } = await connect();
    expect(await accountIdOf(client, 'Example Corp')).toBe(first);
    expect(await accountIdOf(client, first)).toBe(first);
  });

  it('fails for a name of two accounts with their IDs', async () => {
    const { client } = await connect();
    expect(await refusal(findAccount(client, 'Twin'))).toMatchObject({
      summary: 'Ambiguous account name',
      detail: `2 accounts have the name "Twin": ${second}, ${third}. Use the ID of one of them instead of its name.`,
    });
  });

  it('fails for an unknown name with the nearest one', async () => {
    const { client } = await connect();
    expect(await refusal(findAccount(client, 'example corp'))).toMatchObject({
      summary: 'Unknown account',
      detail: expect.stringContaining('3 accounts. Did you mean "Example Corp"?') as string,
    });
  });
});

describe('many names', () => {
  const zones = Array.from({ length: 300 }, (_, index) => ({
    id: idOf(index + 1),
    account_id: first,
    name: `zone-${index}.example`,
    plan: 'pro' as const,
  }));

  it('cost one call each for two, and the pages of the whole list for all further ones', async () => {
    const { client } = await connect({ accounts: fixture.accounts ?? [], zones });
    expect(await zoneIdOf(client, 'zone-0.example')).toBe(idOf(1));
    expect(await zoneIdOf(client, 'zone-1.example')).toBe(idOf(2));
    expect(await zoneIdOf(client, 'ZONE-1.example')).toBe(idOf(2));
    expect(client.calls).toBe(2);
    const ids = await Promise.all(zones.map(({ name }) => zoneIdOf(client, name)));
    expect(ids).toEqual(zones.map(({ id }) => id));
    expect(client.calls).toBe(8);
  });

  it('cost one call each in a long list, until as many are looked up as it has pages', async () => {
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...{ id: idOf(index + 1), account_id: first, plan: 'pro' as const },
      name: `zone-${index}.example`,
    }));
    const { client } = await connect({ accounts: fixture.accounts ?? [], zones: many });
    const costs: number[] = [];
    for (const { name, id } of many.slice(0, 20)) {
      const before = client.calls;
      expect(await zoneIdOf(client, name)).toBe(id);
      costs.push(client.calls - before);
    }
    // The first page of the list with the third name, and all 12 when 12 names were looked up.
    expect(costs).toEqual([1, 1, 2, ...Array<number>(9).fill(1), 12, ...Array<number>(7).fill(0)]);
  });
});
