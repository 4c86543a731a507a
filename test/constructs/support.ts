import { Testing, TerraformStack, type App } from 'cdktf';
import type { IConstruct } from 'constructs';
import { EdgeProvider, LogField, type EdgeProviderProps } from '../../lib';
import { isObject } from '../../lib/ground/json';

export const zoneId = '1'.repeat(32);
export const otherZoneId = '2'.repeat(32);

export const job = {
  zoneId,
  name: 'failures',
  destinationConf: 's3://logs?region=eu-central-1',
  fields: [LogField.RayID],
};

export function makeStack(
  id = 'logs',
  app: App = Testing.app(),
  provider: EdgeProviderProps = {},
): TerraformStack {
  const stack = new TerraformStack(app, id);
  new EdgeProvider(stack, 'edge', provider);
  return stack;
}

/** What `cdktf synth` would write for the stack: aspects and validations included. */
export function synth(stack: TerraformStack): unknown {
  return JSON.parse(Testing.synth(stack, true)) as unknown;
}

/** The attributes of one resource in what was synthesized, without cdktf's own notes. */
export function resourceOf(stack: TerraformStack, type: string, name: string): Record<string, unknown> {
  return withoutNotes(objectAt(synth(stack), 'resource', type, name));
}

export function withoutNotes(synthesized: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(synthesized).filter(([key]) => key !== '//'));
}

export function objectAt(value: unknown, ...path: string[]): Record<string, unknown> {
  const found = path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
  if (isObject(found)) return found;
  throw new Error(`there is no object at ${path.join('.')} of ${JSON.stringify(value, null, 2)}`);
}

export function warningsOf(construct: IConstruct): string[] {
  return construct.node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => String(data));
}

/** What a synth of the stack throws; undefined if it does not. */
export function refusalOf(stack: TerraformStack): string | undefined {
  try {
    synth(stack);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
