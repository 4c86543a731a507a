import { isObject, type JsonObject } from '../../../ground/json';
import { rewriteWritten, textOfSteps } from '../../../hcl/expressions';
import {
  bareText,
  bodiesOf,
  isWrittenList,
  isWrittenObject,
  type Written,
  type WrittenObject,
} from '../../../hcl/template';
import { toCode } from '../../../hcl/to-expression';
import { requiredProvider } from '../../project/hcl-provider';
import { blockAddresses, callsTo, localAddress } from '../addresses';
import { withoutIndexes } from '../translate/import-blocks';
import type {
  BlockEdit,
  Conversion,
  ConvertedObject,
  Finding,
  ModuleCall,
  OldConfiguration,
  OldFile,
  OldModule,
  OldResource,
} from '../model';
import { Successors } from '../successors';
import { addressOfBlock, blocksIn, keyOf, sourcesIn, type Block } from '../blocks';
import type { Change, FileChanges, MemberPath } from './changes';
import { newSource, newModulePaths } from './module-paths';
import { placeTodos, type Todos } from './todos';
import { findRemoved, findWholeObject, memberText, unresolvedFinding } from './reference-findings';

export interface ModuleChanges {
  readonly module: OldModule;
  /** The objects of the module, with their remarks. */
  readonly objects: readonly ConvertedObject[];
  readonly files: readonly FileChanges[];
  /** Whether the module needs a requirement of the provider, and no file of it has one or gets it. */
  readonly needsRequirement: boolean;
}

/**
 * Plans the changes of the code of a configuration, in either syntax. Pure.
 *
 * @returns the modules by their paths, and the findings of the conversion with what the new code needs a person for
 */
export function planChanges(old: OldConfiguration, conversion: Conversion) {
  const taken = new Set(conversion.objects.flatMap(({ replaces }) => replaces));
  const todos = placeTodos(conversion);
  const withProvider = modulesWithProvider(old, conversion);
  const leaving = new Set([...taken].flatMap((each) => blockAddresses(each, old.modules)));
  const changed = [...taken, ...conversion.edits.map(({ resource }) => resource)];
  const providers = new Set(changed.map(({ module, type }) => providerIn(module, type.split('_', 1)[0])));
  const shared = {
    old,
    conversion,
    taken,
    leaving,
    providers,
    todos,
    withProvider,
    places: newModulePaths(old),
  };
  const planned = old.modules.map((module) => new ModulePlanner(module, shared).plan());
  const further = planned
    .flatMap(({ findings }) => findings)
    .map((finding) => ({ ...finding, place: { file: finding.file ?? '', isObject: false } }));
  return {
    modules: new Map(planned.map(({ changes }) => [changes.module.path, changes])),
    findings: [...todos.findings, ...further],
  };
}

/** The local name of a provider, with which its types begin, in a module. */
function providerIn(module: string, name = ''): string {
  return JSON.stringify([module, name]);
}

export function configuresProvider({ files }: OldModule): boolean {
  return blocksIn(files, 'provider').some(({ labels: [name] }) => name === 'edge');
}

interface Shared {
  readonly old: OldConfiguration;
  readonly conversion: Conversion;
  readonly taken: ReadonlySet<OldResource>;
  /** The addresses of those, without keys. */
  readonly leaving: ReadonlySet<string>;
  /** The old providers of each module whose blocks leave or change, see {@link providerIn}. */
  readonly providers: ReadonlySet<string>;
  readonly todos: Todos;
  readonly withProvider: ReadonlySet<string>;
  readonly places: ReadonlyMap<string, string>;
}

class ModulePlanner {
  readonly #objects: readonly ConvertedObject[];
  readonly #taken: readonly OldResource[];
  readonly #successors: Successors;
  readonly #waiting: Set<ConvertedObject>;
  readonly #requirementFile: string | undefined;
  readonly #needsRequirement: boolean;
  readonly #findings: Finding[] = [];
  /** The edits of blocks, by address in the module. */
  readonly #edits: ReadonlyMap<string, BlockEdit>;

  public constructor(
    private readonly module: OldModule,
    private readonly shared: Shared,
  ) {
    const { taken, todos, withProvider, conversion } = shared;
    const edits = conversion.edits.filter(({ resource }) => resource.module === module.path);
    this.#edits = new Map(edits.map((edit) => [localAddress(edit.resource), edit]));
    this.#objects = todos.objects.filter((each) => each.module === module.path);
    this.#taken = [...taken].filter((each) => each.module === module.path);
    this.#successors = new Successors(this.#taken, this.#objects);
    this.#waiting = new Set(this.#objects);
    const requirements = blocksIn(module.files, 'terraform').flatMap(({ body, file }) =>
      bodiesOf(body.required_providers).map((providers) => ({ providers, file })),
    );
    this.#needsRequirement =
      withProvider.has(module.path) &&
      !requirements.some(({ providers }) => Object.hasOwn(providers, 'edge'));
    this.#requirementFile = requirements[0]?.file;
  }

