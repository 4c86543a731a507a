import type { Reply } from './support';

export function header(reply: Reply, name: string): string | null {
  return reply.headers.get(name);
}

/** Expects the headers of the IETF draft and those of the service's documentation to say the same. */
export function expectHeaders(
  reply: Reply,
  expected: {
    readonly limit: number;
    readonly remaining: number;
    readonly seconds: number;
    readonly resetAt: Date;
  },
): void {
  const { limit, remaining, seconds, resetAt } = expected;
  const names = [
    'ratelimit',
    'ratelimit-policy',
    ...['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}`),
  ];
  expect(names.map((name) => header(reply, name))).toEqual([
    `"default";r=${remaining};t=${seconds}`,
    `"default";q=${limit};w=300`,
    String(limit),
    String(remaining),
    resetAt.toUTCString(),
  ]);
}
