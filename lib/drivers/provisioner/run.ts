import {
  checkConfig,
  DiagnosticError,
  errorAt,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
} from '../../schema';
import type { ApplyContext, Resource } from '../../resources/handler';
import { fieldsToRenew, secretAttributes } from './secrets';
import type { Memory } from './memory';
import { adopted, identify, KeyedObject, leftBehind, taken, type Identity, type Plan } from './objects';
import type { Report } from './report';
import { readAttributes, secretsTrigger, type Command, type Triggers } from './request';

/** What the runner is to do, and with what. */
export interface Run<S> {
  readonly command: Command;
  readonly resource: Resource<S>;
  readonly triggers: Triggers;
  readonly secrets: Triggers;
  readonly memory: Memory;
  readonly report: Report;
  /** Made when it is needed: remembering needs none. */
  readonly service: () => S;
  readonly signal: AbortSignal;
}

/** Carries out a command. Throws what went wrong; what is to be said besides goes to the report. */
export async function run<S>(given: Run<S>): Promise<void> {
  switch (given.command) {
    case 'create':
      await create(begin(given, configurationOf(given)));
      return;
    case 'apply':
      await apply(begin(given, configurationOf(given)));
      return;
    case 'remember':
      remember(given);
      return;
    case 'delete':
      await remove(begin(given, readAttributes(given.resource.contract.attributes, given.triggers).values));
  }
}

interface Work<S> extends Run<S> {
  readonly config: ObjectValue;
  readonly identity: Identity;
  readonly object: KeyedObject<S>;
}

function begin<S>(given: Run<S>, config: ObjectValue): Work<S> {
  const { resource, report, service, signal } = given;
  const identity = identify(resource.contract, config);
  let kept: unknown;
  const context: ApplyContext<Attributes, S> = {
    service: service(),
    signal,
    warn: (diagnostic) => {
      report.tell(diagnostic);
    },
    progress: (text) => {
      report.say(text);
    },
    // For as long as this process lives: what has to outlive it, the service tells again.
    privateState: { get: () => kept, set: (value) => (kept = value) },
    // The next run finds by its natural key what exists.
    keep: () => undefined,
  };
  return { ...given, config, identity, object: new KeyedObject(resource, identity, context) };
}

/** The first deploy: what is there already and is not of this stack is treated as a stranger's. */
async function create<S>(work: Work<S>): Promise<void> {
  await makeOrTakeOver(work);
  // Should the apply behind it fail, the next one may be told something else.
  leave(work, work.identity, work.triggers);
}

async function makeOrTakeOver<S>(work: Work<S>): Promise<void> {
  const { config, identity, object, report } = work;
  const found = await object.find(config);
  if (found !== undefined) {
    const plan = await object.plan(found, config);
    if (plan.isSaidAlready) {
      report.tell(adopted(identity, found));
      await change(work, found, plan, givenSecrets(work));
      return;
    }
    if (!identity.key.isUnique) throw new DiagnosticError([taken(identity, found, plan.differs)]);
    object.disown();
  }
  await make(work);
}

/** A later deploy: the object is of this stack. Also ends the first one, where there is nothing left to do. */
async function apply<S>(work: Work<S>): Promise<void> {
  const { resource, memory, identity, triggers, config, object, report } = work;
  const before = memory.recall(resource.contract.typeName, keyText(identity));
  const spoken = before === undefined ? config : readAttributes(resource.contract.attributes, before).values;
  const prior = await object.find(spoken);
  if (prior === undefined) {
    if (before !== undefined) report.say(`${identity.label} is gone: it is made again.`);
    await make(work);
  } else {
    const renewed =
      before === undefined ? givenSecrets(work) : fieldsToRenew(resource.contract, before, triggers);
    // Once secrets were sent nobody knows which ones the object has, until the apply comes to its end.
    if (renewed.length > 0) leave(work, identity, { ...before, [secretsTrigger]: null });
    await change(work, prior, await object.plan(prior, config), renewed);
  }
  memory.forget(resource.contract.typeName, keyText(identity));
}

/** The secrets to send where nothing tells which the object has: it does not show them. */
function givenSecrets<S>({ resource, config }: Work<S>): string[] {
  return secretAttributes(resource.contract).filter((name) => (config[name] ?? null) !== null);
}

