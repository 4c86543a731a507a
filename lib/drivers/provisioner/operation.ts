import { DiagnosticError, warningAt, type Attributes, type Diagnostic, type ObjectValue } from '../../schema';
import type { ApplyContext, Resource } from '../../resources/handler';
import type { Settings } from '../../resources/settings';
import type { Memo, MemoKey, MemoStore } from './memo-store';
import { Engine, readOnlyContext } from '../engine';
import { identify, type Identity } from './identity';
import type { Report } from './report';
import { readAttributes, type Command, type Triggers } from './request';

export interface Request<S> {
  readonly command: Command;
  readonly resource: Resource<S>;
  readonly triggers: Triggers;
  readonly secrets: Triggers;
  /** The triggers that *lifecycle* was created with, for `apply`: the name in them may be out of date. */
  readonly origin: Triggers;
  readonly address: string;
  readonly memory: MemoStore;
  readonly report: Report;
  /** The service. Connects when first called: `remember` needs no service. */
  readonly service: () => S;
  readonly settings: () => Settings;
  readonly signal: AbortSignal;
}

export interface Operation<S> extends Request<S> {
  readonly config: ObjectValue;
  readonly identity: Identity;
  readonly objects: Engine<S>;
}

export function startOperation<S>(request: Request<S>, config: ObjectValue): Operation<S> {
  const { resource, report, service, settings, signal } = request;
  // Private state lasts as long as this process. The next call reads everything from the service again.
  const context: ApplyContext<Attributes, S> = {
    ...readOnlyContext({ service: service(), settings: settings(), signal }),
    warn: (diagnostic) => report.diagnose(diagnostic),
    progress: (text) => report.print(text),
  };
  return {
    ...request,
    config,
    identity: identify(resource.contract, config),
    objects: new Engine(resource, context),
  };
}

/** Saves a memo. Never fails: without one the next call knows less, but loses nothing. */
export function saveMemo<S>(request: Request<S>, memo: Memo): void {
  try {
    request.memory.save(memoKeyOf(request), memo);
  } catch (error) {
    request.report.diagnose(warningAt([], 'Cannot save the deployed configuration', String(error)));
  }
}

export function memoKeyOf<S>({ resource, address }: Request<S>): MemoKey {
  return { typeName: resource.contract.typeName, address };
}

export function attributesFrom<S>({ resource }: Request<S>, triggers: Triggers): ObjectValue {
  return readAttributes(resource.contract.attributes, triggers).values;
}

export function reportAll(report: Report, diagnostics: readonly Diagnostic[]): void {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  for (const each of diagnostics) if (each.severity !== 'error') report.diagnose(each);
  if (errors.length > 0) throw new DiagnosticError(errors);
}
