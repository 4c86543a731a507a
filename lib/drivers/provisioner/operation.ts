import { DiagnosticError, warningAt, type Attributes, type Diagnostic, type ObjectValue } from '../../schema';
import type { ApplyContext, Resource } from '../../resources/handler';
import type { Memo, Memory, Place } from './memory';
import { identify, idOf, KeyedObjects, type Found, type Identity } from './objects';
import type { Report } from './report';
import { readAttributes, type Command, type Triggers } from './request';

/** What the runner is to do, and with what. */
export interface Run<S> {
  readonly command: Command;
  readonly resource: Resource<S>;
  readonly triggers: Triggers;
  readonly secrets: Triggers;
  /** For `apply`, what *lifecycle* was made with: the name in it may be an old one. */
  readonly origin: Triggers;
  /** Construct and instance. */
  readonly address: string;
  readonly memory: Memory;
  readonly report: Report;
  /** Made when it is needed: remembering needs none. */
  readonly service: () => S;
  readonly signal: AbortSignal;
}

export interface Work<S> extends Run<S> {
  readonly config: ObjectValue;
  readonly identity: Identity;
  readonly objects: KeyedObjects<S>;
  /** Whether the handler told of something that it has made. */
  readonly hasKept: () => boolean;
}

export function begin<S>(given: Run<S>, config: ObjectValue): Work<S> {
  const { resource, report, service, signal } = given;
  let kept: unknown;
  let hasKept = false;
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
    keep: () => (hasKept = true),
  };
  return {
    ...given,
    config,
    identity: identify(resource.contract, config),
    objects: new KeyedObjects(resource, context),
    hasKept: () => hasKept,
  };
}

/** Never fails: without a memory, less is known in the next step, and nothing is lost. */
export function saveMemo<S>(given: Run<S>, memo: Memo): void {
  try {
    given.memory.remember(memoKeyOf(given), memo);
  } catch (error) {
    given.report.tell(warningAt([], 'What was deployed cannot be kept for the next step', String(error)));
  }
}

export function claimObject<S>(work: Work<S>, found: Found): string | undefined {
  const id = idOf(found);
  return id === undefined ? undefined : work.memory.claim(memoKeyOf(work), id);
}

export function memoKeyOf<S>({ resource, address }: Run<S>): Place {
  return { typeName: resource.contract.typeName, address };
}

export function attributesFrom<S>({ resource }: Run<S>, triggers: Triggers): ObjectValue {
  return readAttributes(resource.contract.attributes, triggers).values;
}

export function reportAll(report: Report, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const each of diagnostics) if (each.severity !== 'error') report.tell(each);
  if (errors.length > 0) throw new DiagnosticError(errors);
}
