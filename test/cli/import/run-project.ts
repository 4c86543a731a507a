import { Testing, type TerraformStack } from 'cdktf';
import { readTemplate, runGenerated } from '../../support/run-generated';
import type { ObjectValue } from '../../../lib/schema';

export interface Synthesized {
  readonly resources: ReadonlyMap<string, ObjectValue>;
  /** The import ids, by address. */
  readonly imports: ReadonlyMap<string, string>;
}

/** Runs the code of a CDKTF project in this process, against the constructs of the sources. */
export function runProject(files: ReadonlyMap<string, string>): Synthesized {
  return collect(runGenerated(files));
}

interface Stack {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly import?: readonly { readonly to: string; readonly id: string }[];
}

function collect(stacks: readonly TerraformStack[]): Synthesized {
  const resources = new Map<string, ObjectValue>();
  const imports = new Map<string, string>();
  for (const stack of stacks) {
    const json = JSON.parse(Testing.synth(stack)) as Stack;
    // Those of the stack start terraform.
    const faults = stack.node.findAll().flatMap((each) => (each === stack ? [] : each.node.validate()));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    for (const [type, byName] of Object.entries(json.resource ?? {}))
      for (const [name, body] of Object.entries(byName)) {
        const attributes = Object.entries(body).filter(([each]) => each !== 'lifecycle');
        resources.set(`${type}.${name}`, readTemplates(Object.fromEntries(attributes)) as ObjectValue);
      }
    for (const { to, id } of json.import ?? []) imports.set(to, id);
  }
  return { resources, imports };
}

function readTemplates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readTemplates);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readTemplates(item)]));
  return typeof value === 'string' ? readTemplate(value) : value;
}
