import { configOf, contracts, currentContract } from '../../import/write/config';
import {
  checkConfig,
  type AttributeType,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
} from '../../../schema';
import type { ConvertedObject, OldResource } from '../model';
import { bodiesOf, isWrittenObject, type Written, type WrittenObject } from '../../../hcl/template';
import { knownValues } from '../../project/written-values';
import { addressOf, sourceOf, type Draft } from './draft';
import { mapRecord, own } from '../../../ground/record';
import { isKnown, isLiteral, valueIn } from './argument-values';

type Plan = Pick<ConvertedObject, 'typeName' | 'config' | 'locals' | 'meta' | 'remarks' | 'replaces'> & {
  /** The block whose module and file the object gets. */
  readonly at: Pick<OldResource, 'module' | 'file'>;
  readonly name: string;
};

/** Adds an object without needless attributes, with a TODO for each value that its contract refuses, and a note where it warns. */
export function addObject(draft: Draft, { at, name, ...plan }: Plan): ConvertedObject {
  const { typeName, replaces } = plan;
  const { attributes } = contracts[typeName];
  const given = membersInTypes(attributes, plan.config);
  const config = withoutNeedless({ typeName, config: given });
  const object: ConvertedObject = {
    ...plan,
    module: at.module,
    file: at.file,
    name: draft.nameFor(typeName, at.module, withoutHash(name, replaces)),
    config,
  };
  draft.addObject(object);
  addRemarks(draft, object, given);
  for (const resource of replaces) draft.remove(resource);
  return object;
}

/** A name without the hash that CDKTF adds to the path of a construct. */
function withoutHash(name: string, replaces: readonly OldResource[]): string {
  return replaces.some(({ construct }) => construct !== undefined)
    ? name.replace(/(?<=.)_[0-9A-F]{8}$/, '')
    : name;
}

/**
 * The meta-arguments that an object keeps of its block: `depends_on` is translated when all objects are known.
 *
 * @param further - a precondition beside those of the block
 */
export function metaOf(
  { meta }: OldResource,
  typeName: ConvertedObject['typeName'],
  further?: WrittenObject,
): ConvertedObject['meta'] {
  const { forEach, count, dependsOn } = meta;
  const carried = carriedLifecycle(meta, typeName);
  const conditions = [...bodiesOf(carried.precondition), ...bodiesOf(further)];
  const lifecycle = { ...carried, ...(further !== undefined && { precondition: conditions }) };
  return {
    ...(forEach !== undefined && { forEach }),
    ...(count !== undefined && { count }),
    ...(dependsOn !== undefined && { dependsOn }),
    ...(Object.keys(lifecycle).length > 0 && { lifecycle }),
  };
}

/**
 * The lifecycle that an object keeps: the only object of its owner cannot be created before the old one is destroyed. A precondition refers to no attribute of its
 * resource, and a postcondition does.
 */
function carriedLifecycle(
  { lifecycle = {} }: OldResource['meta'],
  typeName: ConvertedObject['typeName'] | undefined,
): WrittenObject {
  if (typeName === undefined) return {};
  const isOnly = contracts[typeName].naturalKey?.isUnique === true;
  const carried = ['prevent_destroy', ...(isOnly ? [] : ['create_before_destroy'])];
  const preconditions = bodiesOf(lifecycle.precondition);
  return {
    ...Object.fromEntries(
      carried.filter((name) => own(lifecycle, name) === true).map((name) => [name, true] as const),
    ),
    ...(preconditions.length > 0 && { precondition: preconditions }),
  };
}

/**
 * Adds findings on meta-arguments that an object of ours cannot have, or that somebody has to decide anew.
 *
 * @param typeName - of the object that has the rest of them; undefined where several blocks become one object
 */
export function reportMetaArguments(
  draft: Draft,
  resource: OldResource,
  typeName?: ConvertedObject['typeName'],
): void {
  const { lifecycle = {} } = resource.meta;
  const carried = carriedLifecycle(resource.meta, typeName);
  const names = Object.entries(lifecycle).flatMap(([name, value]) =>
    Object.hasOwn(carried, name) || value === false ? [] : [name],
  );
  reportProvider(draft, resource);
  if (names.length > 0)
    draft.addFindingOn(resource, {
      code: 'convert.lifecycle',
      severity: 'todo',
      text: `Not carried over from the lifecycle block: ${names.join(', ')}. Add what the new object needs: its attributes have other names.`,
      original: sourceOf(resource, 'lifecycle'),
    });
}

