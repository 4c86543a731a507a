import { join } from 'node:path';
import { findMissingParts } from '../support/resource-checklist';

it('every resource and every API product has all its parts', () => {
  expect(findMissingParts(join(__dirname, '../..'))).toEqual([]);
});
