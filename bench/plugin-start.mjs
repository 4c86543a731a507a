// How long the plugin takes to its handshake: bundled into one file, as modules, and beside an empty Node process.
// Terraform starts the plugin several times a command. Needs `npm run build`. Only the ratios of one run mean anything.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 20);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundle = join(root, 'dist/plugin/terraform-provider-edge.js');
const modules = join(root, 'dist/drivers/plugin/main.js');
for (const file of [bundle, modules]) {
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build first`);
}

const { makeCertificate } = await import(join(root, 'dist/drivers/plugin/certificate.js'));
const env = {
  ...process.env,
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '6',
  PLUGIN_CLIENT_CERT: makeCertificate(new Date()).certificatePem,
};

const contenders = [
  { name: 'node alone', args: ['-e', 'console.log(0)'] },
  { name: 'bundled', args: [bundle] },
  { name: 'modules', args: [modules] },
].map((each) => ({ ...each, times: [] }));

for (let round = 0; round <= rounds; round += 1) {
  for (const { args, times } of contenders) {
    const ms = await timeToFirstLine(args);
    // The first round warms the file system's cache.
    if (round > 0) times.push(ms);
  }
}

const alone = median(contenders[0].times);
console.table(
  contenders.map(({ name, times }) => ({
    start: name,
    'median ms': Number(median(times).toFixed(1)),
    'fastest ms': Number(Math.min(...times).toFixed(1)),
    'times node alone': Number((median(times) / alone).toFixed(2)),
  })),
);

function timeToFirstLine(args) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let ms;
    child.once('error', reject);
    child.stdout.once('data', () => {
      ms = Number(process.hrtime.bigint() - start) / 1e6;
      child.kill('SIGTERM');
    });
    child.once('close', () => {
      if (ms === undefined) reject(new Error(`node ${args.join(' ')} wrote nothing`));
      else resolve(ms);
    });
  });
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
