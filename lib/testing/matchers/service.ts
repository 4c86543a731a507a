import type { LogpushScope } from '../../client';
import { jsonOrText } from '../../ground/json';
import { TestEmulator } from '../emulator';
import { findMatch, type Candidate, type MatcherContext, type MatcherResult } from './matcher';

export async function toHaveJob(
  this: MatcherContext,
  received: unknown,
  expected: object,
  scope?: LogpushScope,
): Promise<MatcherResult> {
  const edge = emulatorOf(received, 'toHaveJob');
  const all = [...edge.zoneIds, ...edge.accountIds.map((accountId) => ({ accountId }))];
  const scopes = scope === undefined ? all : [scope];
  const jobs = await Promise.all(scopes.map((each) => edge.client.logpush.list(each)));
  return findMatch(this, 'toHaveJob', 'edge', {
    what: 'a job',
    nouns: ['job', 'jobs'],
    where: scope === undefined ? 'the service' : describeScope(scope),
    candidates: jobs.flat().map((job) => ({ label: job.name ?? `job ${job.id}`, value: job })),
    expected,
  });
}

export async function toHaveNotified(
  this: MatcherContext,
  received: unknown,
  recipient: string,
  expected: object = {},
): Promise<MatcherResult> {
  const outbox = await emulatorOf(received, 'toHaveNotified').outbox();
  return findMatch(this, 'toHaveNotified', 'edge', {
    what: 'a notification',
    nouns: ['notification', 'notifications'],
    where: 'the outbox',
    candidates: outbox.map((each) => ({ label: `${each.recipient}, ${each.subject}`, value: each })),
    expected: { ...expected, recipient },
  });
}

export function toHaveDelivered(
  this: MatcherContext,
  received: unknown,
  bucket: string,
  expected: readonly unknown[],
): MatcherResult {
  if (!Array.isArray(expected) || expected.length === 0)
    throw new TypeError('toHaveDelivered: expects a list with at least one line.');
  const lines = emulatorOf(received, 'toHaveDelivered').deliveredLines(bucket);
  const results = expected.map((line: unknown) =>
    findMatch(this, 'toHaveDelivered', 'edge', {
      what: 'a line',
      nouns: ['line', 'lines'],
      where: `the bucket ${bucket}`,
      candidates: lines.map((each) => candidateOf(each, typeof line === 'string')),
      expected: line,
    }),
  );
  const missing = results.find(({ pass }) => !pass);
  return missing ?? { pass: true, message: () => results.map(({ message }) => message()).join('\n\n') };
}

function candidateOf(line: string, isText: boolean): Candidate {
  const label = line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
  return { label, value: isText ? line : jsonOrText(line) };
}

const mostShown = 200;

function emulatorOf(received: unknown, matcher: string): TestEmulator {
  if (received instanceof TestEmulator) return received;
  throw new TypeError(`${matcher}: expects what useEmulator returns.`);
}

function describeScope(scope: LogpushScope): string {
  if (typeof scope === 'string') return `the zone ${scope}`;
  return 'accountId' in scope ? `the account ${scope.accountId}` : `the zone ${scope.zoneId}`;
}
