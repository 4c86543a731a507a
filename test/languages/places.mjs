// Where things are, and which versions of the hosts are used.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export const examples = join(root, 'examples/languages');

export const packages = join(root, 'out/languages');

const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The version of this package, and the ranges of its hosts and of constructs. */
export const versions = { own: version, ...devDependencies };
