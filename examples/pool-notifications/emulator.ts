import type { EdgeClient } from 'cdktf-edge-platform/client';

/** Makes an origin of a pool fail its health checks. */
export async function failOrigin(
  controlUrl: string,
  accountId: string,
  poolName: string,
  origin: string,
  client: EdgeClient,
): Promise<void> {
  const pool = (await client.pools.list(accountId)).find(({ name }) => name === poolName);
  if (pool === undefined) throw new Error(`there is no pool ${poolName}`);
  const response = await fetch(`${controlUrl}/accounts/${accountId}/pools/${pool.id}/health`, {
    method: 'POST',
    body: JSON.stringify({ origin, healthy: false }),
  });
  if (!response.ok) throw new Error(`the emulator refused the health change: ${await response.text()}`);
}

/** The calls so far that write, such as `PATCH …/pools/<id>`. */
export async function listWrites(controlUrl: string): Promise<string[]> {
  const calls: unknown = await (await fetch(`${controlUrl}/calls`)).json();
  if (!Array.isArray(calls)) throw new Error(`no calls: ${JSON.stringify(calls)}`);
  return (calls as Call[])
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query }) => `${method} ${path}${query === '' ? '' : `?${query}`}`);
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: string;
}
