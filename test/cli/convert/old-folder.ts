import { join } from 'node:path';
import type { Conversion, OldConfiguration, OldResource } from '../../../lib/cli/convert/model';
import { readModules } from '../../../lib/cli/convert/read/modules';
import { findOldBlocks } from '../../../lib/cli/convert/read/resources';
import { makeFolder, writeFiles } from '../../support/folder';

/**
 * A configuration of these files, by path, without state. Its resources have no instances.
 *
 * @param root - the path of the root module
 */
export async function readOld(files: Readonly<Record<string, string>>, root = ''): Promise<OldConfiguration> {
  const top = makeFolder();
  writeFiles(top, files);
  const folder = join(top, root);
  const { modules } = await readModules(folder);
  const blocks = findOldBlocks(modules, prefixes).map((block): OldResource => ({ ...block, instances: [] }));
  return {
    folder,
    modules,
    resources: blocks.filter(({ mode }) => mode === 'managed'),
    dataSources: blocks.filter(({ mode }) => mode === 'data'),
    orphans: [],
    state: undefined,
    zones: new Map(),
  };
}

const prefixes = ['cloudflare', 'vendor'];

export function conversionOf(changes: Partial<Conversion>): Conversion {
  return {
    objects: [],
    edits: [],
    variables: [],
    moves: { moved: [], removed: [], imports: [] },
    outcomes: [],
    findings: [],
    ...changes,
  };
}

/** The block with an address, such as `cloudflare_waf_group.sql`. */
export function blockOf({ resources, dataSources }: OldConfiguration, address: string): OldResource {
  const found = [...resources, ...dataSources].find(
    ({ mode, type, name }) => `${mode === 'data' ? 'data.' : ''}${type}.${name}` === address,
  );
  if (found === undefined) throw new Error(`There is no ${address}.`);
  return found;
}
