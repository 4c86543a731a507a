import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Conversion, OldConfiguration, OldResource } from '../../../lib/cli/convert/model';
import { readModules } from '../../../lib/cli/convert/read/modules';
import { findOldBlocks } from '../../../lib/cli/convert/read/resources';

/**
 * A configuration of these files, by path, without state. Its resources have no instances.
 *
 * @param root - the path of the root module
 */
export async function readOld(files: Readonly<Record<string, string>>, root = ''): Promise<OldConfiguration> {
  const top = mkdtempSync(join(tmpdir(), 'convert-'));
  try {
    writeFiles(top, Object.entries(files));
    const folder = join(top, root);
    const { modules } = await readModules(folder);
    const blocks = findOldBlocks(modules, prefixes).map((block): OldResource => ({
      ...block,
      instances: [],
    }));
    return {
      folder,
      modules,
      resources: blocks.filter(({ mode }) => mode === 'managed'),
      dataSources: blocks.filter(({ mode }) => mode === 'data'),
      orphans: [],
      state: undefined,
      zones: new Map(),
    };
  } finally {
    rmSync(top, { recursive: true });
  }
}

export function writeFiles(folder: string, files: Iterable<readonly [path: string, text: string]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const prefixes = ['cloudflare', 'vendor'];

/** A conversion that does nothing, with changes. */
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
