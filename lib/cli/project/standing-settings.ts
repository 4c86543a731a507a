import { verbatim, type Attribute, type Block } from '../../hcl/print';
import { expressionOf } from '../../hcl/template';
import type { Contract } from '../../schema';

/** What HCL says of every object of a contract, because no construct says it there. */
export interface StandingSettings {
  /** Templates, such as `${timestamp()}`. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly lifecycle: Readonly<Record<string, boolean>>;
}

export function standingSettings({ attributes, createBeforeDestroy }: Contract): StandingSettings {
  return {
    attributes: Object.fromEntries(
      Object.entries(attributes).flatMap(([name, { expression }]) =>
        expression === undefined ? [] : [[name, expression]],
      ),
    ),
    lifecycle: createBeforeDestroy === true ? { create_before_destroy: true } : {},
  };
}

export function attributeLines({ attributes }: StandingSettings): Attribute[] {
  return Object.entries(attributes).map(([name, template]) => ({
    name,
    value: verbatim(expressionOf(template) ?? `"${template}"`),
  }));
}

/** The `lifecycle` block; none without an argument. */
export function lifecycleBlocks(lifecycle: StandingSettings['lifecycle']): Block[] {
  const body = Object.entries(lifecycle).map(([name, value]) => ({ name, value: verbatim(String(value)) }));
  return body.length === 0 ? [] : [{ head: 'lifecycle', body }];
}
