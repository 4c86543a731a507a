import { Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A warning of synth, and the counterpart in a plan of HCL, or the reason why there is none. */
interface SynthWarning {
  readonly meaning: string;
  readonly plan: string;
}

const warnings = {
  checked: {
    meaning: 'a value that may be right, that decides nothing, or that the service ignores',
    plan: 'the same text; for an unknown field or dataset, the answer of the API',
  },
  operators: {
    meaning: 'a filter with more operators than a new job may have',
    plan: '"Log filter": an error, for a new job and a changed filter',
  },
  frequency: { meaning: 'the deprecated `frequency` of a job', plan: '"Deprecated setting of the job"' },
  empty_fields: {
    meaning: 'a job with a field of custom fields, in a zone without such custom fields',
    plan: '"Custom fields missing"',
  },
  job_limit: {
    meaning: 'more jobs than the usual limit of a zone or account',
    plan: '"Job limit of the zone reached", "Job limit of the account reached"',
  },
  literal: {
    meaning: 'a secret that is a literal',
    plan: 'nothing: Terraform gives a provider values, and not the expressions that they come from',
  },
  stored_variable: {
    meaning: 'a secret in a variable that is not ephemeral',
    plan: 'nothing: Terraform gives a provider values, and not the variables that they come from',
  },
  secret_default: {
    meaning: 'a `SecretVariable` with a default',
    plan: 'nothing: a provider sees no variables',
  },
  literal_expression: {
    meaning: 'a text in `where` that looks like an expression',
    plan: 'nothing: only constructs have `where`, and in HCL such a text is an expression',
  },
  undefined_value: {
    meaning: 'a text with "undefined", as a template of JavaScript writes a variable that is not set',
    plan: 'nothing: a template of HCL without a value is an error of Terraform',
  },
  create_before_destroy: {
    meaning: '`createBeforeDestroy` of custom fields',
    plan: 'nothing: Terraform tells a provider nothing of `lifecycle`; the apply refuses the second ruleset of the zone',
  },
  without_recipients: {
    meaning: 'pools without recipients in `perRecipients`',
    plan: 'nothing: a policy in HCL has one set of recipients; `edge-platform pools audit` lists pools without notifications',
  },
  platform: {
    meaning: 'no plugin for the platform of the synth',
    plan: 'nothing: no plugin runs there, and `terraform init` says so',
  },
} as const satisfies Readonly<Record<string, SynthWarning>>;

export type SynthWarningName = keyof typeof warnings;

/** The warnings of constructs: docs/errors.md lists them, and a test provokes each at synth and at plan. */
export const synthWarnings: Readonly<Record<SynthWarningName, SynthWarning>> = warnings;

/** Adds a warning to a construct, once. No other function adds one. */
export function addWarning(construct: IConstruct, _name: SynthWarningName, text: string): void {
  const { metadata } = construct.node;
  if (metadata.every(({ data }) => data !== text)) Annotations.of(construct).addWarning(text);
}
