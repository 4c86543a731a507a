import { explore } from '../support/explorer/choices';
import { Model } from '../support/explorer/model';
import { scenarios } from '../support/explorer/scenarios';
import { useModelOfService } from '../support/explorer/terraform';

useModelOfService();

const rows: string[] = [];
afterAll(() => {
  // For the table of docs/reliability.md.
  if (process.env.EXPLORER_TABLE !== undefined) process.stdout.write(`${rows.join('\n')}\n`);
});

it.each(scenarios)('nothing is lost in any order of more calls: $name', async ({ name, run, deviations }) => {
  const begin = performance.now();
  const most = { deviations: deviations + 1, mostRuns: 3000 };
  const { runs, choices, violations } = await explore((each) => run(new Model(each)), most);
  rows.push(
    `| ${name} | ${most.deviations} | ${runs} | ${choices} | ${Math.round(performance.now() - begin)} ms |`,
  );
  expect(violations.map(({ what, trace }) => [what, ...trace].join('\n'))).toEqual([]);
});
