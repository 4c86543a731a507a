import { runInProcess } from '../../cli/support';
import { readExamples } from '../../warehouses/guide';

describe('docs/guides/warehouse.md', () => {
  const examples = readExamples();

  it('has an example for files, each kind of table, and a condition', () => {
    expect(examples.length).toBe(4);
  });

  it.each(examples.map(({ parameters, sql }) => [parameters.join(' '), parameters, sql] as const))(
    'shows what %s prints',
    async (_, parameters, sql) => {
      expect(await runInProcess(undefined, ...parameters)).toEqual({ status: 0, stdout: sql, stderr: '' });
    },
  );
});
