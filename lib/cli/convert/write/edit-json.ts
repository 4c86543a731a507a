import { fieldsOf, isObject, type JsonObject } from '../../../ground/json';
import { contracts } from '../../import/write/config';
import { standingSettings } from '../../project/standing-settings';
import { requiredProvider } from '../../project/hcl-provider';
import type { BlockEdit, ConvertedObject, Finding } from '../model';
import type { Written } from '../../../hcl/template';
import type { ModuleChanges } from './module-changes';
import { dependencyOf, rewriteValue, unresolvedFinding } from './references';
import { remarkLines } from './remark-lines';

/** The new content of a file, and what a person has to know about it. */
export interface EditedContent {
  readonly content: JsonObject;
  readonly findings: readonly Finding[];
}

/**
 * A file in Terraform's JSON syntax, or the content of one in HCL in the form of `@cdktf/hcl2json`, with the changes of its module and
 * without objects of ours.
 *
 * @param file - its path
 */
export function editContent(file: string, content: JsonObject, changes: ModuleChanges): EditedContent {
  return new ContentEditor(file, changes).edit(content);
}

/** The content with resources of ours. */
export function addObjects(content: JsonObject, objects: readonly ConvertedObject[]): JsonObject {
  if (objects.length === 0) return content;
  const { resource } = content;
  if (Array.isArray(resource))
    return { ...content, resource: [...(resource as unknown[]), ...objects.map((each) => byType(each))] };
  const types: Record<string, unknown> = isObject(resource) ? { ...resource } : {};
  for (const object of objects) {
    const { [object.typeName]: named } = types;
    const added = { [object.name]: bodyOf(object) };
    types[object.typeName] = Array.isArray(named)
      ? [...(named as unknown[]), added]
      : { ...fieldsOf(named), ...added };
  }
  return { ...content, resource: types };
}

/** The body of an object in JSON. Its remarks are the comment that Terraform allows there. */
export function bodyOf({ typeName, meta, config, remarks }: ConvertedObject): JsonObject {
  const { forEach, count, dependsOn = [] } = meta;
  const standing = standingSettings(contracts[typeName]);
  const lifecycle = { ...standing.lifecycle, ...meta.lifecycle };
  const lines = remarks.flatMap((remark) =>
    remarkLines(remark).map((line, at) =>
      at === 0 && remark.attribute !== undefined ? `${remark.attribute}: ${line}` : line,
    ),
  );
  return {
    ...(lines.length > 0 && { '//': lines.join('\n') }),
    ...(count !== undefined && { count }),
    ...(forEach !== undefined && { for_each: forEach }),
    ...config,
    ...standing.attributes,
    ...(dependsOn.length > 0 && { depends_on: dependsOn }),
    ...(Object.keys(lifecycle).length > 0 && { lifecycle }),
  };
}

function byType(object: ConvertedObject): JsonObject {
  return { [object.typeName]: { [object.name]: bodyOf(object) } };
}

type EditBody = (labels: readonly string[], body: JsonObject) => JsonObject | undefined;

class ContentEditor {
  readonly #file: string;
  readonly #changes: ModuleChanges;
  readonly #findings: Finding[] = [];

  public constructor(file: string, changes: ModuleChanges) {
    this.#file = file;
    this.#changes = changes;
  }

