// What is done with the project of a row, by the column of the table.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cleanEnvironment, run, StepFailed } from '../hosts/process.mjs';
import { blockOf, differences, readStack } from './compare.mjs';
import { ofPage } from './languages.mjs';
import { readPairs, writePairs } from './pages.mjs';
import { root } from './places.mjs';
import { accountId, zoneId } from './world.mjs';

const require = createRequire(import.meta.url);

/**
 * A step gets `language`, `host`, `project` and `stack` (folders), `expected`, `expectedGuide` and `expectedPages` (stacks of
 * TypeScript), `tarball` (the packed npm package), `binary` (path of Terraform), `service` (the emulator), `env` and `log`. It throws what
 * went wrong.
 */
export const steps = {
  install,
  synth,
  apply,
  plan,
  destroy,
  standalone,
  guide,
  pages,
  'wrong prop': wrongProp,
  'wrong value': wrongValue,
};

/** Steps that need all steps before them. The others need the installation alone. */
export const story = ['install', 'synth', 'apply', 'plan', 'destroy'];

async function install({ language, host, tarball, ...context }) {
  if (language.name !== 'typescript') {
    const script = join(root, 'scripts/languages/package.mjs');
    const chosen = ['--language', language.name, '--host', host];
    await run('package', [process.execPath, script, ...chosen], inProject(context));
  }
  await language.install({ ...inProject(context), host, tarball });
}

async function synth({ stack, expected, ...context }) {
  await runApp('synth', context);
  const [difference] = differences(expected, readStack(stack));
  if (difference !== undefined) throw new StepFailed('synth', difference);
  await probe(context);
}

async function probe({ language: { probe: given }, host, ...context }) {
  if (given === undefined) return;
  const output = await run('probe', given.command(context.project, host), inProject(context));
  if (!given.prints.every((text) => output.includes(text)))
    throw new StepFailed('probe', `it prints ${output}`);
}

async function apply(context) {
  await terraform(context, 'init', '-input=false', '-no-color');
  await terraform(context, 'apply', '-input=false', '-no-color', '-auto-approve');
  const { job, legacy_pools, waf_losses } = JSON.parse(await terraform(context, 'output', '-json'));
  const outputs = { job: job.value, legacyPools: legacy_pools.value, wafLosses: waf_losses.value.length };
  // The job has the ID of the one that was imported.
  expectEqual('apply', outputs, { job: '1001', legacyPools: 0, wafLosses: 4 });
  expectEqual('apply', await countObjects(context.service), { jobs: 1, rulesets: 2, policies: 1 });
}

async function plan(context) {
  await terraform(context, 'plan', '-input=false', '-no-color', '-detailed-exitcode');
}

async function destroy(context) {
  await terraform(context, 'destroy', '-input=false', '-no-color', '-auto-approve');
  // The rules of the migrated zone stay.
  expectEqual('destroy', await countObjects(context.service), { jobs: 0, rulesets: 1, policies: 0 });
}

/** The package brings what builds the standalone provider, with which Terraform needs no Node.js. */
async function standalone(context) {
  const { project } = context;
  const outdir = join(project, 'standalone.out');
  // A download and a build of some seconds, once for a checkout.
  const cache = join(root, '.tmp/cache');
  const env = {
    ...context.env,
    EDGE_PROVIDER_EXECUTABLE: 'standalone',
    XDG_CACHE_HOME: cache,
    CDKTF_OUTDIR: outdir,
  };
  await runApp('standalone', { ...context, env });
  const empty = join(project, 'empty');
  mkdirSync(empty, { recursive: true });
  const bare = { ...context, stack: join(outdir, 'stacks/shop'), env: { ...env, PATH: empty } };
  await terraform(bare, 'init', '-input=false', '-no-color');
  await terraform(bare, 'validate', '-no-color');
}

/** The example of the README, as the guide writes it in this language, makes the same stack. */
async function guide(context) {
  const { project, language, host, expectedGuide } = context;
  const file = join(project, language.main);
  const example = readFileSync(file, 'utf8');
  writeFileSync(file, ofPage(blockOf(language.page, language.fence), language, host));
  const outdir = join(project, 'guide.out');
  try {
    await runApp('guide', { ...context, env: { ...context.env, CDKTF_OUTDIR: outdir } });
  } finally {
    writeFileSync(file, example);
  }
  const [difference] = differences(expectedGuide, readStack(join(outdir, 'stacks/logs')));
  if (difference !== undefined) throw new StepFailed('guide', difference);
}

