import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const dist = join(root, 'dist');
/** The modules of the last build one by one, also those that the package has in bundles only. */
export const compiled = join(root, '.tmp/build');
