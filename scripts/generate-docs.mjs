// Writes the generated parts of the pages of docs: `npm run docs`. test/docs.test.ts fails when a page is outdated.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { makePages } = createRequire(import.meta.url)('./docs/pages.ts');
const root = join(import.meta.dirname, '..');
for (const [path, text] of await makePages()) writeFileSync(join(root, path), text);
