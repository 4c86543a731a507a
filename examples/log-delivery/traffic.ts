import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** An HTTP exchange in the emulator's format, and its one-line summary. */
interface Sample {
  readonly summary: string;
  readonly exchange: object;
}

/** Four requests, two of which fail. One header is repeated, and one cookie has another capitalization. */
export const traffic: readonly Sample[] = [
  sample('GET', '/', 200, 'req-1', 'sessionId=alice'),
  sample('POST', '/checkout', 502, 'req-2', 'theme=dark; sessionId=bob'),
  sample('GET', '/health', 204, 'req-3', ''),
  sample('GET', '/search', 500, 'req-4', 'SESSIONID=not-this-one'),
];

function sample(method: string, path: string, status: number, requestId: string, cookie: string): Sample {
  const cookieHeader = cookie === '' ? [] : [['Cookie', cookie]];
  return {
    summary: `${method.padEnd(4)} ${path.padEnd(10)} ${status}  X-Request-Id: ${requestId}${cookie === '' ? '' : `  Cookie: ${cookie}`}`,
    exchange: {
      request: { headers: [['X-Request-Id', requestId], ['X-Request-Id', 'repeated'], ...cookieHeader] },
      response: { headers: [['Server-Timing', `app;dur=${status / 10}`]] },
      fields: {
        RayID: `7a${requestId.slice(-1).repeat(14)}`,
        EdgeStartTimestamp: '2026-01-02T03:04:05.678Z',
        ClientRequestPath: path,
        ClientRequestMethod: method,
        EdgeResponseStatus: status,
      },
    },
  };
}

/** Sends the traffic through the zone; returns the number of lines that all jobs delivered. */
export async function sendTraffic(controlUrl: string, zoneId: string): Promise<number> {
  const body = traffic.map(({ exchange }) => JSON.stringify(exchange)).join('\n');
  const response = await fetch(`${controlUrl}/zones/${zoneId}/requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const answer: unknown = await response.json();
  if (!hasDelivered(answer)) throw new Error(`the traffic was refused: ${JSON.stringify(answer)}`);
  return Object.values(answer.delivered).reduce((sum, count) => sum + count, 0);
}

/** The ownership token that the service wrote into the bucket `edge-logs`. */
export async function readChallenge(bucketsDir: string, filename: string): Promise<string> {
  return (await readFile(join(bucketsDir, 'edge-logs', filename), 'utf8')).trim();
}

/** The lines of every file that was delivered to the bucket. */
export async function readLines(bucketsDir: string): Promise<string[]> {
  const files = await readdir(join(bucketsDir, 'edge-logs'), { recursive: true });
  const logs = files.filter((name) => name.endsWith('.log.gz')).sort();
  const texts = await Promise.all(
    logs.map(async (name) =>
      gunzipSync(await readFile(join(bucketsDir, 'edge-logs', name))).toString('utf8'),
    ),
  );
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

function hasDelivered(answer: unknown): answer is { delivered: Record<string, number> } {
  return typeof answer === 'object' && answer !== null && 'delivered' in answer;
}
