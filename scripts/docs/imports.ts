import { shellWord } from '../../lib/ground/shell';
import type { Contract } from '../../lib/schema';
import type { Stack } from './examples';
import { onOneLine } from './markdown';

/** How the object of an example is imported. */
export interface ExampleImport {
  readonly address: string;
  readonly id: string;
  /** As an argument of a shell. */
  readonly word: string;
  /** The lines between the braces of an identity. */
  readonly identity: string;
}

export function importOf(contract: Contract, stack: Stack): ExampleImport {
  const [name = '', values = {}] = Object.entries(stack.resource?.[contract.typeName] ?? {})[0] ?? [];
  const id = importIdOf(contract, values);
  return {
    address: `${contract.typeName}.${name}`,
    id,
    word: shellWord(id),
    identity: identityLines(contract, values),
  };
}

/** What a class's comment says of the import id. */
export function importTextOf(comment: string): string {
  const text = comment.split(/\n\n+/).find((paragraph) => paragraph.startsWith('Import id:')) ?? '';
  return onOneLine(text);
}

/** The first form whose parts the configuration has: `<zone>/<job name>` for a job. */
function importIdOf({ importForms = [] }: Contract, values: Readonly<Record<string, unknown>>): string {
  const { zone_id: zone, account_id: account, name } = values;
  const known: Readonly<Record<string, unknown>> = {
    zone,
    account,
    'job name': name,
    'policy name': name,
  };
  const ids = importForms.map((form) =>
    form.replaceAll(/<([^>]+)>/g, (placeholder, key: string) =>
      typeof known[key] === 'string' ? known[key] : placeholder,
    ),
  );
  const id = ids.find((each) => !each.includes('<'));
  if (id === undefined) throw new Error(`No example of an import id: ${importForms.join(', ')}`);
  return id;
}

/** The identity of an object of the example. */
function identityLines(
  { identity = [], importForms = [] }: Contract,
  values: Readonly<Record<string, unknown>>,
): string {
  const [, placeholder = ''] = /\/(<.*>)$/.exec(importForms[0] ?? '') ?? [];
  const known = identity.flatMap((name) => {
    const value = name === 'id' ? placeholder : values[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const width = Math.max(...known.map(([name]) => name.length));
  return known.map(([name, value]) => `    ${name.padEnd(width)} = "${value}"`).join('\n');
}
