// The account and the zone of the emulator in which the examples are deployed, and the variables of their stack.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './places.mjs';

export const fixture = join(examples, 'world.json');

const { accounts, zones } = JSON.parse(readFileSync(fixture, 'utf8'));
export const accountId = accounts[0].id;
export const zoneId = zones[0].id;

export const variables = {
  TF_VAR_account_id: accountId,
  TF_VAR_zone_id: zoneId,
  TF_VAR_on_call: '["ops@example.com"]',
  TF_VAR_bucket_key_id: 'AKIAEXAMPLE',
  TF_VAR_bucket_key: 'example-secret',
};