async function make<S>({ config, identity, object, report }: Work<S>): Promise<void> {
  const { diagnostics, desired } = await object.plan(null, config);
  tellAll(report, diagnostics);
  await object.create(desired);
  report.say(`${identity.label} is made.`);
}

async function change<S>(
  { config, identity, object, report }: Work<S>,
  prior: ObjectValue,
  { desired, diagnostics, isQuiet, replaces }: Plan,
  renewed: readonly string[],
): Promise<void> {
  tellAll(report, diagnostics);
  if (isQuiet && renewed.length === 0) {
    report.say(`${identity.label} is as wanted.`);
  } else if (replaces.length === 0) {
    await object.update(prior, desired, renewed);
    report.say(`${identity.label} is changed.`);
  } else {
    await replace({ config, identity, object, report }, prior, replaces);
  }
}

/** Where the service allows it, the new object is there before the old one goes. */
async function replace<S>(
  { config, identity, object, report }: Pick<Work<S>, 'config' | 'identity' | 'object' | 'report'>,
  prior: ObjectValue,
  replaces: readonly string[],
): Promise<void> {
  const { desired, diagnostics } = await object.plan(null, config);
  tellAll(
    report,
    diagnostics.filter(({ severity }) => severity === 'error'),
  );
  if (identity.key.isUnique) await object.delete(prior);
  await object.create(desired);
  if (!identity.key.isUnique) {
    try {
      await object.delete(prior);
    } catch (error) {
      report.tell(leftBehind(identity, prior));
      throw error;
    }
  }
  report.say(`${identity.label} is replaced, since ${replaces.join(' and ')} changed.`);
}

async function remove<S>(work: Work<S>): Promise<void> {
  const { resource, memory, identity, object, report } = work;
  const { typeName, attributes } = resource.contract;
  const before = memory.recall(typeName, keyText(identity));
  const spoken = before === undefined ? {} : readAttributes(attributes, before).values;
  const state = await object.find({ ...spoken, ...identity.values });
  if (state === undefined) {
    report.say(`${identity.label} is gone already.`);
  } else {
    tellAll(report, await object.planDeletion(state));
    await object.delete(state);
    report.say(`${identity.label} is let go.`);
  }
  memory.forget(typeName, keyText(identity));
}

function remember<S>(given: Run<S>): void {
  const { contract } = given.resource;
  const { values } = readAttributes(contract.attributes, given.triggers);
  leave(given, identify(contract, values), given.triggers);
}

/** Never fails: without a memory, less is known in the next step, and nothing is lost. */
function leave<S>({ resource, memory, report }: Run<S>, identity: Identity, triggers: Triggers): void {
  try {
    memory.remember(resource.contract.typeName, keyText(identity), triggers);
  } catch (error) {
    report.say(`What was deployed cannot be kept for the next step: ${String(error)}`);
  }
}

/** What the user wants, checked: nothing is unknown any more. */
function configurationOf<S>({ resource, triggers, secrets }: Run<S>): ObjectValue {
  const { contract } = resource;
  const { values, faults } = readAttributes(contract.attributes, { ...triggers, ...secrets });
  const found = faults.length > 0 ? faults : checkConfig(contract, values);
  const errors = [...found, ...missing(contract.attributes, values, faults)].filter(
    ({ severity }) => severity === 'error',
  );
  if (errors.length > 0) throw new DiagnosticError(errors);
  return values;
}

/** What Terraform refuses where it knows the schema: an expression may have come to nothing. */
function missing(attributes: Attributes, values: ObjectValue, faults: readonly Diagnostic[]): Diagnostic[] {
  const isTold = (name: string) => faults.some(({ path }) => path?.[0] === name);
  return Object.entries(attributes)
    .filter(([name, { presence }]) => presence === 'required' && (values[name] ?? null) === null)
    .filter(([name]) => !isTold(name))
    .map(([name]) =>
      errorAt(
        [name],
        'Missing attribute',
        `${name} is required, and is null. Give it a value, or correct the expression that it comes from.`,
      ),
    );
}

function tellAll(report: Report, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const each of diagnostics) if (each.severity !== 'error') report.tell(each);
  if (errors.length > 0) throw new DiagnosticError(errors);
}

function keyText({ values }: Identity): string {
  return JSON.stringify(values);
}