/** Adds a finding on a provider configuration of its own, which a new object does not have. */
export function reportProvider(draft: Draft, resource: OldResource): void {
  const { provider } = resource.meta;
  if (provider?.includes('.') !== true) return;
  draft.addFindingOn(resource, {
    code: 'convert.provider_alias',
    severity: 'todo',
    text: `The block uses the provider ${provider}, and the new object the default configuration of edge. If ${provider} has other credentials, add a second configuration with an alias.`,
  });
}

function addRemarks(draft: Draft, object: ConvertedObject, config: WrittenObject): void {
  const { typeName, name, replaces } = object;
  const [resource] = replaces;
  const found = checkConfig(currentContract(typeName), knownValues(config));
  if (resource !== undefined && replaces.length === 1)
    reportRefusedValues(draft, resource, { typeName, config }, found);
  const address = resource === undefined ? `${typeName}.${name}` : addressOf(resource, draft.old);
  for (const { severity, path, summary, detail } of found) {
    const attribute = path?.[0];
    draft.addRemark(object, address, {
      ...(severity === 'error'
        ? { code: 'convert.refused', severity: 'todo', text: `${summary}: ${detail}` }
        : { code: 'convert.warned', severity: 'note', text: detail }),
      ...(typeof attribute === 'string' && { attribute }),
    });
  }
}

/** Reports the values that the contract refuses, of expressions of an object in the instances of its block. */
function reportRefusedValues(
  draft: Draft,
  resource: OldResource,
  { typeName, config }: Pick<ConvertedObject, 'typeName' | 'config'>,
  found: readonly Diagnostic[],
): void {
  const contract = currentContract(typeName);
  const texts = new Set(found.map(({ detail }) => detail));
  const carried = Object.entries(config).filter(
    ([name, written]) => !isLiteral(written) && written === own(resource.body, name),
  );
  for (const instance of resource.instances) {
    const values = carried.flatMap(([name]) => {
      const value = valueIn(instance, name);
      const type = own(contract.attributes, name)?.type;
      return isKnown(value) && type !== undefined ? [[name, inType(type, value as Written)]] : [];
    });
    const given = { ...knownValues(config), ...(Object.fromEntries(values) as ObjectValue) };
    for (const { severity, summary, detail } of checkConfig(contract, given)) {
      if (severity !== 'error' || texts.has(detail)) continue;
      texts.add(detail);
      draft.addFindingOn(resource, {
        code: 'convert.refused',
        severity: 'todo',
        text: `With its values here, the plan refuses ${instance.address}: ${summary}: ${detail}`,
      });
    }
  }
}

/** A literal value in the type of its attribute: Terraform takes the text of a number or a boolean for one. */
function inType(type: AttributeType, written: Written): Written {
  if (type.kind === 'nested' && type.nesting === 'single' && isWrittenObject(written))
    return membersInTypes(type.attributes, written);
  if (typeof written !== 'string') return written;
  if (type.kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(written)) return Number(written);
  return type.kind === 'bool' && ['true', 'false'].includes(written) ? written === 'true' : written;
}

function membersInTypes(attributes: Attributes, config: WrittenObject): WrittenObject {
  return mapRecord(config, (value, name) => {
    const type = own(attributes, name)?.type;
    return type === undefined ? value : inType(type, value);
  });
}

/** The config without attributes that are null or at their default. */
function withoutNeedless({ typeName, config }: Pick<ConvertedObject, 'typeName' | 'config'>): WrittenObject {
  const needed = configOf({ typeName, attributes: knownValues(config) });
  const { attributes } = contracts[typeName];
  return Object.fromEntries(
    Object.entries(config).flatMap(([name, value]) => {
      if (value === null) return [];
      if (Object.hasOwn(needed, name)) return [[name, kept(value, own(needed, name))]];
      return own(attributes, name)?.writeOnly === true ? [[name, value]] : [];
    }),
  );
}

/** The members of nested objects that are needed. */
function kept(value: Written, needed: unknown): Written {
  if (Array.isArray(value) && Array.isArray(needed))
    return value.map((item: Written, at) => kept(item, needed[at]));
  if (!isWrittenObject(value) || typeof needed !== 'object' || needed === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (Object.hasOwn(needed, name) ? [[name, member]] : [])),
  );
}
