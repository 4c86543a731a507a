// Terraform stacks of many resources, and the accounts for them.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
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
    ofService: {
      cloudflare_logpush_job: named(count, (index) => {
        const { fields, ...others } = job(index);
        return { ...others, enabled: true, output_options: { field_names: fields } };
      }),
    },
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

/**
 * Writes a stack with the plugin of a build; with `mirror`, a folder as `terraform providers mirror` unpacks it, for the service's own
 * provider. Before the plugin stands a script that adds a line to the file `use` when the plugin ends: CPU seconds of the user and
 * of the system, and peak memory in kB.
 */
export async function writeStack(folder, resource, { build = dist, mirror, use }) {
  mkdirSync(folder, { recursive: true });
  const main = { resource };
  const plugins = join(folder, 'terraform.d/plugins');
  if ('cloudflare_logpush_job' in resource) {
    cpSync(mirror, plugins, { recursive: true });
    main.terraform = { required_providers: { cloudflare: { source: 'cloudflare/cloudflare' } } };
  } else if (!('terraform_data' in resource)) {
    const { deliverPlugin, providerSource } = await import(join(build, 'drivers/plugin/delivery.js'));
    const { currentPlatform } = await import(join(build, 'drivers/plugin/platform.js'));
    const version = '0.1.0';
    deliverPlugin(folder, {
      version,
      platforms: [currentPlatform()],
      executable: 'script',
      env: process.env,
      home: homedir(),
    });
    // It has the checksum of the plugin without the script.
    rmSync(join(folder, '.terraform.lock.hcl'), { force: true });
    main.terraform = { required_providers: { edge: { source: providerSource, version } } };
  }
  for (const plugin of executablesIn(plugins)) {
    const real = join(folder, basename(plugin));
    renameSync(plugin, real);
    writeFileSync(plugin, `#!/bin/sh\nexec time -q -a -o '${use}' -f '%U %S %M' '${real}' "$@"\n`, {
      mode: 0o755,
    });
  }
  writeFileSync(join(folder, 'main.tf.json'), JSON.stringify(main, null, 2));
}

function executablesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((path) => basename(path).startsWith('terraform-provider-'))
    .map((path) => join(folder, path));
}

function named(count, make) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`r-${index}`, make(index)]));
}

function hex(index) {
  return index.toString(16).padStart(32, '0');
}
