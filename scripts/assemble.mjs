// Assembles the modules of the package from the compiled sources: those that an entry point of package.json reaches, with the
// libraries that they use as bundles beside them, so that nobody installs these libraries or resolves their versions. The
// constructs are written twice, with the libraries that declare constructs themselves: for cdktf, and in cdktn/ for its fork CDK
// Terrain.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import typescript from 'typescript';
import { withDocLinks } from './doc-links.mjs';

/** The packages that the user installs. */
const hosts = ['cdktf', 'constructs'];

const modules = join(import.meta.dirname, '..', 'node_modules');

/**
 * @param entries the entry points, relative to `compiled`, without endings
 * @param bundleLibrary writes a bundle of modules of a library, for a host: ({ modules, file, host }) => Promise
 */
export async function assemble({ compiled, dist, entries, bundleLibrary }) {
  const files = reach(
    compiled,
    entries.flatMap((entry) => [`${entry}.js`, `${entry}.d.ts`]),
  );
  const libraries = new Map();
  const constructs = importersOf(files, (specifier) => isOf(specifier, 'cdktf') || isForHost(specifier));
  for (const [name, file] of files) {
    const writeTo = (place) => write(join(dist, place), withDocLinks(name, rewrite(name, file, place)));
    writeTo(name);
    if (constructs.has(name)) writeTo(join('cdktn', name));
  }
  await Promise.all(
    [...libraries].flatMap(([library, modules]) =>
      (isForHost(library) ? ['cdktf', 'cdktn'] : ['cdktf']).map((host) =>
        bundleLibrary({ modules: [...modules], file: join(dist, libraryFile(library, host)), host }),
      ),
    ),
  );

  /** The text of a file for a place in dist. */
  function rewrite(name, { text, imports }, place) {
    const pieces = [];
    let at = 0;
    for (const each of imports) {
      pieces.push(text.slice(at, each.start), replacementOf(name, each, place));
      at = each.end;
    }
    return pieces.join('') + text.slice(at);
  }

  function replacementOf(name, { specifier, target, isCall, isDynamic }, place) {
    const isCopy = place !== name;
    const module = (path) => (isCall ? `require(${quoted(path)})` : quoted(path));
    const folder = dirname(place);
    if (target !== undefined) {
      const isBeside = !isCopy || constructs.has(target);
      return module(isBeside ? specifier : pathTo(folder, target.replace(/(\/index)?(\.d\.ts|\.js)$/, '')));
    }
    if (hosts.some((host) => isOf(specifier, host)))
      return module(isCopy ? specifier.replace(/^cdktf(?=\/|$)/, 'cdktn') : specifier);
    if (isBuiltin(specifier)) return module(specifier);
    if (!isCall) throw new Error(`${name} has types of ${specifier}, which users do not install.`);
    const library = libraryOf(specifier);
    const file = libraryFile(library, isCopy && isForHost(library) ? 'cdktn' : 'cdktf');
    libraries.set(library, (libraries.get(library) ?? new Set()).add(specifier));
    const loaded = `${module(pathTo(folder, file))}[${quoted(specifier)}]`;
    return isDynamic ? `(async () => ${loaded})()` : loaded;
  }
}

export const libraryOf = (specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)[0];

/** Whether a module is of a library that declares constructs: it imports the user's host, so each host has a bundle of it. */
export function isForHost(specifier) {
  if (specifier.startsWith('.')) return false;
  const manifest = join(modules, libraryOf(specifier), 'package.json');
  return (
    existsSync(manifest) && 'cdktf' in (JSON.parse(readFileSync(manifest, 'utf8')).peerDependencies ?? {})
  );
}

/** The files that entry points reach, each with its imports in their order. */
function reach(folder, names, found = new Map()) {
  for (const name of names) {
    if (found.has(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const file = { text, imports: name.endsWith('.json') ? [] : importsOf(folder, name, text) };
    found.set(name, file);
    reach(
      folder,
      file.imports.flatMap(({ target }) => target ?? []),
      found,
    );
  }
  return found;
}

/**
 * The parts of a text that name a module: whole calls of require() and import(), otherwise the literal. Declarations that extend
 * a module of the user's are none.
 */
function importsOf(folder, name, text) {
  return typescript
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ pos }) => !text.slice(0, pos).endsWith('declare module '))
    .map(({ fileName: specifier, pos: start }) => {
      const target = specifier.startsWith('.') ? resolveModule(folder, name, specifier) : undefined;
      const end = start + specifier.length + 2;
      const call = name.endsWith('.d.ts') ? null : /(require|import)\($/.exec(text.slice(start - 8, start));
      if (call === null) return { specifier, target, start, end };
      const isDynamic = call[1] === 'import';
      return { specifier, target, isCall: true, isDynamic, start: start - call[0].length, end: end + 1 };
    })
    .sort((a, b) => a.start - b.start);
}

function resolveModule(folder, name, specifier) {
  const ending = name.endsWith('.d.ts') ? '.d.ts' : '.js';
  const base = join(dirname(name), specifier);
  const candidates = [base.replace(/\.js$/, '') + ending, join(base, `index${ending}`), base];
  const found = candidates.find((each) => /\.(js|ts|json)$/.test(each) && existsSync(join(folder, each)));
  if (found === undefined) throw new Error(`${name} imports ${specifier}, which does not exist.`);
  return found;
}

/** The files that import a matching module, directly or through others, each with its types. */
function importersOf(files, isMatch) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    const twin = name.endsWith('.d.ts') ? name.replace(/\.d\.ts$/, '.js') : name.replace(/\.js$/, '.d.ts');
    if (files.has(twin)) visit(twin);
    for (const [importer, { imports }] of files)
      if (imports.some(({ target }) => target === name)) visit(importer);
  };
  for (const [name, { imports }] of files)
    if (imports.some(({ specifier }) => isMatch(specifier))) visit(name);
  return found;
}

function pathTo(folder, file) {
  const path = relative(folder, file);
  return path.startsWith('.') ? path : `./${path}`;
}

const quoted = (text) => JSON.stringify(text);
const isOf = (specifier, name) => specifier === name || specifier.startsWith(`${name}/`);
const isBuiltin = (specifier) => specifier.startsWith('node:') || builtinModules.includes(specifier);
const libraryFile = (library, host) =>
  join(host === 'cdktf' ? '' : host, 'third-party', `${library.replace('/', '-')}.js`);

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
