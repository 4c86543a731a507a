// One language with one host, from an empty folder to an empty state.
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, run, serve, StepFailed } from '../hosts/process.mjs';
import { differences, readStack } from './compare.mjs';
import { languages } from './languages.mjs';
import { examples, root } from './places.mjs';

const story = ['install', 'synth', 'apply', 'plan', 'destroy'];
const mistakes = ['wrong prop', 'wrong value'];
export const columns = [...story, ...mistakes];

const accountId = 'a'.repeat(32);
const zoneId = 'e'.repeat(32);
const variables = {
  TF_VAR_account_id: accountId,
  TF_VAR_zone_id: zoneId,
  TF_VAR_on_call: '["ops@example.com"]',
  TF_VAR_bucket_key_id: 'AKIAEXAMPLE',
  TF_VAR_bucket_key: 'example-secret',
};

/** What the construct says of the wrong value, the same in all languages. */
const message = [
  '[shop/failures] LogpushJob:',
  'where: Log filter: The dataset http_requests has no field "EdgeResponseStatuss". Did you mean "EdgeResponseStatus"?',
];
/** The lines, blank ones aside, above which a message counts as shown first. */
const firstLines = 6;

/**
 * Runs a row. Returns what became of each column: `{ seconds }` or `{ failure }`, nothing for one that was not reached.
 *
 * @param expected - the stack as TypeScript synthesizes it
 * @param tarball - the packed npm package
 */
export async function runRow({ language: name, host }, { folder, log, binary, expected, tarball }) {
  const language = languages[name];
  const project = join(folder, 'project');
  cpSync(join(examples, name), project, { recursive: true });
  if (host === 'cdktn') rewrite(project, language.forCdktn);
  const env = { ...cleanEnvironment(), ...variables, ...quietNode(), CDKTF_OUTDIR: join(folder, 'out') };
  const context = { log, cwd: project, env };
  const synthesize = (step) => run(step, language.app(project), context);
  const stack = join(folder, 'out/stacks/shop');

  const fixture = join(examples, 'world.json');
  const command = [
    process.execPath,
    join(root, 'dist/cli/main.js'),
    'emulator',
    '--port',
    '0',
    '--fixture',
    fixture,
  ];
  const { ready: service, close } = await serve('emulator', command, context);
  Object.assign(env, { EDGE_BASE_URL: service.url, EDGE_API_TOKEN: service.token });
  const terraform = (step, ...args) => run(step, [binary, ...args], { ...context, cwd: stack });

  const work = {
    install: () => language.install({ ...context, host, tarball }),
    async synth() {
      await synthesize('synth');
      const [difference] = differences(expected, readStack(stack));
      if (difference !== undefined) throw new StepFailed('synth', difference);
    },
    async apply() {
      await terraform('init', 'init', '-input=false', '-no-color');
      await terraform('apply', 'apply', '-input=false', '-no-color', '-auto-approve');
      const outputs = JSON.parse(await terraform('output', 'output', '-json'));
      expectEqual('apply', 'job', outputs.job.value, '1001');
      expectEqual('apply', 'legacy_pools', outputs.legacy_pools.value, 0);
      expectEqual('apply', 'the number of waf_losses', outputs.waf_losses.value.length, 4);
      expectEqual('apply', 'objects', await countObjects(service), { jobs: 1, rulesets: 2, policies: 1 });
    },
    plan: () => terraform('plan', 'plan', '-input=false', '-no-color', '-detailed-exitcode'),
    async destroy() {
      await terraform('destroy', 'destroy', '-input=false', '-no-color', '-auto-approve');
      // The rules of the migrated zone stay.
      expectEqual('destroy', 'objects', await countObjects(service), { jobs: 0, rulesets: 1, policies: 0 });
    },
    async 'wrong prop'() {
      const [word, wrong, told] = language.mistakes.prop;
      const output = await fail('wrong prop', join(project, language.main), [word, wrong], synthesize);
      if (!output.includes(told)) throw new StepFailed('wrong prop', `the output does not say: ${told}`);
    },
    async 'wrong value'() {
      const output = await fail(
        'wrong value',
        join(project, language.main),
        language.mistakes.value,
        synthesize,
      );
      const lines = output.split('\n').filter((line) => /\w/.test(line));
      const at = lines.findIndex((line, index) =>
        message.every((part, offset) => lines[index + offset]?.includes(part)),
      );
      if (at < 0) throw new StepFailed('wrong value', `the output does not say: ${message.join(' ')}`);
      if (at >= firstLines) throw new StepFailed('wrong value', `the message comes only after ${at} lines`);
    },
  };

  const outcomes = {};
  const attempt = async (column) => {
    const started = performance.now();
    try {
      await work[column]();
      outcomes[column] = { seconds: (performance.now() - started) / 1000 };
    } catch (error) {
      appendFileSync(log, `\n${error.stack}\n`);
      outcomes[column] = { failure: error.message };
    }
    return outcomes[column].failure === undefined;
  };
  try {
    for (const column of story) if (!(await attempt(column))) break;
    if (outcomes.install.failure === undefined) for (const column of mistakes) await attempt(column);
    return outcomes;
  } finally {
    await close();
  }
}

/** jsii announces the end of life of the running Node.js in a box. */
export function quietNode() {
  const [major] = process.versions.node.split('.');
  return {
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: major,
    JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: major,
  };
}

function rewrite(folder, replacements) {
  for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue;
    const file = join(each.parentPath, each.name);
    const text = replacements.reduce((so, [from, to]) => so.replaceAll(from, to), readFileSync(file, 'utf8'));
    writeFileSync(file, text);
  }
}

/** Runs with a mistake in a file, which must fail, and returns the output. */
async function fail(step, file, [word, wrong], work) {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(word)) throw new StepFailed(step, `${file} does not have ${word}`);
  writeFileSync(file, text.replace(word, wrong));
  try {
    await work(step);
  } catch (error) {
    if (error.output === undefined) throw error;
    return error.output;
  } finally {
    writeFileSync(file, text);
  }
  throw new StepFailed(step, 'the mistake was not noticed');
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

function expectEqual(step, what, actual, expected) {
  const [one, other] = [actual, expected].map((each) => JSON.stringify(each));
  if (one !== other) throw new StepFailed(step, `${what}: ${one}, expected ${other}`);
}
