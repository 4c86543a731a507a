// Writes the generated parts of the pages of docs: `npm run docs`, after a build. With --check it writes nothing, names the pages that
// are outdated, and ends with 1. test/docs.test.ts fails for them too, except where only the translation into Python is another one.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { toPython } from './languages/python/translate.mjs';

const require = createRequire(import.meta.url);
const { makePages } = require('./docs/pages.ts');
const { typescriptOn } = require('./docs/blocks.ts');
const root = join(import.meta.dirname, '..');

const python = toPython(
  [...(await makePages(() => undefined))].flatMap(([place, text]) =>
    typescriptOn(text).map((code) => ({ code, place })),
  ),
);
const outdated = [...(await makePages((code) => python.get(code)))].filter(
  ([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text,
);
if (process.argv.includes('--check')) {
  for (const [path] of outdated) console.error(`Error: ${path} is outdated. Run npm run docs.`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else for (const [path, text] of outdated) writeFileSync(join(root, path), text);
