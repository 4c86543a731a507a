import type { EdgeClient } from '../client';
import { account } from './account';
import type { DataSource } from './data-source';
import { zone } from './zone';

/** All data sources, in the order of the docs. */
export const dataSources: readonly DataSource<EdgeClient>[] = [zone, account];
