import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { outputDefaults, type CustomFields } from '../../../logs';
import { jsonOrText, readText, typeTrigger } from '../../../drivers/provisioner/request';
import { customFieldsRulesetContract } from '../../../resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../../../resources/logpush-job/contract';
import { toNewOptions } from '../../../resources/logpush-job/options';
import type { Attributes } from '../../../schema';
import { readJsonFile } from './custom-fields';
import { chooseJob, isObject, type FoundJob, type JsonObject } from './found-job';

/** An object of a synthesized stack, whichever driver it is for. */
interface Declared {
  readonly id: string;
  /** The construct's path in the app, `stack/logs/errors`. */
  readonly path: string;
  readonly type: string;
  readonly attributes: JsonObject;
}

/**
 * The job of a stack that `cdktf synth` wrote, with the custom fields that the stack gives to the same zone.
 *
 * @param wanted - the construct, by its id, its path in the app, or the name of the job
 * @param given - attributes that the command line says, which need not be known here
 */
export async function readStackJob(
  folder: string,
  wanted: string | undefined,
  given: ReadonlySet<string>,
): Promise<FoundJob> {
  const file = await findConfiguration(folder);
  const stack = await readJsonFile(file);
  if (!isObject(stack)) throw new Error(`${file} is no stack: it is not an object.`);
  const declared = declaredIn(stack);
  const values = new Values(stack);
  const jobs = declared.filter(({ type }) => type === 'edge_logpush_job');
  const job = chooseJob(
    jobs.map((each) => ({ names: namesOf(each), job: each })),
    wanted,
    file,
  );
  const read = (name: string): unknown => {
    if (given.has(name)) return undefined;
    return values.resolve(job.attributes[name], (expression) => unknownValue(job, name, expression));
  };
  const { customFields, notes } = given.has('custom_fields')
    ? { customFields: undefined, notes: [] }
    : customFieldsFor(job, declared, values);
  const name = textOr(values.peek(job.attributes.name), job.id);
  const dataset = textOr(read('dataset'), 'http_requests');
  const isEnabled = values.peek(job.attributes.enabled) ?? true;
  const options = toNewOptions({
    fields: textsOr(read('fields')),
    timestamp_format: textOr(read('timestamp_format'), 'unixnano'),
    sample_rate: Number(values.peek(job.attributes.sample_rate) ?? 1),
    output_options: outputOf(read('output_options')),
  });
  return {
    name,
    dataset,
    filter: textOr(read('filter'), '') || null,
    logpull_options: options.logpull_options ?? null,
    output_options: options.output_options ?? null,
    customFields,
    notes: [
      ...(isEnabled === false || isEnabled === 'false'
        ? [`The job ${name} is not enabled: it delivers nothing until it is.`]
        : []),
      ...notes,
    ],
  };
}

async function findConfiguration(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    throw new Error(`--stack: there is no ${path}. Run cdktf synth, and name cdktf.out/stacks/<stack>.`, {
      cause: error,
    });
  });
  if (!found.isDirectory()) return path;
  const names = await readdir(path);
  if (names.includes('cdk.tf.json')) return join(path, 'cdk.tf.json');
  const folder = names.includes('stacks') ? join(path, 'stacks') : path;
  const stacks = names.includes('stacks') ? await readdir(folder) : [];
  const [only, ...others] = stacks;
  if (only !== undefined && others.length === 0) return findConfiguration(join(folder, only));
  const cure =
    stacks.length === 0
      ? 'Run cdktf synth, and name cdktf.out/stacks/<stack>.'
      : `Name one of its stacks: ${stacks.map((each) => join(folder, each)).join(', ')}.`;
  throw new Error(`--stack: ${path} has no cdk.tf.json. ${cure}`);
}

/** Blocks of the plugin driver, and the pairs of null_resource of the provisioner driver. */
function declaredIn(stack: JsonObject): Declared[] {
  const resources = isObject(stack.resource) ? stack.resource : {};
  return Object.entries(resources).flatMap(([type, blocks]) =>
    Object.entries(isObject(blocks) ? blocks : {}).flatMap(([id, block]): Declared[] => {
      if (!isObject(block)) return [];
      const path = pathOf(block);
      if (type !== 'null_resource') return [{ id, path, type, attributes: block }];
      const { triggers } = block;
      if (!isObject(triggers) || path.endsWith('/Lifecycle')) return [];
      const { [typeTrigger]: own } = triggers;
      return typeof own === 'string'
        ? [{ id, path, type: own, attributes: fromTriggers(own, triggers) }]
        : [];
    }),
  );
}

function pathOf({ '//': comment }: JsonObject): string {
  const metadata = isObject(comment) ? comment.metadata : undefined;
  return isObject(metadata) && typeof metadata.path === 'string' ? metadata.path : '';
}

const contracts = [logpushJobContract, customFieldsRulesetContract];

