import { posix } from 'node:path';
import { fieldsOf, type JsonObject } from '../../../../ground/json';
import { bodiesOf, expressionOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { blocksIn, keyOf, type Block } from '../../blocks';
import type { Change, FileChanges } from '../changes';
import { applyChanges } from '../hcl/project';
import { OldComments } from '../old-comments';
import type { ModuleChanges } from '../plan-changes';
import { synthesizedFile } from './plan';

/** The file with the rest of a stack that CDKTF synthesized, beside that of the new stack. */
export const restFile = 'rest.tf.json';

/** The rest of the root module, which constructs do not replace. */
export interface Rest {
  /** Text by path: the files of the user, beside which the stack is synthesized. */
  readonly files: ReadonlyMap<string, string>;
  /** The settings that only one file of a module can have: the file of CDKTF has them. */
  readonly settings: WrittenObject;
  /** The arguments of the provider, where the user's code configures it. */
  readonly provider: WrittenObject;
}

/** The root module without the objects that are constructs, and without what CDKTF writes itself. */
export function restOf(changes: ModuleChanges): Rest {
  const comments = new OldComments(changes.module);
  const { files } = changes.module;
  const written = changes.files.flatMap((each) => {
    const text = applyChanges(withoutOurs(each), comments);
    const name = posix.basename(each.file.path);
    const path = name === synthesizedFile ? restFile : each.file.path;
    return text.trim() === '' || isEmptyObject(text) ? [] : [[path, text] as const];
  });
  return {
    files: new Map(written),
    settings: settingsOf(blocksIn(files, 'terraform').map(({ body }) => body)),
    provider: providerOf(blocksIn(files, 'provider')),
  };
}

function isEmptyObject(text: string): boolean {
  return /^\s*\{\s*\}\s*$/.test(text);
}

/** The changes of a file without objects and settings, which constructs and overrides replace. */
function withoutOurs(changes: FileChanges): FileChanges {
  const leaving: readonly Change[] = [{ kind: 'remove', withComments: true }];
  const blocks = new Map(
    [...changes.blocks].map(([key, each]) => [
      key,
      each.some(({ kind }) => kind === 'replace') ? leaving : each,
    ]),
  );
  for (const block of blocksIn([changes.file])) {
    const isOurs = block.type === 'provider' && block.labels[0] === 'edge' && block.body.alias === undefined;
    if (block.type === 'terraform' || isOurs)
      blocks.set(keyOf(block), [{ kind: 'remove', withComments: false }]);
  }
  return { ...changes, blocks, added: [] };
}

/** The arguments of the one provider configuration without an alias. */
function providerOf(blocks: readonly Block[]): WrittenObject {
  const block = blocks.find(({ labels: [name], body }) => name === 'edge' && body.alias === undefined);
  return Object.fromEntries(Object.entries(block?.body ?? {}).filter(([name]) => name !== '//'));
}

/** The settings of all `terraform` blocks, as JSON syntax has them. */
function settingsOf(blocks: readonly JsonObject[]): WrittenObject {
  const settings = new Map<string, Written>();
  const providers = new Map<string, Written>();
  for (const [name, value] of blocks.flatMap((block) => Object.entries(block as WrittenObject)))
    if (name === 'required_providers')
      for (const [provider, each] of bodiesOf(value).flatMap((body) => Object.entries(body as WrittenObject)))
        providers.set(provider, withBareAliases(each));
    else if (name === 'required_version') {
      const before = settings.get(name);
      const isBoth = typeof before === 'string' && typeof value === 'string';
      settings.set(name, isBoth ? `${before}, ${value}` : value);
    } else if (name === 'backend') {
      const kept = bodiesOf(value)
        .flatMap((each) => Object.entries(each))
        .filter(isElsewhere);
      for (const [type, [body = {}]] of kept.map(([each, bodies]) => [each, bodiesOf(bodies)] as const))
        settings.set(name, { [type]: body as WrittenObject });
    } else if (name !== '//') {
      const [body] = bodiesOf(value);
      settings.set(name, body === undefined ? value : (body as WrittenObject));
    }
  // Ours comes with the construct of the provider.
  for (const name of ['edge', '//']) providers.delete(name);
  if (providers.size > 0) settings.set('required_providers', Object.fromEntries(providers));
  return Object.fromEntries(settings);
}

/** Whether a backend has its state elsewhere: CDKTF has a local state with a relative path beside the project. */
function isElsewhere([type, settings]: readonly [string, unknown]): boolean {
  const [{ path } = {} as JsonObject] = bodiesOf(settings);
  return type !== 'local' || (typeof path === 'string' && /^(?:[/~]|[A-Za-z]:)/.test(path));
}

/** A provider requirement with bare aliases: JSON syntax has names of configurations without the marks of an expression. */
function withBareAliases(required: Written): Written {
  const { configuration_aliases: aliases, ...rest } = fieldsOf(required) as WrittenObject;
  if (!Array.isArray(aliases)) return required;
  const bare = (aliases as Written[]).map((each) =>
    typeof each === 'string' ? (expressionOf(each)?.trim() ?? each) : each,
  );
  return { ...rest, configuration_aliases: bare };
}
