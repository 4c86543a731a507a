import { mapRecord } from '../ground/record';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fieldsOf, isObject, parseJson, objectsOf, textOf, type JsonObject } from '../ground/json';
import { decodeText } from '../ground/decode-text';
import { messageOf, whyUnreadable } from '../ground/words';

/** An instance of a resource or data source in a Terraform state. */
export interface StateObject {
  readonly mode: 'managed' | 'data';
  readonly type: string;
  /** The address with its keys: `module.waf["a"].cloudflare_waf_group.sql[0]`. */
  readonly address: string;
  readonly name: string;
  /** The address of the module, `module.waf["a"]`; '' in the root module. */
  readonly moduleAddress: string;
  readonly key?: string | number;
  readonly attributes: JsonObject;
}

/**
 * Reads a Terraform state: a state file of version 4, or the output of `terraform show -json`.
 *
 * @param option - for messages, such as `--state`
 * @throws an Error that says how to get one where the file is none
 */
export async function readState(file: string, option: string): Promise<readonly StateObject[]> {
  let text: string;
  try {
    text = decodeText(await readFile(file));
  } catch (error) {
    throw new Error(`${option}: ${file} cannot be read: ${whyUnreadable(error)}`, { cause: error });
  }
  let state: unknown;
  try {
    state = parseJson(text);
  } catch (error) {
    throw new Error(`${option}: ${file} ${messageOf(error)}. ${howToGet}`, { cause: error });
  }
  const found = parseState(state);
  if (found === undefined) throw new Error(`${option}: ${file} is no Terraform state. ${howToGet}`);
  return found;
}

const howToGet = 'Write one with `terraform state pull > state.json` or `terraform show -json > state.json`.';

/** The values of the outputs of a state file, sensitive ones too; none where there is no file yet. */
export function readOutputs(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  const { outputs } = fieldsOf(JSON.parse(readFileSync(file, 'utf8')));
  return mapRecord(fieldsOf(outputs), (output) => fieldsOf(output).value);
}

/** The instances of a state in either form; undefined for another object. */
export function parseState(state: unknown): readonly StateObject[] | undefined {
  return isObject(state) ? (objectsOfFile(state) ?? objectsOfShow(state)) : undefined;
}

function objectsOfFile({ version, resources }: JsonObject): readonly StateObject[] | undefined {
  if (version !== 4 || !Array.isArray(resources)) return undefined;
  return resources.filter(isObject).flatMap((resource) =>
    objectsOf(resource.instances).flatMap(({ attributes, index_key: key, deposed }) =>
      // A deposed object is what a replacement left over.
      deposed === undefined ? toObjects(resource, resource.module, attributes, key) : [],
    ),
  );
}

/** The output of `terraform show -json`; an empty state has no values. */
function objectsOfShow({ format_version: version, values, planned_values: plan }: JsonObject) {
  if (typeof version !== 'string' || plan !== undefined) return undefined;
  return isObject(values) && isObject(values.root_module) ? objectsOfModule(values.root_module) : [];
}

function objectsOfModule({
  address,
  resources,
  child_modules: children,
}: JsonObject): readonly StateObject[] {
  return [
    ...objectsOf(resources).flatMap((resource) =>
      resource.deposed_key === undefined ? toObjects(resource, address, resource.values, resource.index) : [],
    ),
    ...objectsOf(children).flatMap(objectsOfModule),
  ];
}

/** An instance of a resource; none of an ephemeral one, and none without attributes. */
function toObjects(
  { mode, type, name }: JsonObject,
  module: unknown,
  attributes: unknown,
  key: unknown,
): readonly StateObject[] {
  const isData = mode === 'data';
  if ((!isData && mode !== 'managed') || !isObject(attributes)) return [];
  const isKey = typeof key === 'string' || typeof key === 'number';
  const moduleAddress = textOf(module) ?? '';
  const prefix = moduleAddress === '' ? '' : `${moduleAddress}.`;
  const index = isKey ? `[${JSON.stringify(key)}]` : '';
  const address = `${prefix}${isData ? 'data.' : ''}${String(type)}.${String(name)}${index}`;
  const named = {
    mode: isData ? 'data' : 'managed',
    type: String(type),
    name: String(name),
    moduleAddress,
  } as const;
  return [{ ...named, attributes, address, ...(isKey ? { key } : {}) }];
}
