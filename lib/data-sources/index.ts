import type { EdgeClient } from '../client';
import { account } from './account';
import type { DataSource } from './data-source';
import { zone } from './zone';

export const dataSources: readonly DataSource<EdgeClient>[] = [zone, account];
