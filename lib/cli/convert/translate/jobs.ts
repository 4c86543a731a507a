import type { OldInstance, OldResource, Remark } from '../model';
import { literalOf, type Written } from '../../../hcl/template';
import { escapeTemplates } from '../../../hcl/template';
import { newAddress } from '../addresses';
import { Arguments, type Leftover } from './arguments';
import { destinationOf } from './job-destination';
import { findLeftovers, note, sourceOf, type Draft } from './draft';
import { codeIn, hcl, template } from './expressions';
import { adoptObjects, mayExist } from './imports';
import { fromLogpullOptions, fromOutputOptions, type JobOptions } from './job-options';
import { bodyOf, byKey, isKnown, isLiteral, takenApart, textIn, valueIn } from './known';
import { addObject, findMeta, metaOf } from './object';
import { settingAttributes, settingNames } from '../../../resources/logpush-job/settings';
import { own } from '../../../ground/record';

const typeName = 'edge_logpush_job';

/** Arguments of a job at values that mean the same as none, in any version of the provider: public facts, section 8.2. */
const withoutEffect: Readonly<Record<string, readonly Written[]>> = {
  ...Object.fromEntries(settingNames.map((name) => [name, [settingAttributes[name].implied]])),
  frequency: ['', 'high'],
};

/** A log job: specification 2.6, the forms of the providers by the public facts, section 8.2. */
export function convertJob(draft: Draft, resource: OldResource): void {
  const given = new Arguments(bodyOf(resource));
  const options = optionsOf(resource);
  const destination =
    typeof options === 'string' ? options : destinationOf(draft, resource, given.take('destination_conf'));
  if (typeof options === 'string' || typeof destination === 'string') {
    const why = [destination, options].filter((each) => typeof each === 'string');
    draft.keep(resource, {
      code: 'convert.no_equivalent',
      severity: 'todo',
      text: `${why[0] ?? ''} The block stays as it is.`,
    });
    return;
  }
  given.ignore(withoutEffect);
  for (const name of ['output_options', 'logpull_options', 'id']) given.take(name);
  const remarks: Remark[] = [...options.remarks];
  const findings: number[] = [];
  const challenge = given.take('ownership_challenge');
  const isNew = resource.instances.some((instance) => !mayExist(draft, instance));
  const filter = filterOf(resource, given.take('filter'));
  const name = given.take('name') ?? null;
  const object = addObject(draft, {
    typeName,
    at: resource,
    name: resource.name,
    meta: metaOf(resource, typeName),
    config: {
      zone_id: given.take('zone_id') ?? null,
      account_id: given.take('account_id') ?? null,
      name: name === '' ? null : name,
      dataset: datasetOf(given.take('dataset')),
      enabled: enabledOf(resource, given.take('enabled')),
      ...destination.config,
      ...options.config,
      filter: filter.written,
      ...Object.fromEntries(settingNames.map((name) => [name, given.take(name) ?? null])),
      ownership_challenge: isNew ? (challenge ?? null) : null,
    },
    remarks: [...remarks, ...destination.remarks, ...filter.remarks],
    replaces: [resource],
  });
  const isAdopted = adoptObjects(draft, resource, object, importId);
  findings.push(
    ...destination.findings,
    ...findMeta(draft, resource, typeName),
    ...findLeftovers(draft, resource, [...given.leftovers(), ...options.leftovers], isAdopted && !isNew),
    ...(challenge === undefined || isNew
      ? []
      : [
          draft.findOn(resource, {
            code: 'convert.challenge_needless',
            severity: 'note',
            text: 'ownership_challenge is left out: a job that exists needs none until its destination changes.',
            original: sourceOf(resource, 'ownership_challenge'),
          }),
        ]),
  );
  draft.addFates(resource, { outcome: 'converted', findings }, (instance) => [
    instance === undefined ? `${typeName}.${object.name}` : newAddress(object, instance, instance.key),
  ]);
}

/** Null is false for the old provider, and true for ours. */
function enabledOf({ instances }: OldResource, written: Written = false): Written {
  if (isLiteral(written)) return written;
  const values = instances.map((instance) => valueIn(instance, 'enabled'));
  const isSet = values.length > 0 && values.every((value) => isKnown(value) && value !== null);
  return isSet ? written : template(`coalesce(${hcl(written)}, false)`);
}

