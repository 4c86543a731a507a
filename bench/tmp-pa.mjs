// `terraform plan`, `apply` and `destroy` of many resources, beside as many `terraform_data`, which is what Terraform itself takes for
// them, and the plugin's own CPU time, beside Terraform's, that of an earlier build, and that of the service's own provider. The
// emulator answers and counts the calls.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fetch } from 'undici';
import { alternate, compare } from './support/measure.mjs';
import { startEmulator } from './support/servers.mjs';
import { jobs, policies, terraformData, writeStack } from './support/stacks.mjs';

export const name = 'plan-apply';

/** Terraform or OpenTofu, as cdktf selects it. */
const binary = process.env.TERRAFORM_BINARY_NAME || 'terraform';

const steps = {
  'plan, new': ['plan'],
  'apply, new': ['apply', '-auto-approve'],
  'plan, unchanged': ['plan', '-detailed-exitcode'],
  destroy: ['destroy', '-auto-approve'],
};

const titles = { before: 'before', service: "service's provider" };

/** `only` names workloads; `mirror` has the service's own provider. */
export async function run({ rounds = 1, only, before, mirror }) {
  const isChosen = (workload) => only === undefined || only.includes(workload);
  const results = {};
  if (isChosen('jobs')) results.jobs = await measure(jobs(400), { rounds, before, mirror });
  if (isChosen('parallel')) results.parallel = await measure(jobs(1000), { rounds, parallelism: 50 });
  if (isChosen('pools')) results.pools = await measure(policies(2000, 50), { rounds });
  // Without an apply: Terraform's own part of it takes many minutes for these.
  if (isChosen('large')) results.large = await measure(jobs(5000), { rounds, isApplied: true });
  return [
    ...Object.values(results).flatMap(rowsOf),
    ...(results.jobs && results.large ? growth(results.jobs, results.large) : []),
  ];
}

/**
 * What each step of a workload takes, with the provider and with its peers. With `isApplied`, the jobs and their state
 * are written without an apply: copies of one that Terraform has applied.
 */
