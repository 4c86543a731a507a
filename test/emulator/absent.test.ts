import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountId, hexId, pick, start, zoneId } from './support';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'emulator-fidelity.md'), 'utf8');
const [, table = ''] = /^## What the emulator does not have$([^]*?)^## /m.exec(page) ?? [];
const operations = [...table.matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/.*?)`/g)].map(
  ([, method = '', path = '']): [string, string] => [method, path],
);

describe('an operation that the service documents and the emulator does not have', () => {
  it('is on the page', () => {
    expect(operations.length).toBeGreaterThan(20);
  });

  it.each(operations)('is refused by its path or its method: %s %s', async (method, path) => {
    const emulator = await start();
    const real = path
      .replace('<account_id>', accountId)
      .replace('<zone_id>', zoneId)
      .replace(/<\w+_id>/g, hexId)
      .replace(/<\w+>/g, '1');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    const reply = await emulator.call(method, real, body);
    const { code, message } = { code: 0, message: '', ...(pick(reply.body, 'errors', 0) as object) };
    if (reply.status === 404) expect([code, message]).toEqual([7003, expect.stringContaining(real)]);
    else {
      expect([reply.status, code, message]).toEqual([405, 10405, expect.stringContaining(method)]);
      expect(reply.headers.get('allow')?.split(', ')).not.toContain(method);
    }
  });
});
