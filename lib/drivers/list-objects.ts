import { capitalize } from '../ground/words';
import { own } from '../ground/record';
import type {
  ApplyContext,
  HandlerContext,
  Listed,
  ListedObject,
  Owner,
  Remark,
  Resource,
} from '../resources/handler';
import { checkConfig, isSettable, type Attributes, type Contract, type ObjectValue } from '../schema';
import { Engine, readOnlyContext, type ReadContext } from './engine';
import { normalizeObject } from './state/final-state';

export interface ImportableObject extends ListedObject {
  /** The attributes after the import; null where absent. */
  readonly attributes: ObjectValue;
}

export interface ObjectList extends Listed {
  readonly objects: readonly ImportableObject[];
  readonly obstructed: readonly ObstructedObject[];
}

export interface ObstructedObject extends Remark, Pick<ListedObject, 'label'> {
  readonly detail: string;
}

/** Lists the objects of a zone or an account as in an import: by the handler's own read and plan, which make no call for what the client has listed. */
export async function listObjects<S>(
  resource: Resource<S>,
  owner: Owner,
  reading: ReadContext<S>,
): Promise<ObjectList> {
  const listed = await resource.handler.list?.(owner, readOnlyContext(reading));
  const objects: ImportableObject[] = [];
  const obstructed: ObstructedObject[] = [];
  for (const object of listed?.objects ?? []) {
    const context = readOnlyContext(reading);
    const attributes = await readListed(resource, object, context);
    if (attributes === undefined) continue;
    const obstacles = await findObstacles(resource, attributes, context);
    if (obstacles.length > 0) obstructed.push(remarkOn(object, obstacles));
    else objects.push({ ...object, attributes });
  }
  return { objects, leftOut: listed?.leftOut ?? [], obstructed };
}

/** The configuration with these values: those that a user may set and the API returns. */
export function configOf({ attributes }: Contract, values: ObjectValue): ObjectValue {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) => {
      const isGiven = isSettable(attribute) && attribute.writeOnly !== true && attribute.stateOnly !== true;
      return isGiven ? [[name, own(values, name) ?? null]] : [];
    }),
  );
}

async function readListed<S>(
  { contract, handler }: Resource<S>,
  { found, isRead = false }: ListedObject,
  context: HandlerContext<S>,
): Promise<ObjectValue | undefined> {
  const state = normalizeObject(contract.attributes, found);
  if (isRead) return state;
  const read = await handler.read(state, context);
  return read === undefined ? undefined : normalizeObject(contract.attributes, read);
}

/** The obstacles to an import whose plan is empty, with the object's own values as configuration. Objects with the same fault have the same reason. */
async function findObstacles<S>(
  resource: Resource<S>,
  attributes: ObjectValue,
  context: ApplyContext<Attributes, S>,
) {
  const { contract } = resource;
  const config = configOf(contract, attributes);
  const faults = checkConfig(contract, config).filter(({ severity }) => severity === 'error');
  if (faults.length > 0) return faults.map(({ summary, detail }) => ({ reason: summary, detail }));
  const plan = await new Engine(resource, context).plan(attributes, config);
  const errors = plan.diagnostics.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    return errors.map(({ summary, detail }) => ({ reason: withoutSubject(summary), detail }));
  return plan.isNoop ? [] : [{ reason: 'The first apply would change it', detail: plan.differs.join(', ') }];
}

function remarkOn(
  { kind, label }: ListedObject,
  obstacles: Awaited<ReturnType<typeof findObstacles>>,
): ObstructedObject {
  const detail = [...new Set(obstacles.map((each) => each.detail))].join(' ');
  return { kind, reason: `${obstacles[0]?.reason ?? ''}.`, object: `${label}: ${detail}`, label, detail };
}

/** A headline without the object: `Zone example.com (023e…): not deployed` and `Policy "x" of account …: …` name their object, which the list has too. */
function withoutSubject(summary: string): string {
  const text = summary.replace(/^(?:Zone|Policy) .*?: /, '');
  return capitalize(text);
}