  public edit(content: JsonObject): EditedContent {
    const edited = Object.entries(content).flatMap(([section, value]) => {
      const result = this.#editSection(section, value);
      return result === undefined ? [] : [[section, result] as const];
    });
    return { content: Object.fromEntries(edited), findings: this.#findings };
  }

  #editSection(section: string, value: unknown): unknown {
    const { successors, leaves } = this.#changes;
    switch (section) {
      case 'resource':
        return mapBlocks(value, 2, ([type = '', name = ''], body) =>
          successors.taken(`${type}.${name}`) !== undefined
            ? undefined
            : this.#resource(`${type}.${name}`, body),
        );
      case 'data':
        return mapBlocks(value, 2, ([type = '', name = ''], body) =>
          successors.taken(`data.${type}.${name}`) !== undefined
            ? undefined
            : this.#rewrite(`data.${type}.${name}`, body),
        );
      case 'module':
        return mapBlocks(value, 1, ([name = ''], body) =>
          this.#call(name, this.#rewrite(`module.${name}`, body)),
        );
      case 'import':
        return mapBlocks(value, 0, (_, body) =>
          leaves(String(body.to).replace(/^\$\{|\}$|\[[^[\]]*\]/g, '')) ? undefined : body,
        );
      case 'terraform':
        return mapBlocks(value, 0, (_, body) => this.#require(body));
      case 'moved':
      case 'removed':
      case '//':
        return value;
      case 'locals':
        return mapBlocks(value, 0, (_, body) => this.#rewrite('locals', body, { hasNull: true }));
      case 'output':
        return mapBlocks(value, 1, ([name = ''], body) =>
          this.#rewrite(`output.${name}`, body, { hasNull: true }),
        );
      default:
        return mapBlocks(value, 1, ([name = ''], body) => this.#rewrite(`${section}.${name}`, body));
    }
  }

  #resource(address: string, body: JsonObject): JsonObject {
    const edit = this.#changes.edits.get(address);
    return this.#rewrite(address, edit === undefined ? body : editBody(body, edit));
  }

  #rewrite(address: string, body: JsonObject, { hasNull = false } = {}): JsonObject {
    const remarks: string[] = [];
    const entries = Object.entries(body).flatMap(([name, value]): (readonly [string, unknown])[] => {
      if (name === '//') return [[name, value]];
      if (name === 'depends_on' && Array.isArray(value)) {
        const items = this.#dependencies(value as unknown[]);
        return items.length > 0 || value.length === 0 ? [[name, items]] : [];
      }
      const rewritten = rewriteValue(value as Written, this.#changes.successors);
      if (rewritten.unresolved.length === 0) return [[name, rewritten.value]];
      const original = JSON.stringify(value, undefined, 2);
      const finding = unresolvedFinding({
        address: `${address}.${name}`,
        file: this.#file,
        unresolved: rewritten.unresolved,
        original,
        isNull: hasNull,
      });
      this.#findings.push(finding);
      const { text } = finding;
      remarks.push(...remarkLines({ isTodo: true, text, ...(hasNull && { original }) }));
      return [[name, hasNull ? null : rewritten.value]];
    });
    return withComment(Object.fromEntries(entries), remarks);
  }

  #dependencies(items: readonly unknown[]): readonly unknown[] {
    return [
      ...new Set(
        items.flatMap((item) =>
          typeof item === 'string' ? [...(dependencyOf(item, this.#changes.successors) ?? [item])] : [item],
        ),
      ),
    ];
  }

  #call(name: string, body: JsonObject): JsonObject {
    const call = this.#changes.calls.get(name);
    if (call === undefined) return body;
    const passed = call.passes
      .filter((each) => !Object.hasOwn(body, each))
      .map((each) => [each, `\${var.${each}}`]);
    const { providers } = body;
    const isMissing = call.needsProvider && isObject(providers) && !('edge' in providers);
    return {
      ...body,
      ...(call.source !== undefined && { source: call.source }),
      ...(Object.fromEntries(passed) as JsonObject),
      ...(isMissing && { providers: { ...providers, edge: 'edge' } }),
    };
  }

  #require(body: JsonObject): JsonObject {
    const { needsRequirement, requirementFile, module } = this.#changes;
    if (!needsRequirement || requirementFile !== this.#file || body.required_providers === undefined)
      return body;
    const added = { edge: requiredProvider({ hasVersion: module.path === '' }) };
    const { required_providers: required } = body;
    if (!Array.isArray(required)) return { ...body, required_providers: { ...fieldsOf(required), ...added } };
    const [first, ...more] = required as unknown[];
    return { ...body, required_providers: [{ ...fieldsOf(first), ...added }, ...more] };
  }
}

/** The comment of a body is its member `//`: a text, or the object that CDKTF writes. */
function withComment(body: JsonObject, lines: readonly string[]): JsonObject {
  if (lines.length === 0) return body;
  const { '//': comment } = body;
  const text = lines.join('\n');
  if (isObject(comment)) return { ...body, '//': { ...comment, todo: text } };
  return { ...body, '//': typeof comment === 'string' ? `${comment}\n${text}` : text };
}

function editBody(body: JsonObject, { without, ignoreChanges }: BlockEdit): JsonObject {
  const left = Object.entries(body).flatMap(([name, value]) => {
    if (without.includes(name)) return [];
    if (name !== 'dynamic') return [[name, value] as const];
    const blocks = mapBlocks(value, 1, ([label = ''], each) => (without.includes(label) ? undefined : each));
    return blocks === undefined ? [] : [[name, blocks] as const];
  });
  const edited: JsonObject = Object.fromEntries(left);
  if (ignoreChanges.length === 0) return edited;
  const { lifecycle } = edited;
  return {
    ...edited,
    lifecycle: Array.isArray(lifecycle)
      ? [ignoring((lifecycle as unknown[])[0], ignoreChanges), ...(lifecycle as unknown[]).slice(1)]
      : ignoring(lifecycle, ignoreChanges),
  };
}

function ignoring(lifecycle: unknown, names: readonly string[]): JsonObject {
  const given = fieldsOf(lifecycle);
  const { ignore_changes: ignored = [] } = given;
  // The text `all`.
  if (!Array.isArray(ignored)) return given;
  const known = new Set(ignored.map((each) => String(each).replace(/^\$\{(.*)\}$/s, '$1')));
  return {
    ...given,
    ignore_changes: [...(ignored as unknown[]), ...names.filter((name) => !known.has(name))],
  };
}

/** Blocks of a section, in each of the forms that the JSON syntax has. Those without an edited body leave. */
function mapBlocks(value: unknown, depth: number, edit: EditBody, labels: readonly string[] = []): unknown {
  if (Array.isArray(value)) {
    const left = (value as unknown[])
      .map((each) => mapBlocks(each, depth, edit, labels))
      .filter((each) => each !== undefined);
    return left.length === 0 && value.length > 0 ? undefined : left;
  }
  if (!isObject(value)) return value;
  if (depth === 0) return edit(labels, value);
  const left = Object.entries(value).flatMap(([label, inner]): (readonly [string, unknown])[] => {
    if (label === '//') return [[label, inner]];
    const edited = mapBlocks(inner, depth - 1, edit, [...labels, label]);
    return edited === undefined ? [] : [[label, edited]];
  });
  return left.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(left);
}
