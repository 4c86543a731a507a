import { Testing, type TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { makeStack, warningsOf } from '../constructs/support';
import { runInProcess } from '../cli/support';

/**
 * What a message has of a mistake, in any order: place … value … rule … fix. The rule or the fix may be one with another part.
 */
type Parts = `${string} … ${string} … ${string} … ${string}`;

/**
 * What makes a mistake that people make, and what its maker reads: what is thrown, and so are the warnings that {@link warned}
 * throws.
 */
type Mistake = readonly [make: () => unknown, says: Parts];

/** What no message has: it is from the inside of this package, or of a language. */
const raw = /\[object |TypeError|ENOENT|EISDIR|Cannot read prop|is not a function|\n {4}at /;

/** Makes each mistake, by its name, and looks for the parts in what is said. */
export function tellMistakes(mistakes: Readonly<Record<string, Mistake>>): void {
  it.each(Object.entries(mistakes))('%s: place, value, rule and fix', async (_, [make, says]) => {
    const said = await messageOf(make);
    for (const part of says.split(' … ')) expect(said).toContain(part);
    expect(said).not.toMatch(raw);
  });
}

async function messageOf(make: () => unknown): Promise<string> {
  try {
    await make();
  } catch (error) {
    // In one line: a terminal wraps at other words.
    return (error as Error).message.replaceAll(/\s+/g, ' ');
  }
  return 'no message';
}

export const props = (given: object) => given as never;

type Class = new (scope: Construct, id: string, props: never) => Construct;

/** Makes constructs with the props of a table, changed by a mistake, and synthesizes them. */
export const constructs =
  (make: Class, usual: object) => (given: object | ((stack: TerraformStack) => object)) => (): void => {
    const stack = makeStack('edge');
    const more: object =
      typeof given === 'function' ? (given as (stack: TerraformStack) => object)(stack) : given;
    const construct = new make(stack, 'it', props({ ...usual, ...more }));
    Testing.synth(stack, true);
    warned(construct);
  };

export const synthesized =
  (makeStackOf: () => TerraformStack, add: (stack: TerraformStack) => unknown) => (): void => {
    const stack = makeStackOf();
    add(stack);
    Testing.synth(stack, true);
  };

/** Throws what a construct warns of, which is all that some mistakes lead to. */
export function warned(construct: Construct): void {
  const warnings = warningsOf(construct);
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

export const command =
  (...parameters: string[]) =>
  async (): Promise<void> => {
    const { stdout, stderr } = await runInProcess(undefined, ...parameters);
    throw new Error(stdout + stderr);
  };
