import { execFileSync } from 'node:child_process';
import { makeLanguagePackages } from './language-packages';
import { makeNpmPackages } from './npm-packages';
import { makeProviderArchives } from './provider-archives';

/** One kind of what is published: a folder of the release. */
export interface Part {
  readonly name: string;
  /** Programs that it needs, each with what makes it print its version. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Writes its files to a folder of its own. */
  readonly make: (folder: string) => void;
}

export const parts: readonly Part[] = [
  { name: 'npm', tools: { npm: ['--version'] }, make: makeNpmPackages },
  { name: 'provider', tools: { npm: ['--version'] }, make: makeProviderArchives },
  {
    name: 'python',
    tools: { python3: ['-m', 'pip', '--version'] },
    make: (folder) => {
      makeLanguagePackages('python', folder);
    },
  },
  {
    name: 'java',
    tools: { mvn: ['--version'] },
    make: (folder) => {
      makeLanguagePackages('java', folder);
    },
  },
  {
    name: 'go',
    tools: {},
    make: (folder) => {
      makeLanguagePackages('go', folder);
    },
  },
];

/** The parts of these names, in the order of the list. Fails for an unknown name. */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const known = parts.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--only has unknown parts: ${unknown.join(', ')}. There are ${known.join(', ')}.`);
  return parts.filter(({ name }) => names.includes(name));
}

/** Fails with what is missing for each part, and what can be made without. */
export function checkTools(chosen: readonly Part[]): void {
  const missing = chosen.map((part) => ({
    part,
    tools: Object.entries(part.tools)
      .filter(([tool, command]) => !runs(tool, command))
      .map(([tool, command]) => `${tool} (tried: ${tool} ${command.join(' ')})`),
  }));
  const lines = missing
    .filter(({ tools }) => tools.length > 0)
    .map(({ part, tools }) => `${part.name} needs ${tools.join(', ')}.`);
  if (lines.length === 0) return;
  const possible = missing.filter(({ tools }) => tools.length === 0).map(({ part }) => part.name);
  const advice = possible.length > 0 ? [`The others can be made: --only ${possible.join(',')}`] : [];
  throw new Error([...lines, ...advice].join('\n'));
}

function runs(tool: string, command: readonly string[]): boolean {
  try {
    execFileSync(tool, command, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
