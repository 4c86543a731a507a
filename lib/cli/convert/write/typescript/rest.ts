import { posix } from 'node:path';
import { fieldsOf, type JsonObject } from '../../../../ground/json';
import { own } from '../../../../ground/record';
import { bodiesOf, expressionOf, type Written, type WrittenObject } from '../../../../hcl/template';
import { blocksIn, keyOf, type Block } from '../../blocks';
import type { Change, FileChanges } from '../changes';
import { applyChanges } from '../hcl/project';
import { OldComments } from '../old-comments';
import type { ModuleChanges } from '../plan-changes';
import { stackFile } from '../../../project/stacks';

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
    const path = name === stackFile ? restFile : each.file.path;
    return /^\s*(?:\{\s*\}\s*)?$/.test(text) ? [] : [[path, text] as const];
  });
  return {
    files: new Map(written),
    settings: settingsOf(blocksIn(files, 'terraform').map(({ body }) => body)),
    provider: providerOf(blocksIn(files, 'provider')),
  };
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
    const isEmpty = Object.keys(block.body).every((name) => [...onlyOnce, '//'].includes(name));
    if (isOurs || (block.type === 'terraform' && isEmpty))
      blocks.set(keyOf(block), [{ kind: 'remove', withComments: false }]);
    else if (block.type === 'terraform') blocks.set(keyOf(block), [{ kind: 'unset', names: onlyOnce }]);
  }
  return { ...changes, blocks, added: [] };
}

/** The arguments of the one provider configuration without an alias. */
function providerOf(blocks: readonly Block[]): WrittenObject {
  const block = blocks.find(({ labels: [name], body }) => name === 'edge' && body.alias === undefined);
  return Object.fromEntries(Object.entries(block?.body ?? {}).filter(([name]) => name !== '//'));
}

/** The settings that only one file of a module can have. */
const onlyOnce = ['required_providers', 'backend', 'cloud'];

/** Those of all `terraform` blocks, as JSON syntax has them. */
function settingsOf(blocks: readonly JsonObject[]): WrittenObject {
  const bodies = (name: string) => blocks.flatMap((block) => bodiesOf(own(block, name)));
  const providers = bodies('required_providers').flatMap((body) => Object.entries(body as WrittenObject));
  // Ours comes with the construct of the provider.
  const others = providers.filter(([name]) => name !== 'edge' && name !== '//');
  const backend = bodies('backend')
    .flatMap((each) => Object.entries(each))
    .find(isElsewhere);
  const [cloud] = bodies('cloud');
  return {
    ...(cloud !== undefined && { cloud: cloud as WrittenObject }),
    ...(backend !== undefined && {
      backend: { [backend[0]]: (bodiesOf(backend[1])[0] ?? {}) as WrittenObject },
    }),
    ...(others.length > 0 && {
      required_providers: Object.fromEntries(others.map(([name, each]) => [name, withBareAliases(each)])),
    }),
  };
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