async function measure(workload, { rounds, parallelism, before, mirror, isApplied = false }) {
  const folder = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  let emulator;
  try {
    const fixture = join(folder, 'fixture.json');
    writeFileSync(fixture, JSON.stringify(workload.fixture));
    emulator = await startEmulator(['--fixture', fixture]);
    const control = async (method, path) =>
      (await fetch(`${new URL(emulator.url).origin}/__emulator${path}`, { method })).json();
    const use = join(folder, 'use');
    const env = {
      ...process.env,
      TF_CLI_CONFIG_FILE: '/dev/null',
      CHECKPOINT_DISABLE: '1',
      EDGE_BASE_URL: emulator.url,
      EDGE_API_TOKEN: emulator.token,
      CLOUDFLARE_BASE_URL: `${emulator.url}/`,
      CLOUDFLARE_API_TOKEN: emulator.token,
      // The emulator has no limit, and what is measured is work, not waiting.
      EDGE_REQUESTS_PER_5_MINUTES: '1000000',
      XDG_CACHE_HOME: join(folder, 'cache'),
    };

    const stacks = {
      ours: [workload.resources],
      terraform_data: [terraformData(workload.count)],
      ...(before && { before: [workload.resources, { build: before }] }),
      ...(mirror && { service: [workload.ofService, { mirror }] }),
    };
    mkdirSync(env.XDG_CACHE_HOME);
    for (const [name, [resources, options]] of Object.entries(stacks)) {
      await writeStack(join(folder, name), resources, { use, ...options });
      await terraform(join(folder, name), { env, use }, ['init']);
    }

    const flags = ['-input=false', ...(parallelism === undefined ? [] : [`-parallelism=${parallelism}`])];
    const runSteps = async (stack) => {
      await control('POST', '/reset');
      rmSync(join(stack, 'terraform.tfstate'), { force: true });
      const sample = {};
      for (const [step, args] of Object.entries(steps)) {
        if (isApplied && args[0] === 'destroy') continue;
        if (isApplied && args[0] === 'apply') {
          await writeApplied(
            stack,
            workload,
            (one) => terraform(stack, { env, use }, [...args, ...flags, `-target=${one}`]),
            emulator,
          );
          continue;
        }
        await control('DELETE', '/calls');
        const { seconds, plugin, terraformCpu } = await terraform(stack, { env, use }, [...args, ...flags]);
        sample[step] = seconds;
        sample[`${step} CPU`] = plugin.cpu;
        sample[`${step} Terraform's CPU`] = terraformCpu;
        sample[`${step} MB`] = plugin.mb;
        sample[`${step} calls`] = (await control('DELETE', '/calls')).length;
      }
      return sample;
    };
    const contenders = Object.fromEntries(
      Object.keys(stacks).map((name) => [name, () => runSteps(join(folder, name))]),
    );
    const { ours, terraform_data: floor, ...peers } = await alternate(rounds, contenders, 0);
    const what = parallelism === undefined ? workload.what : `${workload.what}, parallelism ${parallelism}`;
    return { ours, floor, peers, what, count: workload.count };
  } finally {
    await emulator?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf({ what, ours, floor, peers }) {
  const measured = Object.keys(steps).filter((step) => step in ours);
  const times = measured.map((step) =>
    compare({
      row: `${step}: ${what} (${ours[`${step} calls`].toLocaleString('en-US')} calls)`,
      unit: 's',
      ours: ours[step],
      peer: floor[step],
      peerName: 'terraform_data',
      calls: ours[`${step} calls`],
    }),
  );
  const cpu = measured.flatMap((step) => {
    const row = `plugin, CPU: ${step}: ${what}`;
    const figure = `${step} CPU`;
    return [
      ['Terraform itself', ours[`${step} Terraform's CPU`]],
      ...Object.entries(peers).map(([name, peer]) => [titles[name], peer[figure]]),
    ].map(([peerName, peer]) => compare({ row, unit: 'CPU s', ours: ours[figure], peer, peerName }));
  });
  const peak = (sample) => Math.max(...measured.map((step) => sample[`${step} MB`]));
  const memory = [
    ['empty node', emptyNodeMb()],
    ...Object.entries(peers).map(([name, peer]) => [titles[name], peak(peer)]),
  ].map(([peerName, peer]) =>
    compare({ row: `plugin, peak memory: ${what}`, unit: 'MB', ours: peak(ours), peer, peerName }),
  );
  return [...times, ...cpu, ...memory];
}

/** How the time per resource grows. */
function growth(small, large) {
  const perResource = ({ count }, side, step) => side[step] / count;
  const measured = Object.keys(steps).filter((step) => step in large.ours);
  return measured.map((step) =>
    compare({
      row: `${step}: time per job, ${large.what} to ${small.what}`,
      unit: 'x',
      ours: perResource(large, large.ours, step) / perResource(small, small.ours, step),
      peer: perResource(large, large.floor, step) / perResource(small, small.floor, step),
      peerName: 'terraform_data',
    }),
  );
}

/** Applies the first resource, and copies it to the account and to the state for each of the others. */
async function writeApplied(stack, { count, resources }, applyOnly, { url, token }) {
  const { resource } = JSON.parse(readFileSync(join(stack, 'main.tf.json'), 'utf8'));
  const [[type, declared]] = Object.entries(resource);
  const [first, ...others] = Object.keys(declared);
  await applyOnly(`${type}.${first}`);
  const file = join(stack, 'terraform.tfstate');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  const [applied] = state.resources;
  const copy = (name, attributes) => {
    const one = structuredClone(applied);
    Object.assign(one.instances[0].attributes, attributes);
    state.resources.push({ ...one, name });
  };
  if (!(type in resources)) {
    for (const name of others) {
      const value = declared[name].input;
      copy(name, { input: { value, type: 'string' }, output: { value, type: 'string' } });
    }
  } else {
    const call = async (method, path, body) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { success, errors, result } = await response.json();
      if (!success) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
      return result;
    };
    const { zone_id: zoneId } = declared[first];
    const [{ dataset, enabled, logpull_options }] = await call('GET', `/zones/${zoneId}/logpush/jobs`);
    for (const name of others) {
      const { zone_id, name: jobName, destination_conf } = declared[name];
      const desired = { name: jobName, destination_conf };
      const { id } = await call('POST', `/zones/${zone_id}/logpush/jobs`, {
        dataset,
        enabled,
        logpull_options,
        ...desired,
      });
      copy(name, { ...desired, zone_id, id: String(id) });
    }
  }
  if (state.resources.length !== count) throw new Error(`The state has ${state.resources.length} resources`);
  writeFileSync(file, JSON.stringify(state));
}

/**
 * Seconds that a command took, the CPU seconds of Terraform, and those of its plugins with their peak memory. A plan that finds a change
 * where nothing changed exits with 2, which is a failure.
 */
function terraform(cwd, { env, use }, args) {
  const useOfAll = `${use}-of-all`;
  for (const file of [use, useOfAll]) writeFileSync(file, '');
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(
      'time',
      ['-q', '-a', '-o', useOfAll, '-f', '%U %S %M', binary, ...args, '-no-color'],
      { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      const plugin = usedBy(use);
      if (code === 0) resolve({ seconds, plugin, terraformCpu: usedBy(useOfAll).cpu - plugin.cpu });
      else reject(new Error(`${binary} ${args.join(' ')} ended with ${code}: ${stderr.slice(0, 2000)}`));
    });
  });
}

/** The CPU seconds of all processes that a file tells of, and the peak memory of one. */
function usedBy(file) {
  const processes = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(' ').map(Number));
  return {
    cpu: processes.reduce((sum, [user, system]) => sum + user + system, 0),
    mb: Math.max(0, ...processes.map(([, , kilobytes]) => kilobytes / 1024)),
  };
}

function emptyNodeMb() {
  const script = 'process.stdout.write(String(process.resourceUsage().maxRSS / 1024))';
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}
