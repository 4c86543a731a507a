import { isEdgeError, type EdgeClient } from '../../client';
import { permissionOf } from '../../client/permissions';
import { resolveConfiguration } from '../../drivers/configuration';
import { explainClientError } from '../../drivers/explain';
import { expressionOf } from '../../hcl/template';
import { distinctBy } from '../../ground/compare';
import { plural } from '../../ground/words';
import { codes } from '../../resources';
import type { PermissionProbe } from '../../resources/code';
import { isIdentifier } from '../../resources/identifiers';
import { accountIdOf, zoneIdOf } from '../../resources/owners';
import { DiagnosticError } from '../../schema';
import { openCommandService } from '../verbosity';
import { ok, problem, skipped, type Check } from './check';
import type { EdgeObject, StackFiles } from './files/model';
import type { GivenValues } from './files/values';

const name = 'permissions';

/** So many calls are made: a doctor is no survey. */
const most = 20;

/** A person waits. */
const timeoutMs = 15_000;

/** Whom a resource belongs to: an ID or a name, or an expression that only Terraform evaluates. */
interface Owner {
  readonly of: 'zone' | 'account';
  readonly named: string;
}

interface Question extends Owner {
  readonly probe: PermissionProbe;
}

const probes: ReadonlyMap<string, readonly PermissionProbe[]> = new Map(
  codes.map(({ contract, permissions }) => [contract.typeName, permissions]),
);

/** Whether the credentials may do what the resources of a configuration need, as far as calls show it that change nothing. */
export async function checkPermissions(
  files: StackFiles,
  given: GivenValues,
  baseUrl: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const resources = files.objects.filter(({ kind, type }) => kind === 'resource' && probes.has(type));
  if (resources.length === 0) return [skipped(name, 'The configuration has no resource of the provider.')];
  const owned = resources.map((each) => ({ type: each.type, owner: ownerOf(each, files, given) }));
  const questions = distinctBy(
    owned.flatMap(({ type, owner }) => questionsFor(type, owner)),
    ({ named, probe }) => `${probe.of} ${named} ${probe.path}`,
  );
  const unknown = owned.filter(({ owner }) => owner === undefined).length;
  const asked = questions.slice(0, most);
  const resolved = resolveConfiguration({ base_url: baseUrl ?? null }, env);
  if ('problems' in resolved) return [skipped(name, 'There are no credentials.')];
  const { client, close } = await openCommandService(resolved.configuration, {
    retryTimeoutMs: 0,
    timeoutMs,
  });
  try {
    const checks: Check[] = [];
    for (const question of asked) checks.push(await ask(client, question));
    const found = new Map(checks.map((each) => [each.status + each.found, each]));
    return [...found.values(), ...notes(unknown, questions.length - asked.length)];
  } finally {
    await close();
  }
}

function notes(unknown: number, more: number): Check[] {
  const texts = [
    ...(unknown > 0
      ? [`${plural(unknown, 'resource')} with a zone or account that only Terraform can evaluate`]
      : []),
    ...(more > 0 ? [plural(more, 'further call')] : []),
  ];
  return texts.length === 0 ? [] : [skipped(name, `Not asked: ${texts.join(', ')}.`)];
}

function questionsFor(type: string, owner: Owner | undefined): Question[] {
  if (owner === undefined) return [];
  return (probes.get(type) ?? []).filter(({ of }) => of === owner.of).map((probe) => ({ ...owner, probe }));
}

function ownerOf(object: EdgeObject, files: StackFiles, values: GivenValues): Owner | undefined {
  for (const of of ['zone', 'account'] as const) {
    const given = object.attributes[`${of}_id`];
    const named = given === undefined ? undefined : valueOf(given, of, files, values);
    if (given !== undefined) return named === undefined ? undefined : { of, named };
  }
  return undefined;
}

/** The ID or the name that a text stands for. */
function valueOf(
  text: string,
  of: Owner['of'],
  { variables, objects }: StackFiles,
  values: GivenValues,
): string | undefined {
  const expression = expressionOf(text);
  if (expression === undefined) return isIdentifier(text) ? text : undefined;
  const [, variable] = /^var\.([\w-]+)$/.exec(expression.trim()) ?? [];
  if (variable !== undefined)
    return values.has(variable)
      ? values.get(variable)
      : variables.find((each) => each.name === variable)?.text;
  const [, source] = new RegExp(`^data\\.edge_${of}\\.([\\w-]+)\\.id$`).exec(expression.trim()) ?? [];
  const data = objects.find((each) => each.type === `edge_${of}` && each.name === source);
  const found = data?.attributes.name;
  return found === undefined || expressionOf(found) !== undefined ? undefined : found;
}

async function ask(client: EdgeClient, { of, named, probe }: Question): Promise<Check> {
  const path = `/${of}s/id/${probe.path}`;
  const subject = `${of} ${named}`;
  try {
    const id = of === 'zone' ? await zoneIdOf(client, named) : await accountIdOf(client, named);
    await probe.read(client, id);
  } catch (error) {
    return refused(error, subject, permissionOf('GET', path) ?? '');
  }
  const [read, write] = [permissionOf('GET', path) ?? '', permissionOf('PUT', path)];
  const further = write === undefined || write === read ? '' : ` A deploy that changes it needs ${write}.`;
  return ok(name, `${subject}: ${read}.${further}`);
}

function refused(error: unknown, subject: string, permission: string): Check {
  if (error instanceof DiagnosticError)
    return problem(name, `${subject}: ${error.message}`, 'Correct the name, or use a token that sees it.');
  const code = isEdgeError(error) ? error.code : undefined;
  const [explained] = explainClientError(error) ?? [];
  if (explained === undefined) throw error;
  if (code === 'EDGE_PERMISSION' || code === 'EDGE_AUTHENTICATION')
    return problem(name, `${subject}: the credentials lack ${permission}.`, explained.detail);
  if (code === 'EDGE_NOT_FOUND') return ok(name, `${subject}: ${permission}.`);
  return problem(name, `${subject}: ${explained.summary}.`, explained.detail);
}