  public plan() {
    const changes: ModuleChanges = {
      module: this.module,
      objects: this.#objects,
      files: this.module.files.map((file) => this.#planFile(file)),
      needsRequirement: this.#needsRequirement && this.#requirementFile === undefined,
    };
    return { changes, findings: this.#findings };
  }

  #planFile(file: OldFile): FileChanges {
    const taken = new Map(
      this.#taken.filter((each) => each.file === file.path).map((each) => [localAddress(each), each]),
    );
    const all = blocksIn([file]);
    const inText = [...sourcesIn(file).values()];
    // Objects stand at the first block that they replace.
    const inOrder = (inText.length === 0 ? all : inText).flatMap(
      (block) => taken.get(addressOfBlock(block)) ?? [],
    );
    const leaving = new Map(inOrder.map((each) => [localAddress(each), this.#planLeaving(each)]));
    const blocks = new Map(
      all.map((block) => [
        keyOf(block),
        leaving.get(addressOfBlock(block)) ?? this.#planStaying(file, block),
      ]),
    );
    const added = [...this.#waiting].filter((object) => object.file === file.path);
    return { file, blocks, added, renames: this.#successors };
  }

  #planLeaving(resource: OldResource): readonly Change[] {
    const objects = this.#successors
      .objectsFor(resource)
      .filter((object) => object.file === resource.file && this.#waiting.delete(object));
    return objects.length > 0 ? [{ kind: 'replace', objects }] : [{ kind: 'remove', withComments: true }];
  }

  #planStaying(file: OldFile, block: Block): readonly Change[] {
    const { type, body } = block;
    if (type === 'import') return this.#planImport(file, bareText(body.to));
    if (type === 'moved' || type === 'removed') return [];
    const edit = type === 'resource' ? this.#edits.get(addressOfBlock(block)) : undefined;
    const { without = [] } = edit ?? {};
    return [
      ...this.shared.todos
        .aboveBlock(file.path, addressOfBlock(block))
        .map((remark): Change => ({ kind: 'comment', path: [], remark })),
      ...(without.length === 0 ? [] : [{ kind: 'unset' as const, names: without }]),
      ...this.#planReferences(file, block, without),
      ...(without.length === 0
        ? []
        : [{ kind: 'append' as const, inner: 'lifecycle', list: 'ignore_changes', names: without }]),
      ...(type === 'module' ? this.#planCall(file, block) : []),
      ...(type === 'terraform' ? this.#planRequirement(file, block) : []),
    ];
  }

  /** The changes of references in a block. Without a successor, an output is null; elsewhere the plan fails until a person decides. */
  #planReferences(file: OldFile, block: Block, without: readonly string[]): readonly Change[] {
    const isNull = block.type === 'output' || block.type === 'locals';
    const members = membersOf(block.body).filter(({ path: [name] }) => !without.includes(String(name)));
    let isRenamed = dependenciesOf(block.body).some(
      (each) => this.#successors.dependency(each) !== undefined,
    );
    const changes = members.flatMap(({ path, value }): Change[] => {
      const names = path.filter((part) => typeof part === 'string');
      const place = { address: [addressOfBlock(block), ...names].join('.'), file: file.path };
      const found = this.#resolve(value, place);
      isRenamed ||= found.isRenamed;
      if (found.left.length === 0) {
        this.#findings.push(...found.others);
        return found.others.map(({ text }) => ({ kind: 'comment', path, remark: { isTodo: true, text } }));
      }
      const original = memberText(file, block, path);
      const finding = unresolvedFinding(place, found.left, original, isNull);
      this.#findings.push(finding);
      const { original: masked = '', text } = finding;
      const remark = { isTodo: true, text, ...(isNull && { original: masked }) };
      return [
        { kind: 'comment', path, remark },
        ...(isNull ? [{ kind: 'set' as const, path, value: null }] : []),
      ];
    });
    return [...changes, ...(isRenamed ? [{ kind: 'refer' as const }] : [])];
  }

  /** The addresses in a value that leave without an equivalent, and findings on those whose equivalent differs. */
  #resolve(value: Written, place: Pick<Finding, 'address' | 'file'>) {
    const left = new Set<string>();
    // Each once, however often the code refers to it.
    const others = new Map<string, Finding>();
    const add = (finding: Finding) => others.set(finding.text, finding);
    let isRenamed = false;
    rewriteWritten(value, (traversal) => {
      const address = traversal.root + textOfSteps(traversal.steps.slice(0, 1));
      const edit = this.#edits.get(address);
      if (edit !== undefined) findRemoved(edit, toCode(value), place).forEach(add);
      const resolved = this.#successors.resolve(traversal);
      if (resolved.kind === 'none') left.add(resolved.address);
      if (resolved.kind !== 'successor') return undefined;
      isRenamed = true;
      const finding = resolved.attribute ?? findWholeObject(resolved, toCode(value), place);
      if (typeof finding === 'object') add(finding);
      return undefined;
    });
    return { left: [...left], isRenamed, others: [...others.values()] };
  }

  #planCall(file: OldFile, { labels: [name = ''], body }: Block): readonly Change[] {
    const call = this.module.calls.find((each) => each.name === name);
    if (call === undefined) return [];
    const { conversion, places, withProvider } = this.shared;
    const source = newSource(call, places);
    const passes = conversion.variables
      .filter(({ module, name: each }) => module === call.to && !Object.hasOwn(body, each))
      .map(({ name: each }) => [each, { value: `\${var.${each}}` }] as const);
    const { providers } = body;
    const isPassed = isObject(providers) && withProvider.has(call.to) && !('edge' in providers);
    return [
      ...(source === undefined ? [] : [{ kind: 'set' as const, path: ['source'], value: source }]),
      ...(passes.length === 0 ? [] : [{ kind: 'insert' as const, members: Object.fromEntries(passes) }]),
      ...(isPassed
        ? [
            ...this.#reportAliases(file, call, providers),
            { kind: 'insert' as const, inner: 'providers', members: { edge: { name: 'edge' } } },
          ]
        : []),
    ];
  }

  /** Reports configurations with an alias that a call passes for blocks which leave: the new objects have the default one of edge. */
  #reportAliases(file: OldFile, { name, to }: ModuleCall, providers: JsonObject): readonly Change[] {
    return Object.entries(providers).flatMap(([provider, configuration]): Change[] => {
      const alias = bareText(configuration);
      if (!alias.includes('.') || !this.shared.providers.has(providerIn(to, provider))) return [];
      const text = `The call passes the provider ${alias}, and its new objects have the default configuration of edge. If ${alias} has other credentials, add a second configuration with an alias, and pass it as edge.`;
      const address = `module.${name}`;
      this.#findings.push({
        code: 'convert.provider_alias',
        severity: 'todo',
        address,
        file: file.path,
        text,
      });
      return [{ kind: 'comment', path: [], remark: { isTodo: true, text } }];
    });
  }

  #planRequirement(file: OldFile, { body }: Block): readonly Change[] {
    const isHere =
      this.#needsRequirement && this.#requirementFile === file.path && body.required_providers !== undefined;
    if (!isHere) return [];
    const value = requiredProvider({ hasVersion: this.module.path === '' });
    return [{ kind: 'insert', inner: 'required_providers', members: { edge: { value } } }];
  }

