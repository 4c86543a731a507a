import type { Construct } from 'constructs';
import { runGenerated } from '../../support/run-generated';

export interface StackJson {
  readonly [type: string]: unknown;
  readonly terraform: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

export interface Synthesized {
  readonly stack: StackJson;
  readonly warnings: readonly string[];
}

/** Runs the code of a converted project in this process, against the constructs of the sources. */
export function synthesize(files: ReadonlyMap<string, string>): Synthesized {
  const [stack] = runGenerated(files);
  if (stack === undefined) throw new Error('main.ts makes no stack.');
  const constructs = stack.node.findAll();
  // Those of the stack start terraform.
  const faults = constructs.flatMap((each) => (each === stack ? [] : each.node.validate()));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  stack.prepareStack();
  return {
    stack: withoutMetadata(stack.toTerraform()) as StackJson,
    warnings: constructs.flatMap(warningsOf),
  };
}

function warningsOf({ node }: Construct): string[] {
  return node.metadata.flatMap(({ type, data }) => (type.startsWith('@cdktf/') ? [String(data)] : []));
}

function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '//')
      .map(([name, each]) => [name, withoutMetadata(each)]),
  );
}
