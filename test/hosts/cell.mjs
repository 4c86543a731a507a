// One combination, from an empty folder to an empty zone.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { cleanEnvironment, run, serve, StepFailed } from './process.mjs';
import { commands, peers, variables, writeApp, writeConfiguration, writePackageFile } from './projects.mjs';
import { cacheFolder, provideManager, provideNode } from './toolchain.mjs';

const zoneId = 'e'.repeat(32);
const installTries = 3;

/**
 * Installs the package, deploys, plans, destroys. Throws StepFailed at the first step that does not do what it should;
 * `log` has all commands and their output. Without `nullProvider` the provisioner driver is left out.
 */
export async function runCell(cell, { folder, log, tarball, binary, nullProvider }) {
  const node = cell.isCurrent ? process.execPath : await provideNode(cell.node);
  const project = join(folder, 'project');
  const context = { cell, node, project, log, cwd: project, env: environmentOf(folder, node), binary };
  await resolveWithCommand(context, join(folder, 'resolution'), tarball);
  writePackageFile(project, cell.module);
  await install(context, [`cdktf-edge-platform@file:${tarball}`, ...peers[cell.host]]);

  const command = join(project, 'node_modules/.bin/edge-platform');
  const { ready: service, close } = await serve('emulator', [command, 'emulator', '--port', '0'], context);
  Object.assign(context.env, { EDGE_BASE_URL: service.url, EDGE_API_TOKEN: service.token, ...variables });
  try {
    if (cell.host === 'hcl') {
      await run('provider install', [command, 'provider', 'install'], context);
      writeConfiguration(project, { zoneId });
      await deploy('', project, service, context);
      return;
    }
    writeApp(project, { ...cell, zoneId });
    await run('synth', [node, 'main.js'], context);
    await deploy('', join(project, 'plugin/stacks/logs'), service, context);
    if (nullProvider === undefined) return;
    Object.assign(context.env, nullProvider.environment);
    await deploy('provisioner ', join(project, 'provisioner/stacks/logs'), service, context);
  } finally {
    await close();
  }
}

function environmentOf(folder, node) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(node, join(bin, 'node'));
  return {
    ...cleanEnvironment(),
    PATH: bin + delimiter + process.env.PATH,
    XDG_CACHE_HOME: join(folder, 'cache'),
    // Of the current Yarn alone.
    YARN_NODE_LINKER: 'node-modules',
    YARN_GLOBAL_FOLDER: join(cacheFolder, 'berry'),
    YARN_ENABLE_TELEMETRY: '0',
  };
}

/**
 * The arguments with which each package manager refuses packages for other versions of Node.js: Yarn 1 always does, and the
 * current Yarn never.
 */
const installArguments = {
  npm: ['install', '--engine-strict', '--prefer-offline', '--no-audit', '--no-fund'],
  pnpm: [
    'add',
    '--config.engine-strict=true',
    '--prefer-offline',
    '--store-dir',
    join(cacheFolder, 'pnpm-store'),
    `--config.cache-dir=${join(cacheFolder, 'pnpm-cache')}`,
  ],
  yarn: [
    ...['add', '--prefer-offline', '--non-interactive', '--cache-folder', join(cacheFolder, 'yarn-cache')],
    // Its cache is not made for two installations at once.
    ...['--mutex', `file:${join(cacheFolder, 'yarn-mutex')}`],
  ],
  berry: ['add'],
};

/**
 * Resolves a project that has the command of its host as well, without downloading it. npm alone checks the peers of all packages
 * together, and its older versions once refused those of the other host.
 */
async function resolveWithCommand({ cell, node, ...context }, folder, tarball) {
  const command = commands[cell.host];
  if (cell.manager !== 'npm' || command === undefined) return;
  writePackageFile(folder, cell.module);
  const packages = [...peers[cell.host], command, `cdktf-edge-platform@file:${tarball}`];
  const parameters = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', ...packages];
  await run('resolve', [node, await provideManager('npm10'), ...parameters], { ...context, cwd: folder });
}

/** Tries again when the registry could not be reached, as on a busy machine. */
async function install({ cell, node, project, ...context }, packages) {
  const { log } = context;
  const manager = await provideManager(cell.manager);
  // The current Yarn takes the folder above for the project unless this one has a lock file.
  if (cell.manager === 'berry') writeFileSync(join(project, 'yarn.lock'), '');
  for (let tries = 1; ; tries += 1) {
    try {
      await run('install', [node, manager, ...installArguments[cell.manager], ...packages], context);
      break;
    } catch (error) {
      const isUnreachable = /ETIMEDOUT|ESOCKETTIMEDOUT|ECONNRE|EAI_AGAIN|ENOTFOUND|socket hang up|network/i;
      if (tries === installTries || !isUnreachable.test(error.output ?? '')) throw error;
      appendFileSync(log, '\n[install] again\n');
    }
  }
  appendFileSync(log, `\nnode_modules: ${readdirSync(join(project, 'node_modules')).join(' ')}\n`);
}

/** init, apply, empty plan, destroy; both objects are in the zone in between and none afterwards. */
async function deploy(prefix, stack, service, { binary, project, ...context }) {
  const env = { ...context.env };
  const terraform = (step, command, ...args) =>
    run(prefix + step, [binary, command, '-input=false', '-no-color', ...args], {
      ...context,
      env,
      cwd: stack,
    });
  await terraform('init', 'init');
  await terraform('apply', 'apply', '-auto-approve');
  await expectObjects(`${prefix}apply`, service, 2);
  // From here on Terraform runs a copy of the plugin that is in the project itself, below its package.json.
  rmSync(join(stack, '.terraform'), { recursive: true, force: true });
  env.TF_PLUGIN_CACHE_DIR = mkdtempSync(join(project, 'plugin-cache-'));
  await terraform('init with a plugin cache', 'init');
  await terraform('plan', 'plan', '-detailed-exitcode');
  await terraform('destroy', 'destroy', '-auto-approve');
  await expectObjects(`${prefix}destroy`, service, 0);
}

async function expectObjects(step, { url, token }, expected) {
  const lists = ['logpush/jobs', 'rulesets'].map(async (path) => {
    const reply = await fetch(`${url}/zones/${zoneId}/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return (await reply.json()).result;
  });
  const objects = (await Promise.all(lists)).flat().filter(({ kind }) => kind !== 'managed');
  if (objects.length !== expected)
    throw new StepFailed(step, `the zone has ${objects.length} objects, expected ${expected}`);
}
