import { isEdgeError } from '../../client';
import { parseProxyUrl } from '../../client/proxy';
import { resolveConfiguration, type Configuration } from '../../drivers/configuration';
import { explainClientError } from '../../drivers/explain';
import { proxyOf } from '../../drivers/proxy-environment';
import { openCommandService } from '../verbosity';
import { ok, problem, skipped, type Check } from './check';

/** A person waits. */
const timeoutMs = 15_000;

/** Stands for credentials that are not set, to see whether the API answers at all. */
const placeholder = 'no-credentials';

/** Whether the API answers, and whether it accepts the credentials: one call, which reads a page of zones. */
export async function checkApi(
  baseUrl: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const attributes = { base_url: baseUrl ?? null };
  const reached = resolveConfiguration({ ...attributes, api_token: placeholder }, env);
  if ('problems' in reached) return [describeProblems('API', reached), notCalled];
  const given = resolveConfiguration(attributes, env);
  if ('configuration' in given) return callWith(given.configuration, env);
  const [api] = await callWith(reached.configuration, env);
  return [api, describeProblems('credentials', given)];
}

const notCalled = skipped('credentials', 'The API was not reached.');

async function callWith(
  configuration: Configuration,
  env: NodeJS.ProcessEnv,
): Promise<readonly [api: Check, credentials: Check]> {
  const { client, close } = await openCommandService(configuration, { retryTimeoutMs: 0, timeoutMs });
  const api = ok('API', `${configuration.baseUrl} answers${describeProxy(configuration.baseUrl, env)}.`);
  try {
    const zones = await client.zones.listPage({ perPage: 5 });
    return [api, ok('credentials', zones.length === 0 ? 'Accepted. They can read no zone.' : 'Accepted.')];
  } catch (error) {
    const code = isEdgeError(error) ? error.code : undefined;
    if (code === 'EDGE_PERMISSION') return [api, ok('credentials', 'Accepted. They cannot list zones.')];
    const [explained] = explainClientError(error) ?? [];
    if (explained === undefined) throw error;
    const { summary, detail } = explained;
    return code === 'EDGE_AUTHENTICATION'
      ? [api, problem('credentials', `${summary}.`, detail)]
      : [problem('API', `${summary}.`, detail), notCalled];
  } finally {
    await close();
  }
}

function describeProxy(baseUrl: string, env: NodeJS.ProcessEnv): string {
  const proxy = proxyOf(baseUrl, env);
  if (proxy === undefined) return '';
  return ` through the proxy ${parseProxyUrl(proxy.url)?.address ?? ''} (${proxy.variable})`;
}

function describeProblems(
  name: 'API' | 'credentials',
  { problems }: Extract<ReturnType<typeof resolveConfiguration>, { problems: unknown }>,
): Check {
  const texts = (part: 'summary' | 'detail') => problems.map((each) => each[part]).join(' ');
  return problem(name, `${texts('summary')}.`, texts('detail').replace(/^base_url\b/, '--base-url'));
}
