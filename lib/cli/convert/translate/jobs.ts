import type { OldResource, Remark } from '../model';
import { escapeTemplates, literalOf, type Written } from '../../../hcl/template';
import { settingNames } from '../../../resources/logpush-job/settings';
import { own } from '../../../ground/record';
import { destinationOf } from './job-destination';
import { note, sourceOf, type Draft } from './draft';
import { inputsOf } from './evaluated';
import { codeIn, hcl, template } from './expressions';
import { fromLogpullOptions, fromOutputOptions } from './job-options';
import { bodyOf, isKnown, isLiteral, textIn, valueIn } from './known';
import { isNew, partsOf, type Decoded, type Kept, type Translator } from './translator';

/** Log jobs: specification 2.6, the forms of the providers by the public facts, section 8.2. */
export const logJob: Translator = {
  kind: 'logpush_job',
  typeName: 'edge_logpush_job',
  parts: ['output_options', 'logpull_options'],
  toConfig: (draft, resource, given) => {
    const options = optionsOf(resource);
    if ('why' in options) return options;
    const destination = destinationOf(draft, resource, given.take('destination_conf'));
    if (typeof destination === 'string') return { why: destination, severity: 'todo' };
    given.take('id');
    const { zone_id = null, account_id = null, ownership_challenge: challenge } = bodyOf(resource);
    const filter = filterOf(draft, resource, given.take('filter'));
    const needsChallenge = isNew(draft, resource);
    return {
      config: {
        zone_id,
        account_id,
        name: given.take('name') ?? null,
        dataset: datasetOf(given.take('dataset')),
        enabled: enabledOf(resource, given.take('enabled')),
        ...destination.config,
        ...options.config,
        filter: filter.written,
        ...Object.fromEntries(settingNames.map((each) => [each, given.take(each) ?? null])),
        ownership_challenge: needsChallenge ? (challenge ?? null) : null,
      },
      remarks: [...(options.remarks ?? []), ...destination.remarks, ...filter.remarks],
      leftovers: options.leftovers ?? [],
      evaluated: options.evaluated ?? [],
      findings: [
        ...destination.findings,
        ...((challenge ?? null) === null || needsChallenge
          ? []
          : [
              {
                code: 'convert.challenge_needless' as const,
                severity: 'note' as const,
                text: 'ownership_challenge is left out: a job that exists needs none until its destination changes.',
                original: sourceOf(resource, 'ownership_challenge'),
              },
            ]),
      ],
    };
  },
  importId: (instance) => {
    // By number, which only the state has; by name otherwise.
    const id = instance.state?.id;
    const job = typeof id === 'number' || typeof id === 'string' ? String(id) : textIn(instance, 'name');
    const [zone, account] = [textIn(instance, 'zone_id'), textIn(instance, 'account_id')];
    if (job === undefined || (zone ?? account) === undefined) return undefined;
    return zone === undefined ? `accounts/${account ?? ''}/${job}` : `${zone}/${job}`;
  },
};

/** Null is false for the old provider, and true for ours. */
function enabledOf({ instances }: OldResource, written: Written = false): Written {
  if (isLiteral(written)) return written;
  const values = instances.map((instance) => valueIn(instance, 'enabled'));
  const isSet = values.length > 0 && values.every((value) => isKnown(value) && value !== null);
  return isSet ? written : template(`coalesce(${hcl(written)}, false)`);
}

function datasetOf(written: Written | undefined): Written {
  if (written === undefined) return null;
  // 5.x accepts any case.
  return typeof written === 'string' && literalOf(written) !== undefined ? written.toLowerCase() : written;
}

/** Fields, timestamps, sample rate and output options. */
function optionsOf(resource: OldResource): Decoded | Kept {
  const hasOutput = isGiven(resource, 'output_options');
  const name = hasOutput ? 'output_options' : 'logpull_options';
  const remarks = ['output_options', 'logpull_options'].flatMap((each) => withoutOptions(resource, each));
  if (!isGiven(resource, name)) return { config: { fields: null }, remarks };
  const parts = partsOf(resource, name, hasOutput ? fromOutputOptions : fromLogpullOptions);
  if (!('problem' in parts)) return { ...parts, remarks };
  const problems = {
    unknown: 'is not known, and its parts must be. Give a state with --state, or write the options as text.',
    unreadable: 'cannot be read.',
    differs: 'differs between the instances of the module.',
  };
  return { why: `${name} ${problems[parts.problem]}`, severity: 'todo' };
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

/** Code that builds JSON becomes the JSON, where nothing else decides about it: a filter in code can be read and checked. */
function filterOf({ old }: Draft, resource: OldResource, written: Written | undefined) {
  if (written === undefined) return { written: null, remarks: [] };
  const isBuilt = !isLiteral(written) && /\bjsonencode\s*\(/.test(codeIn(written));
  if (!isBuilt || inputsOf(old, resource, 'filter').length > 0) return { written, remarks: [] };
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
