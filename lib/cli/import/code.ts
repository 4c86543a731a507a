import { zone } from '../../data-sources/zone';
import { isObject, objectsOf, type JsonObject } from '../../ground/json';
import { isSettable, isUnknown, unknown, type ObjectValue, type Value } from '../../schema';
import { Values } from '../stack-values';
import type { ResourceType } from '../../resources';
import { describeObject } from './describe-object';
import type { ImportedObject } from './inventory';
import { configOf } from '../../drivers/list-objects';
import { resourceOf, resourceTypes } from './resource-of';
import { own } from '../../ground/record';

export interface CodeObject {
  readonly typeName: ResourceType;
  /** For people: the path of the construct, the address of the resource, or the object that was imported. */
  readonly label: string;
  /** What only Terraform can evaluate is unknown. */
  readonly config: ObjectValue;
  /** Of its import block. */
  readonly importId: string | undefined;
}

/** The configurations of the stacks or of the module, and the names of zones that data sources look up. */
export interface CodeContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly zones: readonly { readonly id: string; readonly name: string }[];
}

/** The objects of a project whose files are as the import wrote them. */
export function codeOfImport(objects: readonly ImportedObject[]): CodeObject[] {
  return objects.map((object) => ({
    typeName: object.typeName,
    label: describeObject(object),
    config: configOf(resourceOf(object.typeName).contract, object.attributes),
    importId: object.importId,
  }));
}

/** The objects of a synthesized stack: the content of its cdk.tf.json. */
export function codeOfStack(content: JsonObject, context: CodeContext): CodeObject[] {
  const values = new Values({ content, environment: context.environment });
  const imports = importsIn(content);
  return resourceTypes.flatMap((typeName) =>
    Object.entries(blocksIn(content.resource, typeName)).map(([name, block]): CodeObject => {
      const { attributes } = resourceOf(typeName).contract;
      const settable = Object.entries(attributes).filter(([, each]) => isSettable(each));
      const config = settable.map(
        ([key]) => [key, valueOf(own(block, key), content, values, context)] as const,
      );
      return {
        typeName,
        label: pathOf(block) ?? `${typeName}.${name}`,
        config: Object.fromEntries(config),
        importId: imports.get(`${typeName}.${name}`),
      };
    }),
  );
}

function valueOf(value: unknown, content: JsonObject, values: Values, context: CodeContext): Value {
  const zoneId = zoneOf(value, content, context);
  if (zoneId !== undefined) return zoneId;
  // An expression inside a list or an object makes all of it unknown.
  const known = values.peek(value ?? null);
  return known === undefined ? unknown : (known as Value);
}

const reference = new RegExp(String.raw`^\$\{data\.${zone.contract.typeName}\.([\w-]+)\.id\}$`);

/** The id of a zone that the code has by name. */
function zoneOf(value: unknown, content: JsonObject, { zones }: CodeContext): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [, source = ''] = reference.exec(value) ?? [];
  const { name } = own(blocksIn(content.data, zone.contract.typeName), source) ?? {};
  const found = zones.filter((each) => each.name === name);
  return found.length === 1 ? found[0]?.id : undefined;
}

function blocksIn(section: unknown, type: string): Readonly<Record<string, JsonObject>> {
  const blocks = isObject(section) ? own(section, type) : undefined;
  if (!isObject(blocks)) return {};
  return Object.fromEntries(
    Object.entries(blocks).flatMap(([name, block]) => (isObject(block) ? [[name, block]] : [])),
  );
}

function importsIn({ import: blocks }: JsonObject): ReadonlyMap<string, string> {
  const all = objectsOf(blocks);
  return new Map(
    all.flatMap(({ to, id }) =>
      typeof to === 'string' && typeof id === 'string' ? [[to, id] as const] : [],
    ),
  );
}

function pathOf({ '//': comment }: JsonObject): string | undefined {
  const metadata = isObject(comment) ? comment.metadata : undefined;
  const path = isObject(metadata) ? metadata.path : undefined;
  return typeof path === 'string' ? path.replace(/\/Resource$/, '') : undefined;
}

/** The value of an attribute, if it is a text that the code knows. */
export function textOf(config: ObjectValue, name: string): string | undefined {
  const value = own(config, name) ?? null;
  return typeof value === 'string' && !isUnknown(value) ? value : undefined;
}
