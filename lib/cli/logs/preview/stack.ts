import { environment as settingVariables } from '../../../drivers/variables';
import { fieldsOf, filledTextOf, isObject, textOf, textsOf, type JsonObject } from '../../../ground/json';
import { capitalize } from '../../../ground/words';
import { customFieldLimitSets, type CustomFieldLimitSet, type CustomFields } from '../../../logs';
import { readText, typeTrigger } from '../../../drivers/triggers';
import { customFieldsRulesetContract } from '../../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { toNewOptions } from '../../../resources/logpush-job/options';
import { planState } from '../../../drivers/state/planned-state';
import type { Attributes, ObjectValue } from '../../../schema';
import { Values, type Refuse } from '../../stack-values';
import { chooseJob, disabledNote, type JobConfig } from './job-config';
import type { Overrides } from './options';
import { mapRecord, own } from '../../../ground/record';

export interface Stack {
  readonly content: JsonObject;
  readonly path: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A resource of a stack, from either driver. */
interface Declared {
  readonly id: string;
  /** The construct's path in the app, `stack/logs/errors`. */
  readonly path: string;
  readonly type: string;
  readonly attributes: JsonObject;
  /** Environment of the runner of the provisioner driver. */
  readonly environment?: JsonObject;
}

export function jobNames({ content }: Stack, requested: string | undefined): string[] {
  return declaredIn(content)
    .filter(({ type }) => type === logpushJobContract.typeName)
    .map(namesOf)
    .filter((names) => requested === undefined || names.includes(requested))
    .map(([name = '(unnamed)']) => name);
}

/**
 * The job of a stack, with the custom fields that the stack configures for the same zone.
 *
 * @param requested - the construct's id or path in the app, or the name of the job
 * @param overrides - what they replace may be an expression that only Terraform can evaluate
 */
export function stackJob(stack: Stack, requested: string | undefined, overrides: Overrides = {}): JobConfig {
  const declared = declaredIn(stack.content);
  const values = new Values(stack);
  const job = chooseJob(
    declared
      .filter(({ type }) => type === logpushJobContract.typeName)
      .map((each) => ({ names: namesOf(each), job: each })),
    requested,
    stack.path,
  );
  const replaced: Readonly<Record<string, unknown>> = {
    filter: overrides.filter,
    fields: overrides.fields,
    timestamp_format: overrides.timestamps,
    dataset: overrides.dataset,
  };
  const read = (name: string): unknown => {
    if (own(replaced, name) !== undefined) return undefined;
    return values.resolve(own(job.attributes, name), unknownValue(job, name));
  };
  const { customFields, notes } =
    overrides.customFields === undefined
      ? customFieldsFor(
          job,
          declared,
          values,
          (ruleset) => overrides.customFieldLimits ?? limitsFor(ruleset, stack, values),
        )
      : { customFields: undefined, notes: [] };
  const name = textOf(values.peek(job.attributes.name)) ?? job.id;
  const isEnabled = values.peek(job.attributes.enabled) ?? true;
  const options = toNewOptions({
    fields: textsOf(read('fields')),
    timestamp_format: textOf(read('timestamp_format')) ?? 'unixnano',
    sample_rate: Number(values.peek(job.attributes.sample_rate) ?? 1),
    output_options: outputOf(read('output_options')),
  });
  return {
    name,
    dataset: textOf(read('dataset')) ?? 'http_requests',
    scope: (job.attributes.account_id ?? null) === null ? 'zone' : 'account',
    filter: filledTextOf(read('filter')) ?? null,
    logpull_options: options.logpull_options ?? null,
    output_options: options.output_options ?? null,
    customFields,
    notes: [...(isEnabled === false || isEnabled === 'false' ? [disabledNote(name)] : []), ...notes],
  };
}

/** Resource blocks of the plugin driver, and the null_resources of the provisioner driver that have attributes. */
function declaredIn(stack: JsonObject): Declared[] {
  const resources = fieldsOf(stack.resource);
  return Object.entries(resources).flatMap(([type, blocks]) =>
    Object.entries(fieldsOf(blocks)).flatMap(([id, block]): Declared[] => {
      if (!isObject(block)) return [];
      const path = textOf(fieldsOf(fieldsOf(block['//']).metadata).path) ?? '';
      if (type !== 'null_resource') return [{ id, path, type, attributes: block }];
      const { triggers } = block;
      if (!isObject(triggers) || path.endsWith('/Lifecycle')) return [];
      const { [typeTrigger]: edgeType } = triggers;
      if (typeof edgeType !== 'string') return [];
      const attributes = fromTriggers(edgeType, triggers);
      return [{ id, path, type: edgeType, attributes, environment: environmentOf(block) }];
    }),
  );
}

/** Environment of its first local-exec: all of a stack's have the same settings. */
function environmentOf({ provisioner }: JsonObject): JsonObject {
  const [first] = [provisioner].flat();
  const exec = isObject(first) ? first['local-exec'] : undefined;
  return fieldsOf(fieldsOf(exec).environment);
}

const contracts = [logpushJobContract, customFieldsRulesetContract];

function fromTriggers(type: string, triggers: JsonObject): JsonObject {
  const attributes: Attributes = contracts.find(({ typeName }) => typeName === type)?.attributes ?? {};
  return mapRecord(triggers, (text, name) => {
    const attribute = own(attributes, name);
    return attribute !== undefined && typeof text === 'string' ? readText(attribute.type, text) : text;
  });
}

function namesOf({ id, path, attributes: { name } }: Declared): string[] {
  const construct = path.replace(/\/Resource$/, '');
  const inStack = construct.slice(construct.indexOf('/') + 1);
  return [...new Set([inStack, construct, id, ...(typeof name === 'string' ? [name] : [])])].filter(
    (each) => each !== '',
  );
}

function customFieldsFor(
  job: Declared,
  declared: readonly Declared[],
  values: Values,
  limitsOf: (ruleset: Declared) => CustomFieldLimitSet,
): { readonly customFields: CustomFields | undefined; readonly notes: readonly string[] } {
  const rulesets = declared.filter(({ type }) => type === customFieldsRulesetContract.typeName);
  const ofZone = rulesets.find(({ attributes }) => attributes.zone_id === job.attributes.zone_id);
  if (ofZone === undefined) return { customFields: undefined, notes: [] };
  if (values.peek(ofZone.attributes.enabled) === false)
    return { customFields: undefined, notes: [`The custom fields of ${ofZone.id} are not enabled.`] };
  const names = (name: string) =>
    // The attributes are sets: Terraform sends them sorted.
    textsOf(values.resolve(own(ofZone.attributes, name), unknownValue(ofZone, name))).sort();
  return {
    customFields: {
      requestHeaders: names('request_headers'),
      transformedRequestHeaders: names('transformed_request_headers'),
      responseHeaders: names('response_headers'),
      rawResponseHeaders: names('raw_response_headers'),
      cookies: names('cookies'),
      preserveDuplicates: names('preserve_duplicates'),
      limits: limitsOf(ofZone),
    },
    notes: [],
  };
}

/** The limits of a ruleset's provider: in its block, or in the environment that the provisioner driver gives the runner. */
function limitsFor(ruleset: Declared, { content, environment }: Stack, values: Values): CustomFieldLimitSet {
  const name = 'custom_field_limits';
  const variable = settingVariables[name];
  const given =
    ruleset.environment?.[variable] ?? providerOf(ruleset, content)[name] ?? environment[variable];
  const limits = values.resolve(given, unknownValue(ruleset, name));
  return customFieldLimitSets.find((each) => each === limits) ?? 'specification';
}

/** The block of a resource's provider; empty where the stack has none. */
function providerOf({ attributes }: Declared, { provider }: JsonObject): JsonObject {
  const [, alias] = typeof attributes.provider === 'string' ? attributes.provider.split('.') : [];
  const blocks = isObject(provider) ? [provider.edge].flat() : [];
  return blocks.find((each): each is JsonObject => isObject(each) && each.alias === alias) ?? {};
}

function unknownValue({ id, type }: Declared, name: string): Refuse {
  return (expression, variables) => {
    const isOfJob = type === logpushJobContract.typeName;
    const option = own(options, name) ?? (isOfJob ? undefined : '--custom-fields');
    const fixes = [
      ...(variables.length === 0 ? [] : [`set ${variables.map((each) => `TF_VAR_${each}`).join(' and ')}`]),
      ...(option === undefined ? [] : [`pass it with ${option}`]),
    ];
    const what = isOfJob ? 'the job' : 'the custom fields';
    const fix =
      fixes.length === 0
        ? 'Preview the deployed job with --zone or --account'
        : capitalize(fixes.join(', or '));
    return new Error(
      `${what} ${id}: ${name} is ${JSON.stringify(expression)}, which only Terraform can evaluate. ${fix}.`,
    );
  };
}

/** The options that replace attributes. All others are names of custom fields. */
const options: Readonly<Record<string, string>> = {
  filter: '--filter',
  fields: '--fields',
  timestamp_format: '--timestamps',
  dataset: '--dataset',
  custom_field_limits: '--custom-field-limits',
};

type Output = Parameters<typeof toNewOptions>[0]['output_options'];

/** The attribute `output_options` with its defaults, as Terraform fills them in. */
function outputOf(value: unknown): Output {
  const [block] = [value].flat();
  if (!isObject(block)) return null;
  const { output_options } = logpushJobContract.attributes;
  const config = { output_options: block } as ObjectValue;
  return planState({ output_options }, { prior: null, config }).output_options as Output;
}
