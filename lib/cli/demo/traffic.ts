import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isObject } from '../../ground/json';

type Sample = readonly [method: string, path: string, status: number, id: string, cookie: string];

export const traffic: readonly Sample[] = [
  ['GET', '/', 200, 'req-1', 'sessionId=alice'],
  ['POST', '/checkout', 502, 'req-2', 'theme=dark; sessionId=bob'],
  ['GET', '/health', 204, 'req-3', ''],
  ['GET', '/search', 500, 'req-4', 'sessionId=carol'],
];

export function formatTraffic(): string {
  return traffic
    .map(([method, path, status, id, cookie]) =>
      `${method.padEnd(4)} ${path.padEnd(9)} ${status}  X-Request-Id: ${id}  Cookie: ${cookie}`.replace(
        / {2}Cookie: $/,
        '',
      ),
    )
    .join('\n');
}

/** Sends requests through a zone, in the emulator's format. Returns the number of lines that all jobs delivered. */
export async function sendRequests(
  controlUrl: string,
  zoneId: string,
  exchanges: readonly object[],
): Promise<number> {
  const reply = await fetch(`${controlUrl}/zones/${zoneId}/requests`, {
    method: 'POST',
    body: exchanges.map((each) => JSON.stringify(each)).join('\n'),
  });
  const answer: unknown = await reply.json();
  if (!isObject(answer) || !isObject(answer.delivered))
    throw new Error(`the requests were refused: ${JSON.stringify(answer)}`);
  return Object.values(answer.delivered).reduce<number>((sum, count) => sum + Number(count), 0);
}

export function exchangeOf([method, path, status, id, cookie]: Sample): object {
  return {
    request: { headers: [['X-Request-Id', id], ...(cookie === '' ? [] : [['Cookie', cookie]])] },
    fields: {
      RayID: `7a${id.slice(-1).repeat(6)}`,
      ClientRequestMethod: method,
      ClientRequestPath: path,
      EdgeResponseStatus: status,
    },
  };
}

export async function readDelivered(bucketsDir: string): Promise<string[]> {
  const files = (await readdir(bucketsDir, { recursive: true })).filter((name) => name.endsWith('.log.gz'));
  const texts = await Promise.all(
    files.sort().map(async (name) => gunzipSync(await readFile(join(bucketsDir, name))).toString('utf8')),
  );
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}
