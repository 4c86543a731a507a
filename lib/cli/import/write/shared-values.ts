import { textsOf } from '../../../ground/json';
import { bucketSchemes, canonicalFilter, readDestination } from '../../../logs';
import { isListValue, isObjectValue, type ObjectValue } from '../../../schema';
import type { ResourceCode } from '../../../resources/code';
import { codeOf } from '../../../resources/code-of';
import { fieldSets } from '../../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { datasetOfJob, filterOfJob, leavesOf } from '../../project/objects/filter-of-job';
import type { SharedGroup } from './groups';
import type { PlannedObject, ProjectPlan } from './project-plan';
import { own } from '../../../ground/record';
import { getOrAdd } from '../../../ground/remember';

export interface SharedValue {
  readonly group: SharedGroup;
  /** Words for a name, such as `http_requests`. */
  readonly words: string;
  /** The attribute with the value, and the first object that has it. */
  readonly attribute: string;
  readonly config: ObjectValue;
  readonly code: ResourceCode;
}

/** The values that get a name: they repeat, and are more than a word. */
export function findSharedValues(
  { accounts }: ProjectPlan,
  unshared?: SharedGroup,
): ReadonlyMap<string, SharedValue> {
  const found = new Map<string, { readonly shared: SharedValue; uses: number }>();
  const planned = accounts.flatMap(({ files }) => files.flatMap(({ objects }) => objects));
  for (const each of planned) {
    for (const [key, shared] of candidatesIn(each))
      getOrAdd(found, key, () => ({ shared, uses: 0 })).uses += 1;
  }
  const repeated = [...found].filter(([, { uses, shared }]) => uses > 1 && shared.group !== unshared);
  return new Map(repeated.map(([key, { shared }]) => [key, shared]));
}

/** The key under which the value of an attribute is shared, if it is worth a name. */
export function sharedKey(attribute: string, config: ObjectValue): string | undefined {
  const found = describe(attribute, config);
  return found && keyOf(found.group, found.identity);
}

/** The names of fields in the order in which the job delivers them. */
function orderedFields({ fields, output_options: output = null }: ObjectValue): readonly string[] {
  const order = isObjectValue(output) ? (output.field_names ?? null) : null;
  return textsOf(isListValue(order) ? order : fields);
}

function candidatesIn({ config, object }: PlannedObject): (readonly [string, SharedValue])[] {
  const code = codeOf(object.typeName);
  return Object.keys(config).flatMap((attribute) => {
    const found = describe(attribute, config);
    if (found === undefined) return [];
    const { group, words, identity } = found;
    return [[keyOf(group, identity), { group, words, attribute, config, code }] as const];
  });
}

interface Description extends Pick<SharedValue, 'group' | 'words'> {
  readonly identity: unknown;
}

function describe(attribute: string, config: ObjectValue): Description | undefined {
  const value = own(config, attribute) ?? null;
  switch (attribute) {
    case 'destination_conf':
      return typeof value === 'string'
        ? { group: 'destinations', words: wordsOfDestination(value), identity: value }
        : undefined;
    case 'fields':
      return describeFields(config);
    case 'filter':
      return describeFilter(config);
    case 'output_options':
      return isObjectValue(value) ? describeOutput(value) : undefined;
    case 'email_addresses':
      return describeRecipients(textsOf(value));
    default:
      return fieldSets.some((each) => each.attribute === attribute)
        ? describeNames(attribute, textsOf(value))
        : undefined;
  }
}

/** The fewest items of a list, or of a filter of one condition, that get a name: shorter ones are as clear in place. */
const fewest = 4;
const longFilter = 120;

function describeFields(config: ObjectValue): Description | undefined {
  const names = orderedFields(config);
  if (names.length < fewest) return undefined;
  const { dataset } = config;
  const words = typeof dataset === 'string' ? dataset : logpushJobContract.attributes.dataset.default;
  return { group: 'fieldSets', words, identity: names };
}

function describeFilter(config: ObjectValue): Description | undefined {
  const filter = filterOfJob(config);
  if (filter === undefined) return undefined;
  const leaves = leavesOf(filter.where);
  if (leaves.length < 2 && filter.text.length < longFilter) return undefined;
  const fields = [...new Set(leaves.map(({ key }) => key))];
  return {
    group: 'filters',
    words: fields.slice(0, 2).join(' and '),
    // The values of a filter depend on the types of the dataset.
    identity: [canonicalFilter(filter), filter.dataset?.name, datasetOfJob(config)?.scopes],
  };
}

function describeOutput(output: ObjectValue): Description | undefined {
  // The code states the names of fields once.
  const options = Object.fromEntries(Object.entries(output).filter(([name]) => name !== 'field_names'));
  if (Object.keys(options).length < 2) return undefined;
  const { output_type: type } = options;
  return { group: 'outputs', words: typeof type === 'string' ? type : 'ndjson', identity: options };
}

function describeRecipients(addresses: readonly string[]): Description | undefined {
  if (addresses.length < 2) return undefined;
  const names = addresses.slice(0, 2).map((address) => address.split('@', 1).join(''));
  return { group: 'recipients', words: names.join(' and '), identity: addresses };
}

function describeNames(attribute: string, names: readonly string[]): Description | undefined {
  return names.length < fewest ? undefined : { group: 'customFields', words: attribute, identity: names };
}

/** The words for the name of a destination: the bucket and folder, or the host, as a path may be long. */
function wordsOfDestination(conf: string): string {
  const destination = readDestination(conf);
  if (destination === undefined) return conf;
  const { scheme, bucketPath } = destination;
  const path = bucketPath.replace(/\{[^}]*\}/g, ' ');
  return bucketSchemes.includes(scheme) ? path : path.replace(/[:/].*$/s, '');
}

function keyOf(group: SharedGroup, identity: unknown): string {
  return `${group} ${JSON.stringify(identity)}`;
}
