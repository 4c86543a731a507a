import { runInProcess } from './support';

describe('--json', () => {
  it('prints the versions', async () => {
    const { stdout } = await runInProcess(undefined, 'version', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, node: process.versions.node });
  });

  it.each([
    ['RayID == "a"', 0, 'RayID == "a"'],
    ['RayID ==', 1, null],
  ])('prints what logs explain finds: %s', async (filter, status, expression) => {
    const result = await runInProcess(undefined, 'logs', 'explain', '--json', filter);
    expect([result.status, JSON.parse(result.stdout)]).toEqual([
      status,
      expect.objectContaining({ dataset: 'http_requests', expression }),
    ]);
  });
});
