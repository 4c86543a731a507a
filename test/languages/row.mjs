// One language with one host, from an empty folder to an empty account.
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, serve } from '../hosts/process.mjs';
import { inHost, languages } from './languages.mjs';
import { examples, root } from './places.mjs';
import { steps, story } from './steps.mjs';
import { fixture, variables } from './world.mjs';

/**
 * Runs a row in an empty folder. Returns what became of each step: `{ seconds }` or `{ failure }`, nothing for one that was not
 * reached or that the language does not have.
 */
export async function runRow({ language: name, host }, { folder, log, ...shared }) {
  const language = { name, ...languages[name] };
  const project = join(folder, 'project');
  cpSync(join(examples, name), project, { recursive: true });
  rewrite(project, (text) => inHost(text, language, host));
  const env = { ...cleanEnvironment(), ...variables, ...quietNode(), CDKTF_OUTDIR: join(folder, 'out') };
  const emulator = [process.execPath, join(root, 'dist/cli/main.js'), 'emulator', '--port', '0'];
  const { ready: service, close } = await serve('emulator', [...emulator, '--fixture', fixture], {
    cwd: folder,
    env,
    log,
  });
  Object.assign(env, { EDGE_BASE_URL: service.url, EDGE_API_TOKEN: service.token });
  const stack = join(folder, 'out/stacks/shop');
  try {
    return await runSteps({ ...shared, language, host, project, stack, service, env, log });
  } finally {
    await close();
  }
}

async function runSteps(context) {
  const outcomes = {};
  for (const step of Object.keys(steps)) {
    if (step === 'pages' && context.language.runPages === undefined) continue;
    const needed = story.includes(step) ? story.slice(0, story.indexOf(step)) : ['install'];
    if (needed.some((each) => outcomes[each]?.seconds === undefined)) continue;
    const started = performance.now();
    try {
      await steps[step](context);
      outcomes[step] = { seconds: (performance.now() - started) / 1000 };
    } catch (error) {
      appendFileSync(context.log, `\n${error.stack}\n`);
      outcomes[step] = { failure: error.message };
    }
  }
  return outcomes;
}

/** jsii announces the end of life of the running Node.js in a box. */
function quietNode() {
  const [major] = process.versions.node.split('.');
  return {
    JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: major,
    JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION: major,
  };
}

function rewrite(folder, change) {
  for (const each of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!each.isFile()) continue;
    const file = join(each.parentPath, each.name);
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  }
}
