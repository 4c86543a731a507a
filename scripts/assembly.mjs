// Compiles assembly/scanner.ts into lib/logs/preview/scanner-module.ts: npm run assembly. With --check it fails if the file is
// not current. WebAssembly with 16 bytes at a time reads a log twice as fast as JavaScript (docs/decisions/0025-webassembly.md).
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'lib/logs/preview/scanner-module.ts');
let compiled;
let messages = '';
const { error } = await asc.main(
  ['scanner.ts', '--outFile', 'scanner.wasm', '-O3', '--runtime', 'stub', '--noAssert', '--enable', 'simd'],
  {
    readFile: (name) => (name === 'scanner.ts' ? readFileSync(join(root, 'assembly', name), 'utf8') : null),
    writeFile: (_name, contents) => {
      compiled = contents;
    },
    listFiles: () => [],
    stderr: {
      write: (text) => {
        messages += text;
      },
    },
  },
);
if (error !== null) throw new Error(messages, { cause: error });

const lines = Buffer.from(compiled)
  .toString('base64')
  .replace(/.{1,100}/g, (part) => `  '${part}',\n`);
const expected = `// Compiled from assembly/scanner.ts by scripts/assembly.mjs. Do not edit.
/** A WebAssembly module in base64. */
export const scannerModule = /* @__PURE__ */ [
${lines}].join('');
`;
if (!process.argv.includes('--check')) writeFileSync(file, expected);
else if (readFileSync(file, 'utf8') !== expected) {
  console.error(`${relative(root, file)} is not current. Run npm run assembly.`);
  process.exitCode = 1;
}
