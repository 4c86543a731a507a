import { join } from 'node:path';

/** The folder of the repository. */
export const root = join(__dirname, '..', '..');