  /** An import block leaves with its block. */
  #planImport({ path: file }: OldFile, address: string): readonly Change[] {
    if (!this.shared.leaving.has(withoutIndexes(address))) return [];
    const text = 'The import block leaves with the resource.';
    this.#findings.push({ code: 'convert.import_block', severity: 'note', address, file, text });
    return [{ kind: 'remove', withComments: false }];
  }
}

interface PlacedMember {
  readonly path: MemberPath;
  readonly value: Written;
}

/** The attributes of a body and of the blocks in it. In JSON, an attribute that is a list of objects looks like blocks. */
function membersOf(body: JsonObject, path: MemberPath = []): readonly PlacedMember[] {
  return Object.entries(body as WrittenObject).flatMap(([name, value]): readonly PlacedMember[] => {
    if (name === '//' || name === 'depends_on') return [];
    const own = [...path, name];
    if (name === 'dynamic' && isWrittenObject(value))
      return Object.entries(value).flatMap(([label, blocks]) => inBlocks(blocks, [...own, label]));
    return inBlocks(value, own);
  });
}

function inBlocks(value: Written, path: MemberPath): readonly PlacedMember[] {
  const isList = isWrittenList(value) && value.length > 0 && value.every(isWrittenObject);
  return isList
    ? value.flatMap((each, at) => membersOf(each as JsonObject, [...path, at]))
    : [{ path, value }];
}

function dependenciesOf({ depends_on: items }: JsonObject): readonly string[] {
  return Array.isArray(items) ? items.map(String) : [];
}

/** The root module, those with objects of ours, and those that call them. */
function modulesWithProvider(old: OldConfiguration, { objects }: Conversion): ReadonlySet<string> {
  const modules = objects.map(({ module }) => module);
  const calls = modules.flatMap((module) => callsTo(module, old.modules).flat());
  return new Set(['', ...modules, ...calls.map(({ from }) => from)]);
}
