import { isObject, type JsonObject } from '../../../../ground/json';
import type { Finding } from '../../model';
import {
  expressionOf,
  isWrittenList,
  isWrittenObject,
  type Written,
  type WrittenObject,
} from '../../../../hcl/template';
import { editContent } from '../edit-json';
import type { ModuleChanges } from '../module-changes';
import { own, setOwn } from '../../../../ground/record';

/** The blocks of the root module that stay, as Terraform JSON. */
export interface Kept {
  readonly content: WrittenObject;
  readonly findings: readonly Finding[];
}

/** The configuration of the root module without the blocks that leave. */
export function keptConfiguration(changes: ModuleChanges): Kept {
  const edited = changes.module.files.map(({ path, content }) => editContent(path, content, changes));
  const content = new Merger();
  for (const each of edited) content.add(each.content);
  return {
    content: inOrder(content.toJson()),
    findings: edited.flatMap(({ findings }) => findings),
  };
}

/** Merges the content of files, as `@cdktf/hcl2json` or CDKTF has it, into one. */
class Merger {
  /** Without labels, of which a configuration has one. */
  readonly #single: Record<'terraform' | 'locals', WrittenObject> = { terraform: {}, locals: {} };
  /** By type of block, then by its labels. */
  readonly #labelled: Record<string, Record<string, Written>> = {};
  readonly #lists: Record<string, Written[]> = {};

  public add(content: JsonObject): void {
    for (const [type, value] of Object.entries(content)) {
      if (type === 'terraform') for (const body of bodiesOf(value)) this.#addSettings(body);
      else if (type === 'locals') for (const body of bodiesOf(value)) this.#addLocals(body);
      else if (listed.includes(type)) this.#addToList(type, bodiesOf(value).map(moveInJson));
      else if (typed.includes(type)) this.#addTyped(type, value);
      else if (type !== '//') this.#addNamed(type, value);
    }
  }

  public toJson(): WrittenObject {
    return { ...this.#single, ...this.#labelled, ...this.#lists };
  }

  #merge(type: 'terraform' | 'locals', body: WrittenObject): void {
    this.#single[type] = { ...this.#single[type], ...body };
  }

