/**
 * The variables with which Node.js loads code, prints, waits or ends before a program runs. Whoever sets them means other
 * programs, so none reaches the plugin (docs/decisions/0042-process-of-the-plugin.md). What Node.js needs to reach the API
 * stays, such as NODE_EXTRA_CA_CERTS.
 */
export const nodeRuntimeVariables = [
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_DEBUG',
  'NODE_DEBUG_NATIVE',
  'NODE_V8_COVERAGE',
  'NODE_COMPILE_CACHE',
  'NODE_COMPILE_CACHE_PORTABLE',
  'NODE_PENDING_DEPRECATION',
  'NODE_REDIRECT_WARNINGS',
  'NODE_REPL_EXTERNAL_MODULE',
  'NODE_ICU_DATA',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'NODE_UNIQUE_ID',
] as const;

export const optionsVariable = 'EDGE_NODE_OPTIONS';

/** The variable in which the command finds the NODE_OPTIONS that it has started itself without. */
export const ignoredVariable = 'EDGE_IGNORED_NODE_OPTIONS';

/** The environment of a Node.js that this package starts. */
export function nodeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others: readonly string[] = nodeRuntimeVariables;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !others.includes(name)));
  const options = optionsOf(env);
  return options === '' ? kept : { ...kept, NODE_OPTIONS: options };
}

export function optionsOf(env: NodeJS.ProcessEnv): string {
  return env[optionsVariable] ?? '';
}

/** Whether Node.js waits for a debugger with such options, so that nothing can be tried with them. */
export function waitsForDebugger(options: string): boolean {
  return /--inspect-(?:brk|wait)/.test(options);
}

export function reasonOf(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.find((line) => /Error\b.*:|NODE_OPTIONS/.test(line)) ??
    lines.at(-1) ??
    'it prints nothing'
  ).trim();
}
