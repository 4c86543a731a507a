// `terraform plan` and `terraform apply` of 1,000 jobs of 250 zones, beside as many `terraform_data`, which is what Terraform itself takes
// for them. The emulator answers and counts the calls.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fetch } from 'undici';
import { alternate, compare } from './support/measure.mjs';
import { dist } from './support/paths.mjs';
import { startEmulator } from './support/servers.mjs';

export const name = 'plan-apply';

/** The service allows no more. */
const jobsPerZone = 4;

export async function run({ rounds = 1, count = 1000 }) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  const fixture = join(folder, 'fixture.json');
  writeFileSync(fixture, JSON.stringify(makeFixture(count)));
  const emulator = await startEmulator(['--fixture', fixture]);
  const env = {
    ...process.env,
    TF_CLI_CONFIG_FILE: '/dev/null',
    CHECKPOINT_DISABLE: '1',
    EDGE_BASE_URL: emulator.url,
    EDGE_API_TOKEN: emulator.token,
    // The emulator has no limit, and what is measured is work, not waiting.
    EDGE_REQUESTS_PER_5_MINUTES: '1000000',
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
  try {
    const control = async (method, path) =>
      (await fetch(`${new URL(emulator.url).origin}/__emulator${path}`, { method })).json();

    const ours = join(folder, 'ours');
    await declareJobs(ours, count);
    const floor = join(folder, 'floor');
    declareData(floor, count);
    for (const stack of [ours, floor]) await terraform(stack, env, ['init']);

    const measure = async (stack, countCalls = () => 0) => {
      rmSync(join(stack, 'terraform.tfstate'), { force: true });
      const steps = {
        planNew: ['plan'],
        apply: ['apply', '-auto-approve'],
        planUnchanged: ['plan', '-detailed-exitcode'],
      };
      const sample = {};
      for (const [step, args] of Object.entries(steps)) {
        sample[step] = await terraform(stack, env, [...args, '-input=false']);
        sample[`${step}Calls`] = await countCalls();
      }
      return sample;
    };
    const countCalls = async () => {
      const { length } = await control('GET', '/calls');
      await control('DELETE', '/calls');
      return length;
    };
    const results = await alternate(rounds, {
      ours: async () => {
        await control('POST', '/reset');
        await control('DELETE', '/calls');
        return measure(ours, countCalls);
      },
      floor: () => measure(floor),
    });
    const row = (text, step) =>
      compare({
        row: `${text} ${count.toLocaleString('en-US')} jobs (${results.ours[`${step}Calls`].toLocaleString('en-US')} calls)`,
        unit: 's',
        ours: results.ours[step],
        peer: results.floor[step],
        peerName: 'terraform_data',
        calls: results.ours[`${step}Calls`],
      });
    return [row('plan, new', 'planNew'), row('apply, new', 'apply'), row('plan, unchanged', 'planUnchanged')];
  } finally {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeFixture(count) {
  const accountId = 'a'.repeat(32);
  const zones = Array.from({ length: Math.ceil(count / jobsPerZone) }, (_, index) => ({
    id: zoneIdOf(index * jobsPerZone),
    account_id: accountId,
    name: `zone-${index}.example`,
    plan: 'enterprise',
  }));
  return { accounts: [{ id: accountId, name: 'example' }], zones };
}

function zoneIdOf(jobIndex) {
  return String(Math.floor(jobIndex / jobsPerZone)).padStart(32, '0');
}

async function declareJobs(stack, count) {
  const { currentPlatform, deliverPlugin, providerSource } = await import(
    join(dist, 'drivers/plugin/delivery.js')
  );
  const version = '0.1.0';
  mkdirSync(stack);
  deliverPlugin(stack, version, [currentPlatform()]);
  const job = (index) => ({
    zone_id: zoneIdOf(index),
    name: `job-${index}`,
    dataset: 'http_requests',
    destination_conf: `https://logs.example.com/${index}`,
    fields: ['RayID', 'EdgeResponseStatus'],
  });
  configure(stack, {
    terraform: { required_providers: { edge: { source: providerSource, version } } },
    resource: { edge_logpush_job: named(count, job) },
  });
}

function declareData(stack, count) {
  mkdirSync(stack);
  configure(stack, { resource: { terraform_data: named(count, (index) => ({ input: `job-${index}` })) } });
}

function named(count, make) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`job-${index}`, make(index)]));
}

function configure(stack, main) {
  writeFileSync(join(stack, 'main.tf.json'), JSON.stringify(main, null, 2));
}

/** Seconds that a command took. A plan that finds a change where nothing changed exits with 2, which is a failure. */
function terraform(cwd, env, args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn('terraform', [...args, '-no-color'], {
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve((performance.now() - start) / 1000);
      else reject(new Error(`terraform ${args.join(' ')} ended with ${code}: ${stderr.slice(0, 2000)}`));
    });
  });
}
