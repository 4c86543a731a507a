import {
  ignoredVariable,
  nodeEnvironment,
  optionsOf,
  optionsVariable,
  reasonOf,
  nodeRuntimeVariables,
  waitsForDebugger,
} from '../../drivers/launcher/node-variables';
import { runProgram } from '../../ground/program';
import { messageOf } from '../../ground/words';
import { findProgram } from '../../terraform/binary';
import { ok, problem, type Check } from './check';

const name = 'options';

const timeoutMs = 60_000;

/** Checks the options of Node.js in the environment, and says which of them the plugin takes. */
export async function checkOptions(env: NodeJS.ProcessEnv, isStandalone: boolean): Promise<Check> {
  const ignored = describeIgnored(env);
  const options = optionsOf(env);
  if (options === '')
    return ok(name, ignored === '' ? 'Neither NODE_OPTIONS nor EDGE_NODE_OPTIONS is set.' : ignored);
  const given = `${optionsVariable} is "${options}"`;
  if (isStandalone) return ok(name, `${ignored} ${given}: the standalone plugin ignores it.`.trim());
  const reason = waitsForDebugger(options) ? undefined : await whyNot(env);
  if (reason === undefined) return ok(name, `${ignored} ${given}: Node.js runs the plugin with it.`.trim());
  return problem(
    name,
    `${given}, with which Node.js does not start: ${reason}.`,
    'Correct it, or unset it. Name a module by its absolute path.',
  );
}

function describeIgnored(env: NodeJS.ProcessEnv): string {
  const given: NodeJS.ProcessEnv = { ...env, NODE_OPTIONS: env[ignoredVariable] ?? env.NODE_OPTIONS };
  const isSet = (each: (typeof nodeRuntimeVariables)[number]) => (given[each] ?? '') !== '';
  const others = nodeRuntimeVariables.filter((each) => each !== 'NODE_OPTIONS' && isSet(each));
  return [
    ...(isSet('NODE_OPTIONS')
      ? [
          `NODE_OPTIONS is "${given.NODE_OPTIONS ?? ''}": the plugin ignores it, and takes ${optionsVariable}.`,
        ]
      : []),
    ...(others.length > 0 ? [`The script also ignores ${others.join(', ')}.`] : []),
  ].join(' ');
}

/** Why Node.js does not start with the options; undefined where it does, and where there is none. */
async function whyNot(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env.EDGE_NODE ?? '';
  const path = named === '' ? findProgram('node', env) : named;
  if (path === undefined) return undefined;
  try {
    const settings = { env: nodeEnvironment(env), timeoutMs };
    const { code, stderr } = await runProgram(path, ['-e', 'process.exit()'], settings);
    return code === 0 ? undefined : reasonOf(stderr);
  } catch (error) {
    return messageOf(error);
  }
}
