import { devNull } from 'node:os';

/** Terraform asks nobody, neither a person nor HashiCorp's service for new versions. */
const unattended = { CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };

/**
 * The environment for a user's own configuration: the user's, without settings of Terraform (`TF_…`), which could name another
 * provider. The values of variables (`TF_VAR_…`) stay.
 */
export function userEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...without(env, /^TF_(?!VAR_)/), ...unattended };
}

/** The environment for tests: this process's, without settings of Terraform and of the provider, variables included. */
export function isolatedEnvironment(): NodeJS.ProcessEnv {
  return { ...without(process.env, /^(TF_|EDGE_)/), TF_CLI_CONFIG_FILE: devNull, ...unattended };
}

/** The variables of the environment that give variables of a configuration their values. */
export function variableSettings(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `TF_VAR_${name}`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function without(env: NodeJS.ProcessEnv, names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.test(name)));
}
