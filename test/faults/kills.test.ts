import { choose, isExhaustive, sample } from '../support/exhaustive';
import { countCalls, runWithKills, type Kill } from './support/kills';
import { localPlugins } from './support/local-plugin';
import { noDamage, type Row } from './support/rows';
import { Table } from './support/table';

const table = new Table('killed');
afterAll(() => {
  table.print();
});

const startPlugin = localPlugins();

/** An exhaustive run kills at every call for 16 objects, which takes half an hour, and at some for 60. */
const sizes = isExhaustive ? ([16, 60] as const) : ([16] as const);
type Size = (typeof sizes)[number];

const cases = sizes.flatMap((size) =>
  (['create', 'update', 'destroy'] as const).flatMap((operation) =>
    (['what ended', 'nothing'] as const).map((saved) => ({ size, operation, saved })),
  ),
);

async function run({ size, ...kill }: Kill & { readonly size: Size }): Promise<Row> {
  const options = { startPlugin, zones: size === 16 ? 3 : 12 };
  const count = await countCalls(kill, options);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const calls = size === 16 ? sample(all, 3) : choose(all, 24);
  const name = `${kill.operation} of ${size}, ${kill.saved} saved, ${calls.length} of ${count} calls`;
  const row = await runWithKills(name, kill, calls, options);
  table.add(row);
  return row;
}

jest.setTimeout(isExhaustive ? 3_600_000 : 600_000);

it.each(sample(cases, 2))(
  'the apply after the $operation of $size objects that was killed completes it, at most after imports, with $saved of it in the state',
  async (each) => {
    const row = await run(each);
    expect(row).toMatchObject({ damage: noDamage, errors: [] });
    expect(row.applies).toBeLessThanOrEqual(2);
  },
);
