import { runGenerated } from '../../support/run-generated';

/** Terraform's JSON syntax. */
export interface StackJson {
  readonly [type: string]: unknown;
  readonly terraform: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** Runs the code of a converted project in this process, against the constructs of the sources: what Terraform reads of its stack. */
export function synthesize(files: ReadonlyMap<string, string>): StackJson {
  const [stack] = runGenerated(files);
  if (stack === undefined) throw new Error('main.ts makes no stack.');
  // Those of the stack start terraform.
  const faults = stack.node.findAll().flatMap((each) => (each === stack ? [] : each.node.validate()));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  stack.prepareStack();
  return withoutMetadata(stack.toTerraform()) as StackJson;
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