/**
 * The code of pages that is in this language is what the generator writes. Its programs make the stacks of their TypeScript, and all
 * other blocks run in a stack.
 */
async function pages({ host, project, expectedPages, env, log, language }) {
  // Both hosts have the same pages.
  if (host === 'cdktn') await run('docs', checkPages, { cwd: root, env: cleanEnvironment(), log });
  const pairs = readPairs().map((pair) => ({ ...pair, python: ofPage(pair.python, language, host) }));
  const folder = join(project, 'pages');
  const outdir = join(project, 'pages.out');
  mkdirSync(folder);
  writePairs(pairs, language.name, folder);
  writeFileSync(join(folder, 'pairs.json'), JSON.stringify(pairs));
  const command = language.runPages(project, host);
  await run('pages', command, { cwd: folder, env: { ...env, CDKTF_OUTDIR: outdir }, log });
  const [difference] = differences(expectedPages, readStack(join(outdir, 'stacks')));
  if (difference !== undefined) throw new StepFailed('pages', difference);
}

const checkPages = [
  process.execPath,
  require.resolve('tsx/cli'),
  ...['--tsconfig', 'scripts/docs/tsconfig.json', 'scripts/generate-docs.mjs', '--check'],
];

async function wrongProp(context) {
  const [word, wrong, told] = context.language.mistakes.prop;
  const output = await runWithMistake('wrong prop', [word, wrong], context);
  if (!output.includes(told)) throw new StepFailed('wrong prop', `the output does not say: ${told}`);
}

/** What the construct says of the wrong value, the same in all languages. */
const message = [
  '[shop/failures] LogpushJob:',
  'where: Log filter: The operator "geq" does not apply to "ClientRequestHost", which is of type string. Use one of eq,',
];
/** The message must begin in one of the first lines, blank ones aside. */
const firstLines = 6;

async function wrongValue(context) {
  const output = await runWithMistake('wrong value', context.language.mistakes.value, context);
  const lines = output.split('\n').filter((line) => /\w/.test(line));
  const at = lines.findIndex((_, index) =>
    message.every((part, offset) => lines[index + offset]?.includes(part)),
  );
  if (at < 0) throw new StepFailed('wrong value', `the output does not say: ${message.join(' ')}`);
  if (at >= firstLines) throw new StepFailed('wrong value', `the message comes only after ${at} lines`);
  const frame = lines.find((line) => /^\s*at .*(KernelHost|edge-platform\/dist|node:internal)/.test(line));
  if (frame !== undefined)
    throw new StepFailed('wrong value', `it shows where in the package: ${frame.trim()}`);
}

/** Runs the app with one word of its main file replaced. It must fail; returns its output. */
async function runWithMistake(step, [word, wrong], context) {
  const file = join(context.project, context.language.main);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(word)) throw new StepFailed(step, `${file} does not have ${word}`);
  writeFileSync(file, text.replace(word, wrong));
  try {
    await runApp(step, context);
  } catch (error) {
    if (error.output === undefined) throw error;
    return error.output;
  } finally {
    writeFileSync(file, text);
  }
  throw new StepFailed(step, 'the mistake was not noticed');
}

function runApp(step, { language, ...context }) {
  return run(step, language.app(context.project), inProject(context));
}

const inProject = ({ project, env, log }) => ({ cwd: project, env, log });

function terraform({ binary, stack, env, log }, command, ...args) {
  return run(command, [binary, command, ...args], { cwd: stack, env, log });
}

async function countObjects({ url, token }) {
  const count = async (path) => {
    const reply = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    return (await reply.json()).result.filter(({ kind }) => kind !== 'managed').length;
  };
  return {
    jobs: await count(`/zones/${zoneId}/logpush/jobs`),
    rulesets: await count(`/zones/${zoneId}/rulesets`),
    policies: await count(`/accounts/${accountId}/alerting/v3/policies`),
  };
}

function expectEqual(step, actual, expected) {
  const [one, other] = [actual, expected].map((each) => JSON.stringify(each));
  if (one !== other) throw new StepFailed(step, `${one}, expected ${other}`);
}
