// The provider plugin from its start to its handshake, as a script and as the standalone executable, beside an empty Node.js process.
// Terraform starts the plugin several times a command. Reads what processes used from /proc, so it needs Linux.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, compare } from './support/measure.mjs';
import { compiled, dist, root } from './support/paths.mjs';

export const name = 'plugin-start';

const scriptOf = (build) => join(build, 'plugin/terraform-provider-edge');

export async function run({ rounds = 20, before }) {
  const { makeCertificate } = await import(join(compiled, 'drivers/plugin/certificate.js'));
  const env = {
    ...process.env,
    EDGE_NODE: process.execPath,
    TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
    PLUGIN_PROTOCOL_VERSIONS: '6',
    PLUGIN_CLIENT_CERT: makeCertificate(new Date()).certificatePem,
  };
  const executable = await buildStandalone();
  const caches = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  try {
    const start = (program, folder) => startToFirstLine(program, [], { ...env, XDG_CACHE_HOME: folder });
    const newCache = () => mkdtempSync(join(caches, 'cold-'));
    const { node, warm, cold, standalone, earlier } = await alternate(rounds, {
      node: () =>
        startToFirstLine(process.execPath, ['-e', 'console.log(0); setInterval(() => 0, 1000)'], env),
      warm: () => start(scriptOf(dist), join(caches, 'warm')),
      cold: () => start(scriptOf(dist), newCache()),
      // It contains its compiled code, and needs no cache.
      standalone: () => start(executable, newCache()),
      ...(before && { earlier: () => start(scriptOf(before), join(caches, 'warm')) }),
    });
    const row = (text, unit, figure, ours, peer = node, peerName = 'empty node') =>
      compare({ row: text, unit, ours: ours[figure], peer: peer[figure], peerName });
    return [
      row('plugin start, CPU, warm cache', 'ms', 'cpuMs', warm),
      ...(earlier === undefined
        ? []
        : [row('plugin start, CPU, warm cache', 'ms', 'cpuMs', warm, earlier, 'before')]),
      row('plugin start, CPU, cold cache', 'ms', 'cpuMs', cold),
      row('plugin start, elapsed, warm cache', 'ms', 'wallMs', warm),
      row('plugin start, peak memory', 'MB', 'peakMb', warm),
      row('standalone start, CPU', 'ms', 'cpuMs', standalone),
      row('standalone start, CPU', 'ms', 'cpuMs', standalone, warm, 'script, warm cache'),
      row('standalone start, elapsed', 'ms', 'wallMs', standalone),
      row('standalone start, elapsed', 'ms', 'wallMs', standalone, warm, 'script, warm cache'),
      row('standalone start, peak memory', 'MB', 'peakMb', standalone),
      row('standalone start, peak memory', 'MB', 'peakMb', standalone, warm, 'script, warm cache'),
    ];
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}

/** The path of the executable for this machine, from the user's cache if it is there. */
async function buildStandalone() {
  const { standalonePackages } = await import(join(dist, 'drivers/plugin/standalone/package.js'));
  const { currentPlatform } = await import(join(dist, 'drivers/plugin/platform.js'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const report = (line) => console.error(line);
  const [{ folder, fileNames }] = standalonePackages([currentPlatform()], {
    version,
    env: process.env,
    home: homedir(),
    report,
  });
  return join(
    folder,
    fileNames.find((each) => each.startsWith('terraform-provider-')),
  );
}

function startToFirstLine(program, args, env) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let sample;
    let stderr = '';
    child.once('error', reject);
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.stdout.once('data', () => {
      sample = { wallMs: Number(process.hrtime.bigint() - start) / 1e6, ...usageOf(child.pid) };
      // Not SIGKILL: the plugin writes its compile cache when it exits.
      child.kill('SIGTERM');
    });
    child.once('close', () => {
      if (sample === undefined) reject(new Error(`${program} ${args.join(' ')} wrote nothing: ${stderr}`));
      else resolve(sample);
    });
  });
}

/** What a running process has used until now. Flags for Node.js have no effect on the standalone executable, so the system reports. */
function usageOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads
    .map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
    .reduce((sum, each) => sum + Number(each), 0);
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpuMs: nanoseconds / 1e6, peakMb: Number(kilobytes) / 1024 };
}
