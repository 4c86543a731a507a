import { posix } from 'node:path';
import { takeFree } from '../../project/identifiers';
import type { ModuleCall, OldConfiguration, OldModule } from '../model';

/**
 * The path of each module in the new configuration, by its path in the old configuration. Modules outside of the folder, such as
 * `../modules/waf`, are written below `modules`.
 */
export function newModulePaths({ modules }: Pick<OldConfiguration, 'modules'>): ReadonlyMap<string, string> {
  const paths = modules.map(({ path }) => path);
  const taken = new Set(paths.filter((path) => !isOutside(path)));
  return new Map(
    paths.map((path) => {
      if (!isOutside(path)) return [path, path];
      const name = posix.basename(path);
      return [path, takeFree(`modules/${name === '..' ? 'parent' : name}`, taken)];
    }),
  );
}

export function newFilePath(
  module: OldModule,
  file: string,
  modulePaths: ReadonlyMap<string, string>,
): string {
  return posix.join(modulePaths.get(module.path) ?? module.path, posix.relative(module.path, file));
}

/** The new `source` of a call; undefined where it stays. */
export function newSource(
  { from, to }: ModuleCall,
  modulePaths: ReadonlyMap<string, string>,
): string | undefined {
  const [caller, called] = [modulePaths.get(from) ?? from, modulePaths.get(to) ?? to];
  const source = posix.relative(caller, called);
  if (source === posix.relative(from, to)) return undefined;
  return source.startsWith('.') ? source : `./${source}`;
}

function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../');
}
