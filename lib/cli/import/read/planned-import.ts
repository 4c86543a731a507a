import type { EdgeClient } from '../../../client';
import { planChange } from '../../../drivers/engine';
import { normalizeObject } from '../../../drivers/state/final-state';
import { capitalize } from '../../../ground/words';
import { resources } from '../../../resources';
import type { ApplyContext, Resource } from '../../../resources/handler';
import { checkConfig, isSettable, type Attributes, type Contract, type ObjectValue } from '../../../schema';
import type { ImportedType } from '../inventory';
import { own } from '../../../ground/record';

/** The client and the signal of a reading. */
export interface Caller {
  readonly client: EdgeClient;
  readonly signal: AbortSignal;
}

/** Why an object cannot be imported unchanged. */
export interface Obstacle {
  /** The same for all objects with the same fault. */
  readonly reason: string;
  readonly detail: string;
}

/**
 * One object as Terraform sees it in an import: the handler's own read and plan, which make no call where the client has the lists
 * already.
 */
export class PlannedImport {
  readonly #resource: Resource<EdgeClient>;
  readonly #context: ApplyContext<Attributes, EdgeClient>;

  constructor(typeName: ImportedType, caller: Caller) {
    this.#resource = resourceOf(typeName);
    this.#context = contextFor(caller);
  }

  /** The attributes after an import; undefined for an object that no longer exists. */
  async read(found: ObjectValue): Promise<ObjectValue | undefined> {
    const { contract, handler } = this.#resource;
    const state = await handler.read(normalizeObject(contract.attributes, found), this.#context);
    return state === undefined ? undefined : normalizeObject(contract.attributes, state);
  }

  /** What prevents an import whose plan is empty, with the object's own values as the configuration. */
  async findObstacles(attributes: ObjectValue): Promise<Obstacle[]> {
    const { contract } = this.#resource;
    const config = configOf(contract, attributes);
    const faults = checkConfig(contract, config).filter(({ severity }) => severity === 'error');
    if (faults.length > 0) return faults.map(({ summary, detail }) => ({ reason: summary, detail }));
    const plan = await planChange(this.#resource, this.#context, attributes, config);
    const errors = plan.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0)
      return errors.map(({ summary, detail }) => ({ reason: withoutSubject(summary), detail }));
    return plan.isNoop
      ? []
      : [{ reason: 'The first apply would change it', detail: plan.differs.join(', ') }];
  }
}

export function resourceOf(typeName: string): Resource<EdgeClient> {
  const found = resources.find(({ contract }) => contract.typeName === typeName);
  if (found === undefined) throw new Error(`no resource ${typeName}`);
  return found;
}

/** The configuration that has these values: what a user may set and the API returns. */
export function configOf({ attributes }: Contract, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const isGiven = isSettable(attribute) && attribute.writeOnly !== true && attribute.local !== true;
      return isGiven ? [[name, own(values, name) ?? null]] : [];
    }),
  );
}

/** For a handler that only reads and plans: `keep` is for an apply. */
export function contextFor({ client, signal }: Caller): ApplyContext<Attributes, EdgeClient> {
  let kept: unknown;
  return {
    service: client,
    // All kinds of fields that the service may have.
    settings: { customFieldLimits: 'current' },
    signal,
    warn: () => undefined,
    progress: () => undefined,
    privateState: { get: () => kept, set: (value) => (kept = value) },
    keep: () => undefined,
  };
}

/** `Zone example.com (023e…): not deployed` and `Policy "x" of account …: …` name their object, which the list has too. */
function withoutSubject(summary: string): string {
  const text = summary.replace(/^(?:Zone|Policy) .*?: /, '');
  return capitalize(text);
}