function fromTriggers(type: string, triggers: JsonObject): JsonObject {
  const attributes: Attributes = contracts.find(({ typeName }) => typeName === type)?.attributes ?? {};
  return Object.fromEntries(
    Object.entries(triggers).map(([name, text]) => {
      const attribute = attributes[name];
      return [
        name,
        attribute !== undefined && typeof text === 'string' ? readText(attribute.type, text) : text,
      ];
    }),
  );
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
): { readonly customFields: CustomFields | undefined; readonly notes: readonly string[] } {
  const rulesets = declared.filter(({ type }) => type === 'edge_custom_fields_ruleset');
  const ofZone = rulesets.find(({ attributes }) => attributes.zone_id === job.attributes.zone_id);
  if (ofZone === undefined) return { customFields: undefined, notes: [] };
  if (values.peek(ofZone.attributes.enabled) === false)
    return { customFields: undefined, notes: [`The custom fields of ${ofZone.id} are not enabled.`] };
  const names = (name: string) =>
    // Terraform sorts sets, and so they are sent.
    textsOr(
      values.resolve(ofZone.attributes[name], (expression) => unknownValue(ofZone, name, expression)),
    ).sort();
  return {
    customFields: {
      requestHeaders: names('request_headers'),
      responseHeaders: names('response_headers'),
      cookies: names('cookies'),
    },
    notes: [],
  };
}

function unknownValue({ id, type }: Declared, name: string, expression: string): Error {
  const option = options.get(name);
  const variable = /^\$\{var\.([\w-]+)\}$/.exec(expression)?.[1];
  const cures = [
    ...(variable === undefined ? [] : [`set TF_VAR_${variable}`]),
    ...(option === undefined ? [] : [`say it with ${option}`]),
  ];
  const what = type === 'edge_logpush_job' ? 'the job' : 'the custom fields';
  const cure = cures.length === 0 ? 'Preview the deployed job with --zone' : capital(cures.join(', or '));
  return new Error(
    `${what} ${id}: ${name} is ${JSON.stringify(expression)}, which only Terraform knows. ${cure}.`,
  );
}

const options: ReadonlyMap<string, string> = new Map([
  ['filter', '--filter'],
  ['fields', '--fields'],
  ['timestamp_format', '--timestamps'],
  ['dataset', '--dataset'],
  ['request_headers', '--custom-fields'],
  ['response_headers', '--custom-fields'],
  ['cookies', '--custom-fields'],
]);

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The values of a stack: literals, and variables that have a default or are set in the environment. */
class Values {
  private readonly variables: JsonObject;

  constructor(stack: JsonObject) {
    this.variables = isObject(stack.variable) ? stack.variable : {};
  }

  /** @param refuse - makes the error for an expression that only Terraform can evaluate */
  resolve(value: unknown, refuse: (expression: string) => Error): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item, refuse));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, this.resolve(each, refuse)]),
      );
    if (typeof value !== 'string') return value;
    const name = /^\$\{var\.([\w-]+)\}$/.exec(value)?.[1];
    const known = name === undefined ? undefined : this.variable(name);
    if (known !== undefined) return known;
    if (/(?:^|[^$])(?:\$\$)*\$\{|(?:^|[^%])(?:%%)*%\{/.test(value)) throw refuse(value);
    return value.replace(/\$\$\{/g, '${').replace(/%%\{/g, '%{');
  }

  /** Undefined for what is not known. */
  peek(value: unknown): unknown {
    try {
      return this.resolve(value, () => new Unknown());
    } catch (error) {
      if (error instanceof Unknown) return undefined;
      throw error;
    }
  }

  private variable(name: string): unknown {
    const set = process.env[`TF_VAR_${name}`];
    const declared = this.variables[name];
    const type = isObject(declared) ? declared.type : undefined;
    if (set !== undefined) return type === undefined || type === 'string' ? set : jsonOrText(set);
    return isObject(declared) ? (declared.default ?? undefined) : undefined;
  }
}

class Unknown extends Error {}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function textsOr(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

type Output = Parameters<typeof toNewOptions>[0]['output_options'];

/** The attribute `output_options` with its defaults, as Terraform fills them in. */
function outputOf(value: unknown): Output {
  const [block] = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  if (!isObject(block)) return null;
  const type = block.output_type === 'csv' ? 'csv' : 'ndjson';
  const defaults = outputDefaults(type);
  const text = (name: keyof typeof defaults) => textOr(block[name], String(defaults[name]));
  return {
    field_names: Array.isArray(block.field_names) ? textsOr(block.field_names) : null,
    output_type: type,
    batch_prefix: text('batch_prefix'),
    batch_suffix: text('batch_suffix'),
    record_prefix: typeof block.record_prefix === 'string' ? block.record_prefix : null,
    record_suffix: typeof block.record_suffix === 'string' ? block.record_suffix : null,
    record_delimiter: text('record_delimiter'),
    field_delimiter: text('field_delimiter'),
    record_template: text('record_template'),
    cve_2021_44228: block.cve_2021_44228 === true,
    merge_subrequests: block.merge_subrequests === true,
  };
}
