import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultRequestsPer5Minutes,
  defaultRetryTimeoutMs,
  defaultTimeoutMs,
  longestConnectMs,
} from '../../lib/client/defaults';
import { mostReadings } from '../../lib/client/pages';
import { longestResetMs } from '../../lib/client/rate-limit';
import { windowMs } from '../../lib/client/request-budget';
import { attemptsBeforeFirstReply, longestBackoffMs, settlingMs } from '../../lib/client/retry';
import { smallestReportedChangeMs } from '../../lib/client/waits';
import { idleMs } from '../../lib/drivers/plugin/process-report';
import { longestPause as longestReadPauseMs } from '../../lib/resources/read-back';
import { longestPause } from '../../lib/resources/waf-migration/calls';
import { wafMigrationContract } from '../../lib/resources/waf-migration/contract';

const page = readFileSync(join(__dirname, '../../docs/reliability.md'), 'utf8');

const bounds = new Map(
  [
    ...(page.split('\n## Waits\n')[1]?.split('\n## ')[0] ?? '').matchAll(/^\| (.*?) +\| (.*?) +\| .* \|$/gm),
  ].map(([, what = '', bound = '']) => [what, bound]),
);

const seconds = (ms: number): string => `${ms / 1000} s`;
const retries = `retries (${seconds(defaultRetryTimeoutMs)})`;

describe('the bound of a wait on the page', () => {
  it.each([
    ['a request, until its whole reply is there', seconds(defaultTimeoutMs)],
    ['a connection: the name of the host, TCP, a proxy, TLS', `${seconds(longestConnectMs)}, as part of it`],
    [
      'a pause between two attempts',
      `${seconds(longestBackoffMs)}, and retries in all (${seconds(defaultRetryTimeoutMs)})`,
    ],
    ['an address at which nothing has ever answered', `${attemptsBeforeFirstReply} attempts`],
    ['HTTP 429, until `Retry-After`', `${retries}: beyond, all calls fail at once`],
    [
      'no request left, by the `ratelimit` headers',
      `the same; more than ${longestResetMs / 3_600_000} hour is not believed`,
    ],
    [
      'the request limit of the process',
      `${windowMs / 60_000} minutes for each ${defaultRequestsPer5Minutes.toLocaleString('en')} calls that are before it, or \`timeouts\``,
    ],
    ['the read after a create without a reply', `${seconds(settlingMs)} before it`],
    ['a list that is incomplete', `${mostReadings} readings`],
    [
      'a read after a write, until it shows the write',
      `${retries}, a read every ${seconds(longestReadPauseMs)} at most`,
    ],
    [
      'the cutover of a WAF migration',
      `\`timeoutSeconds\` (${wafMigrationContract.attributes.timeout_seconds.serviceDefault} s), a read every ${seconds(longestPause)} at most`,
    ],
    ['the last response of a plan or apply with waits', `${idleMs} ms`],
  ])('of %s is that of the code', (what, bound) => {
    expect(bounds.get(what)).toBe(bound);
  });

  it('is announced again for the time of the code', () => {
    expect(page).toContain(`or for ${smallestReportedChangeMs / 1000} seconds more than they have announced`);
  });
});
