// Terraform stacks of many resources, and the accounts for them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { dist } from './paths.mjs';

/** The service allows no more. */
const jobsPerZone = 4;
const accountId = 'a'.repeat(32);

export function jobs(count) {
  const zones = Array.from({ length: Math.ceil(count / jobsPerZone) }, (_, index) => ({
    id: hex(index),
    account_id: accountId,
    name: `zone-${index}.example`,
    plan: 'enterprise',
  }));
  const job = (index) => ({
    zone_id: hex(Math.floor(index / jobsPerZone)),
    name: `job-${index}`,
    dataset: 'http_requests',
    destination_conf: `https://logs.example.com/${index}`,
    fields: ['RayID', 'EdgeResponseStatus'],
  });
  return {
    what: `${count.toLocaleString('en-US')} jobs`,
    count,
    fixture: { accounts: [{ id: accountId, name: 'example' }], zones },
    resources: { edge_logpush_job: named(count, job) },
  };
}

/** Policies that share out the pools, take over the recipients of their legacy e-mails, and clear those. */
export function policies(poolCount, count) {
  const pools = Array.from({ length: poolCount }, (_, index) => ({
    id: hex(index),
    name: `pool-${index}`,
    origins: [{ name: 'origin', address: `192.0.2.${index % 250}`, enabled: true }],
    notification_email: `team-${index % count}@example.com`,
  }));
  const policy = (index) => ({
    account_id: accountId,
    name: `policy-${index}`,
    pool_ids: pools.filter((_, at) => at % count === index).map(({ id }) => id),
    email_addresses: [`team-${index}@example.com`],
    clear_legacy_email: 'covered',
  });
  return {
    what: `${count} policies over ${poolCount.toLocaleString('en-US')} pools`,
    count,
    fixture: { accounts: [{ id: accountId, name: 'example', pools }], zones: [] },
    resources: { edge_pool_notification_policy: named(count, policy) },
  };
}

/** The same number of resources that Terraform manages itself. */
export function terraformData(count) {
  return { terraform_data: named(count, (index) => ({ input: `job-${index}` })) };
}

/** Writes a stack with the plugin of the last build. */
export async function writeStack(folder, resource) {
  const { deliverPlugin, providerSource } = await import(join(dist, 'drivers/plugin/delivery.js'));
  const { currentPlatform } = await import(join(dist, 'drivers/plugin/platform.js'));
  const version = '0.1.0';
  mkdirSync(folder, { recursive: true });
  const main = { resource };
  if (!('terraform_data' in resource)) {
    deliverPlugin(folder, {
      version,
      platforms: [currentPlatform()],
      executable: 'script',
      env: process.env,
      home: homedir(),
    });
    main.terraform = { required_providers: { edge: { source: providerSource, version } } };
  }
  writeFileSync(join(folder, 'main.tf.json'), JSON.stringify(main, null, 2));
}

function named(count, make) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`r-${index}`, make(index)]));
}

function hex(index) {
  return index.toString(16).padStart(32, '0');
}
