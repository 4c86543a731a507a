import { fieldsOf, isObject, type JsonObject } from '../../../ground/json';
import { mapRecord, own, setOwn } from '../../../ground/record';
import { rewriteWritten } from '../../../hcl/expressions';
import type { Written } from '../../../hcl/template';
import type { ConvertedObject, Remark } from '../model';
import { keyOf, mapBlocks, mapContent } from '../blocks';
import type { Change, FileChanges, MemberPath, Renames } from './changes';
import { remarkLines } from './remark-lines';

/** A content in Terraform's JSON syntax with the changes of its file and with its objects. */
export function applyToJson(content: JsonObject, { blocks, added, renames }: FileChanges): JsonObject {
  const objects: ConvertedObject[] = [];
  const changed = mapContent(content, (place, body) => {
    const changes = blocks.get(keyOf(place)) ?? [];
    for (const change of changes) if (change.kind === 'replace') objects.push(...change.objects);
    const leaves = changes.some(({ kind }) => kind === 'remove' || kind === 'replace');
    return leaves ? undefined : applyToBody(body, changes, renames);
  });
  return addObjects(changed, [...objects, ...added]);
}

function addObjects(content: JsonObject, objects: readonly ConvertedObject[]): JsonObject {
  const locals = Object.fromEntries(objects.flatMap((object) => Object.entries(object.locals ?? {})));
  const resource = objects.reduce((section, object) => {
    const { typeName, name } = object;
    const added = { [name]: bodyOf(object) };
    if (Array.isArray(section)) return withMembers(section, { [typeName]: added });
    return withMembers(section, { [typeName]: withMembers(own(fieldsOf(section), typeName), added) });
  }, content.resource);
  return {
    ...content,
    ...(objects.length > 0 && { resource }),
    ...(Object.keys(locals).length > 0 && { locals: withMembers(content.locals, locals) }),
  };
}

/** A section of JSON syntax, an object or a list of some, with further members. */
function withMembers(section: unknown, added: JsonObject): unknown {
  return Array.isArray(section) ? [...(section as unknown[]), added] : { ...fieldsOf(section), ...added };
}

/** The body of an object in JSON. Its remarks are the comment that Terraform allows there. */
function bodyOf({ meta, config, remarks }: ConvertedObject): JsonObject {
  const { forEach, count, dependsOn = [], lifecycle = {} } = meta;
  const lines = remarks.flatMap((remark) => commentLines(remark, remark.attribute));
  return {
    ...(lines.length > 0 && { '//': lines.join('\n') }),
    ...(count !== undefined && { count }),
    ...(forEach !== undefined && { for_each: forEach }),
    ...config,
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(Object.keys(lifecycle).length > 0 && { lifecycle }),
  };
}

function applyToBody(body: JsonObject, changes: readonly Change[], renames: Renames): JsonObject {
  const refers = changes.some(({ kind }) => kind === 'refer');
  return changes.reduce(applyChange, refers ? refer(body, renames) : body);
}

function applyChange(body: JsonObject, change: Change): JsonObject {
  switch (change.kind) {
    case 'unset':
      return unset(body, change.names);
    case 'set':
      return setAt(body, change.path, change.value);
    case 'insert': {
      const members = mapRecord(change.members, (member) => ('name' in member ? member.name : member.value));
      return change.inner === undefined
        ? { ...body, ...members }
        : inFirst(body, change.inner, (inner) => ({ ...inner, ...members }));
    }
    case 'append':
      return inFirst(body, change.inner, (inner) => withNames(inner, change.list, change.names));
    case 'comment':
      return withComment(body, commentLines(change.remark, change.path[0]));
    default:
      return body;
  }
}

function commentLines(remark: Remark, member?: string | number): readonly string[] {
  return remarkLines(remark).map((line, at) =>
    at === 0 && member !== undefined ? `${member}: ${line}` : line,
  );
}

function refer(body: JsonObject, renames: Renames): JsonObject {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (name === '//') return [[name, value]];
      if (name !== 'depends_on' || !Array.isArray(value))
        return [[name, rewriteWritten(value as Written, (traversal) => renames.reference(traversal))]];
      const items = new Set(
        (value as unknown[]).flatMap((item): readonly unknown[] =>
          typeof item === 'string' ? dependency(item, renames) : [item],
        ),
      );
      return items.size > 0 || value.length === 0 ? [[name, [...items]]] : [];
    }),
  );
}

function dependency(item: string, renames: Renames): readonly string[] {
  const found = renames.dependency(item);
  if (found === undefined) return [item];
  return item.startsWith('${') ? found.map((each) => `\${${each}}`) : found;
}

/** The comment of a body is its member `//`: a text, or the object that CDKTF writes. */
function withComment(body: JsonObject, lines: readonly string[]): JsonObject {
  if (lines.length === 0) return body;
  const { '//': comment } = body;
  const text = lines.join('\n');
  if (isObject(comment)) {
    const { todo } = comment;
    return { ...body, '//': { ...comment, todo: typeof todo === 'string' ? `${todo}\n${text}` : text } };
  }
  return { ...body, '//': typeof comment === 'string' ? `${comment}\n${text}` : text };
}

function unset(body: JsonObject, names: readonly string[]): JsonObject {
  const left = Object.entries(body).flatMap(([name, value]) => {
    if (names.includes(name)) return [];
    if (name !== 'dynamic') return [[name, value] as const];
    const blocks = mapBlocks(value, 1, ([label = ''], each) => (names.includes(label) ? undefined : each));
    return blocks === undefined ? [] : [[name, blocks] as const];
  });
  return Object.fromEntries(left);
}

function setAt(body: JsonObject, [name, ...rest]: MemberPath, value: Written): JsonObject {
  const key = String(name);
  const [at, ...more] = rest;
  const list = own(body, key);
  const changed =
    Array.isArray(list) && typeof at === 'number'
      ? (list as unknown[]).map((each, place) =>
          place === at && isObject(each) ? setAt(each, more, value) : each,
        )
      : value;
  const copy = { ...body };
  setOwn(copy, key, changed);
  return copy;
}

/** Changes the nested object of a name: the only one, the first of several, or a new one. */
function inFirst(body: JsonObject, name: string, change: (inner: JsonObject) => JsonObject): JsonObject {
  const given = own(body, name);
  const [first, ...more] = Array.isArray(given) ? (given as unknown[]) : [given];
  const changed = change(fieldsOf(first));
  return { ...body, [name]: Array.isArray(given) ? [changed, ...more] : changed };
}

function withNames(body: JsonObject, name: string, names: readonly string[]): JsonObject {
  const given = own(body, name) ?? [];
  // The text `all`.
  if (!Array.isArray(given)) return body;
  const known = new Set(given.map((each) => String(each).replace(/^\$\{(.*)\}$/s, '$1')));
  return { ...body, [name]: [...(given as unknown[]), ...names.filter((each) => !known.has(each))] };
}
