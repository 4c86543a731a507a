import type { Rule } from '../../client';
import { asFields, type Fields } from '../narrow';
import { own } from '../../ground/record';

/** The known fields of an object, recursively. */
interface Known {
  readonly [field: string]: true | Known;
}

const override: Known = {
  id: true,
  category: true,
  action: true,
  enabled: true,
  score_threshold: true,
  sensitivity_level: true,
};

/** Source: specification 2.3, public facts 1.4 and 6.3. */
const rule: Known = {
  id: true,
  version: true,
  ref: true,
  last_updated: true,
  action: true,
  action_parameters: {
    id: true,
    version: true,
    matched_data: { public_key: true },
    overrides: {
      action: true,
      enabled: true,
      sensitivity_level: true,
      categories: override,
      rules: override,
    },
    ruleset: true,
    rulesets: true,
    rules: true,
    phase: true,
    phases: true,
    products: true,
  },
  expression: true,
  description: true,
  enabled: true,
  logging: { enabled: true },
};

/**
 * A rule without unknown fields. An entry point is written back as it was read, and the API rejects its read-only fields.
 */
export function onlyKnown(read: Rule): Rule {
  return strip(read, rule) as unknown as Rule;
}

function strip(fields: Fields, known: Known): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const inner = own(known, name);
      if (inner === undefined) return [];
      return [[name, inner === true ? value : stripEach(value, inner)] as const];
    }),
  );
}

function stripEach(value: unknown, known: Known): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => stripEach(item, known));
  const fields = asFields(value);
  return fields === undefined ? value : strip(fields, known);
}
