import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** The ownership token that the service wrote into the bucket `edge-logs`. */
export async function readChallenge(bucketsDir: string, filename: string): Promise<string> {
  return (await readFile(join(bucketsDir, 'edge-logs', filename), 'utf8')).trim();
}
