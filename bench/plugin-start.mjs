// The provider plugin from its start to its handshake, beside an empty Node.js process. Terraform starts the plugin
// several times a command.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, compare } from './support/measure.mjs';
import { compiled, dist, root } from './support/paths.mjs';

export const name = 'plugin-start';

const plugin = join(dist, 'plugin/terraform-provider-edge');
const reportUsage = join(root, 'bench/support/report-usage.js');

export async function run({ rounds = 20 }) {
  const { makeCertificate } = await import(join(compiled, 'drivers/plugin/certificate.js'));
  const env = {
    ...process.env,
    TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
    PLUGIN_PROTOCOL_VERSIONS: '6',
    PLUGIN_CLIENT_CERT: makeCertificate(new Date()).certificatePem,
  };
  const caches = mkdtempSync(join(tmpdir(), 'edge-bench-'));
  try {
    const withCache = (folder) => startToFirstLine(plugin, [], { ...env, XDG_CACHE_HOME: folder });
    const { node, warm, cold } = await alternate(rounds, {
      node: () => startToFirstLine(process.execPath, ['-e', 'console.log(0)'], env),
      warm: () => withCache(join(caches, 'warm')),
      cold: () => withCache(mkdtempSync(join(caches, 'cold-'))),
    });
    const row = (text, unit, figure, one) =>
      compare({
        row: `plugin start, ${text}`,
        unit,
        ours: one[figure],
        peer: node[figure],
        peerName: 'empty node',
      });
    return [
      row('CPU, warm cache', 'ms', 'cpuMs', warm),
      row('CPU, cold cache', 'ms', 'cpuMs', cold),
      row('elapsed, warm cache', 'ms', 'wallMs', warm),
      row('peak memory', 'MB', 'peakMb', warm),
    ];
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}

function startToFirstLine(program, args, env) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(program, args, {
      env: { ...env, EDGE_NODE: process.execPath, NODE_OPTIONS: `--require ${JSON.stringify(reportUsage)}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let wallMs;
    let stderr = '';
    child.once('error', reject);
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.stdout.once('data', () => {
      wallMs = Number(process.hrtime.bigint() - start) / 1e6;
      // Not SIGKILL: the plugin writes its compile cache when it exits.
      child.kill('SIGTERM');
    });
    child.once('close', () => {
      const usage = /^usage (.*)$/m.exec(stderr)?.[1];
      if (wallMs === undefined || usage === undefined)
        reject(new Error(`${program} ${args.join(' ')} wrote nothing: ${stderr}`));
      else resolve({ wallMs, ...JSON.parse(usage) });
    });
  });
}