  #addLocals({ '//': comment, ...locals }: WrittenObject): void {
    const { '//': before } = this.#single.locals;
    const { '//': added } = commentOf(comment);
    const comments = [before, added].filter((each) => typeof each === 'string');
    this.#merge('locals', { ...(comments.length > 0 && { '//': comments.join('\n') }), ...locals });
  }

  #addSettings(settings: WrittenObject): void {
    for (const [name, value] of Object.entries(settings)) {
      if (name === 'required_providers') this.#requireProviders(value);
      else if (name === 'required_version') this.#requireVersion(value);
      else if (name === 'backend') this.#setBackend(value);
      else if (name !== '//')
        this.#merge('terraform', { [name]: isWrittenList(value) ? (value[0] ?? null) : value });
    }
  }

  /** Ours comes with the construct of the provider. */
  #requireProviders(value: Written): void {
    const { required_providers: before } = this.#single.terraform;
    const added = bodiesOf(value).flatMap((each) => Object.entries(each));
    const others = added.filter(([name]) => name !== 'edge' && name !== '//');
    const required = {
      ...(isWrittenObject(before) && before),
      ...Object.fromEntries(
        others.map(([name, each]) => [name, withBareItems(each, ['configuration_aliases'])]),
      ),
    };
    if (Object.keys(required).length > 0) this.#merge('terraform', { required_providers: required });
  }

  #requireVersion(value: Written): void {
    const { required_version: before } = this.#single.terraform;
    const both = typeof before === 'string' && typeof value === 'string' ? `${before}, ${value}` : value;
    this.#merge('terraform', { required_version: both });
  }

  /** A local state with a relative path is beside the project, where CDKTF has it. */
  #setBackend(value: Written): void {
    for (const [type, settings] of bodiesOf(value).flatMap((each) => Object.entries(each))) {
      const [given = {}] = bodiesOf(settings);
      const isAbsolute = typeof given.path === 'string' && /^(?:[/~]|[A-Za-z]:)/.test(given.path);
      if (type !== 'local' || isAbsolute) this.#merge('terraform', { backend: { [type]: given } });
    }
  }

  #addToList(type: string, bodies: readonly WrittenObject[]): void {
    if (bodies.length > 0) setOwn(this.#lists, type, [...(own(this.#lists, type) ?? []), ...bodies]);
  }

  /** `resource`, with a type and a name. */
  #addTyped(type: string, value: unknown): void {
    for (const [label, named] of labelsOf(value))
      for (const [name, bodies] of labelsOf(named)) {
        const [body = {}] = bodiesOf(bodies);
        const before = own(this.#of(type), label);
        const both = { ...(isWrittenObject(before) && before), [name]: blockInJson(type, body) };
        setOwn(this.#of(type), label, both);
      }
  }

  /** `variable`, with a name; a provider may have several bodies. */
  #addNamed(type: string, value: unknown): void {
    for (const [label, bodies] of labelsOf(value)) {
      const given = bodiesOf(bodies).map((body) => blockInJson(type, body));
      const before = own(this.#of(type), label);
      const all = [...(isWrittenList(before) ? before : []), ...given];
      if (type === 'provider') setOwn(this.#of(type), label, all);
      else for (const body of given) setOwn(this.#of(type), label, body);
    }
  }

  #of(type: string): Record<string, Written> {
    const known = own(this.#labelled, type) ?? {};
    setOwn(this.#labelled, type, known);
    return known;
  }
}

const typed = ['resource', 'data', 'ephemeral'];
const listed = ['moved', 'removed', 'import'];

/** The usual order of a configuration. What is not named comes last. */
const usualOrder = ['terraform', 'provider', 'variable', 'locals', 'data', 'resource', 'module', 'output'];

function inOrder(content: WrittenObject): WrittenObject {
  const rankOf = (type: string) =>
    (usualOrder.indexOf(type) + usualOrder.length + 1) % (usualOrder.length + 1);
  const entries = Object.entries(content).filter(([, each]) => Object.keys(each ?? {}).length > 0);
  return Object.fromEntries(entries.sort(([a], [b]) => rankOf(a) - rankOf(b)));
}

/** A block as Terraform's JSON syntax has it: what is no expression of the language is no template there. */
function blockInJson(type: string, { '//': comment, ...body }: WrittenObject): WrittenObject {
  const { lifecycle, providers, provisioner } = body;
  return {
    ...commentOf(comment),
    ...withBareItems(withBare(body, own(bareAttributes, type) ?? []), ['depends_on']),
    ...(lifecycle !== undefined && { lifecycle: lifecycleInJson(lifecycle) }),
    ...(provisioner !== undefined && { provisioner: provisionersInJson(provisioner) }),
    ...(isWrittenObject(providers) && { providers: withBare(providers, Object.keys(providers)) }),
  };
}

/** A text, such as a TODO, without what CDKTF says of a construct. */
function commentOf(comment: Written | undefined): WrittenObject {
  const text = isWrittenObject(comment) ? comment.todo : comment;
  return typeof text === 'string' ? { '//': text } : {};
}

const bareAttributes: Readonly<Record<string, readonly string[]>> = {
  variable: ['type'],
  resource: ['provider'],
  data: ['provider'],
  ephemeral: ['provider'],
};

function moveInJson({ lifecycle, ...move }: WrittenObject): WrittenObject {
  const [destroy] = bodiesOf(lifecycle);
  return {
    ...withBare(move, ['from', 'to', 'provider']),
    ...(destroy !== undefined && { lifecycle: destroy }),
  };
}

function lifecycleInJson(lifecycle: Written): Written {
  const [body = {}] = bodiesOf(lifecycle);
  const names = ['ignore_changes', 'replace_triggered_by'];
  return withBareItems(withBare(body, names), names);
}

function provisionersInJson(provisioners: Written): Written {
  return bodiesOf(provisioners)
    .flatMap((byType) => Object.entries(byType))
    .flatMap(([type, bodies]) =>
      bodiesOf(bodies).map((body) => ({ [type]: withBare(body, ['when', 'on_failure']) })),
    );
}

function withBare(body: WrittenObject, names: readonly string[]): WrittenObject {
  return mapMembers(body, names, (value) => (typeof value === 'string' ? bare(value) : value));
}

function withBareItems(value: Written, names: readonly string[]): WrittenObject {
  const bareItem = (item: Written) => (typeof item === 'string' ? bare(item) : item);
  return mapMembers(isWrittenObject(value) ? value : {}, names, (items) =>
    isWrittenList(items) ? items.map(bareItem) : items,
  );
}

function mapMembers(
  body: WrittenObject,
  names: readonly string[],
  change: (value: Written) => Written,
): WrittenObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, names.includes(name) ? change(value) : value]),
  );
}

/** `aws.east` for `${aws.east}`. */
function bare(template: string): string {
  return expressionOf(template)?.trim() ?? template;
}

/** The bodies of a block, which is a list or an object. */
function bodiesOf(value: unknown): WrittenObject[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each): each is WrittenObject => isObject(each));
}

function labelsOf(value: unknown): (readonly [string, Written])[] {
  return bodiesOf(value)
    .flatMap((byLabel) => Object.entries(byLabel))
    .filter(([label]) => label !== '//');
}
