import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { runInProcess, setEnvironment } from '../cli/support';
import { afterTest } from '../support/after-test';
import { makeFolder } from '../support/folder';
import { listen } from '../support/listen';
import { destination, useService, zone } from './service';

const service = useService();

/** A server where the API should be, and the number of its calls. */
async function serve(answer: (response: ServerResponse) => void) {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    answer(response);
  });
  const port = await listen(server);
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/client/v4`, calls: () => calls };
}

const programs: readonly [string, (url: string) => Promise<string>][] = [
  [
    'the plugin',
    async (url) => {
      const job = { zone_id: zone, name: 'new', destination_conf: destination, fields: ['RayID'] };
      const terraform = service().terraform('edge_logpush_job', job, { base_url: url });
      return (await terraform.failedPlan()).map(({ summary, detail }) => `${summary}: ${detail}`).join('\n');
    },
  ],
  ['a command', (url) => said(url, 'waf', 'check', '--zone', zone)],
  ['the import', (url) => said(url, 'import', '--zone', zone, '--out', join(makeFolder(), 'new'))],
];

async function said(url: string, ...parameters: string[]): Promise<string> {
  setEnvironment({ EDGE_BASE_URL: url, EDGE_API_TOKEN: 'token', EDGE_RETRY_TIMEOUT_SECONDS: '600' });
  const { stdout, stderr } = await runInProcess(undefined, ...parameters);
  return stdout + stderr;
}

describe.each(programs)('what stands where the API should be, as %s meets it', (_, meet) => {
  it.each([301, 302, 307, 401, 403, 404, 405])(
    'is told at once by its status %i without a body',
    async (status) => {
      const gateway = await serve((response) => {
        response.writeHead(status, status < 400 ? { location: 'https://sso.example.com/' } : {}).end();
      });
      expect(await meet(gateway.url)).toContain(String(status));
      // None is sent again.
      expect(gateway.calls()).toBe(1);
    },
  );

  it('is told after four attempts where it resets each connection, with the cause', async () => {
    const gateway = await serve((response) => response.socket?.resetAndDestroy());
    expect(await meet(gateway.url)).toMatch(/reset|ECONNRESET|lost/);
    expect(gateway.calls()).toBe(4);
  });
});