/** By number, which only the state has; by name otherwise. */
function importId(instance: OldInstance): string | undefined {
  const id = instance.state?.id;
  const job = typeof id === 'number' || typeof id === 'string' ? String(id) : textIn(instance, 'name');
  const [zone, account] = [textIn(instance, 'zone_id'), textIn(instance, 'account_id')];
  if (job === undefined || (zone ?? account) === undefined) return undefined;
  return zone === undefined ? `accounts/${account ?? ''}/${job}` : `${zone}/${job}`;
}

function datasetOf(written: Written | undefined): Written {
  if (written === undefined) return null;
  // 5.x accepts any case.
  return typeof written === 'string' && literalOf(written) !== undefined ? written.toLowerCase() : written;
}

interface Delivery extends JobOptions {
  readonly remarks: readonly Remark[];
}

/** Fields, timestamps, sample rate and output options; or why the block stays. */
function optionsOf(resource: OldResource): Delivery | string {
  const hasOutput = isGiven(resource, 'output_options');
  const name = hasOutput ? 'output_options' : 'logpull_options';
  const read = hasOutput ? fromOutputOptions : fromLogpullOptions;
  const remarks = ['output_options', 'logpull_options'].flatMap((each) => withoutOptions(resource, each));
  if (!isGiven(resource, name)) return { config: { fields: null }, leftovers: [], remarks };
  const apart = takenApart(resource, name, (written) => read(written) !== undefined);
  if (apart.kind === 'unknown')
    return `${name} is not known, and its parts must be. Give a state with --state, or write the options as text.`;
  const each =
    apart.kind === 'same'
      ? [{ key: undefined, options: read(apart.written) }]
      : [...apart.written].map(([{ key }, written]) => ({ key, options: read(written) }));
  const known = each.flatMap(({ key, options }) => (options === undefined ? [] : [{ key, ...options }]));
  const { config, differing } = byKey(resource, known);
  if (known.length < each.length) return `${name} cannot be read.`;
  if (differing.length > 0) return `${name} differs between the instances of the module.`;
  const isEvaluated = apart.kind !== 'same' || apart.isEvaluated;
  return {
    config,
    leftovers: uniqueLeftovers(known.flatMap(({ leftovers }) => leftovers)),
    remarks: isEvaluated
      ? [
          ...remarks,
          note(
            `These are the options as Terraform evaluated them. ${name} was:`,
            'fields',
            sourceOf(resource, name),
          ),
        ]
      : remarks,
  };
}

/** Options that have no effect here, and may have with other values of variables. */
function withoutOptions(resource: OldResource, name: string): Remark[] {
  const written = own(bodyOf(resource), name) ?? null;
  if (isLiteral(written) || isGiven(resource, name)) return [];
  const [first] = resource.instances;
  const value = JSON.stringify(first === undefined ? null : valueIn(first, name));
  return [
    note(`Left out, as evaluated with ${name} = ${value}. It was:`, undefined, sourceOf(resource, name)),
  ];
}

/** An argument or block that has an effect in some instance. */
function isGiven(resource: OldResource, name: string): boolean {
  const { instances } = resource;
  const written = own(bodyOf(resource), name) ?? null;
  if (written === null || written === '' || (Array.isArray(written) && written.length === 0)) return false;
  if (isLiteral(written) || instances.length === 0) return true;
  return instances.some((instance) => {
    const value = valueIn(instance, name);
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  });
}

function uniqueLeftovers(leftovers: readonly Leftover[]): Leftover[] {
  return [...new Map(leftovers.map((each) => [each.path, each])).values()];
}

/** Code that builds JSON becomes the JSON, where it is the same in all instances: a filter in code can be read and checked. */
function filterOf(
  resource: OldResource,
  written: Written | undefined,
): { readonly written: Written; readonly remarks: readonly Remark[] } {
  if (written === undefined || written === '') return { written: null, remarks: [] };
  if (isLiteral(written) || !/\bjsonencode\s*\(/.test(codeIn(written))) return { written, remarks: [] };
  const values = resource.instances.map((instance) => valueIn(instance, 'filter'));
  const [first] = values;
  if (!isKnown(first) || typeof first !== 'string' || values.some((value) => value !== first))
    return { written, remarks: [] };
  return {
    written: escapeTemplates(first),
    remarks: [
      note('This is the filter as Terraform evaluated it. It was:', 'filter', sourceOf(resource, 'filter')),
    ],
  };
}
