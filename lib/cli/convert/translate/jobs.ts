import { settingNames } from '../../../resources/logpush-job/settings';
import type { Written } from '../../../hcl/template';
import { toCode } from '../../../hcl/to-expression';
import type { OldResource } from '../model';
import { destinationOf, Secrets } from './destination';
import { sourceOf, type FindingOnBlock } from './draft';
import { isText, template } from './expressions';
import { optionsOf } from './job-options';
import { bodyOf, isKnown, isLiteral, textIn, valueIn } from './argument-values';
import { Locals } from './locals';
import type { Translator } from './translator';

/** Translates log jobs: specification 2.6, the forms of the providers by the public facts, section 8.2. */
export const logJob: Translator = {
  kind: 'logpush_job',
  typeName: 'edge_logpush_job',
  parts: ['output_options', 'logpull_options'],
  toConfig: (draft, resource, given) => {
    const { zone_id = null, account_id = null, ownership_challenge = null } = bodyOf(resource);
    const locals = new Locals(draft, resource);
    const destination = destinationOf(draft, resource, given.take('destination_conf'), locals);
    const secrets = new Secrets(draft, resource);
    const options = optionsOf(resource, locals);
    given.take('id');
    return {
      config: {
        zone_id,
        account_id,
        name: given.take('name') ?? null,
        dataset: datasetOf(given.take('dataset')),
        enabled: enabledOf(given.take('enabled')),
        ...destination.config,
        ...options.config,
        filter: given.take('filter') ?? null,
        ...Object.fromEntries(settingNames.map((each) => [each, given.take(each) ?? null])),
        ownership_challenge: secrets.challenge(ownership_challenge),
      },
      locals: locals.values,
      leftovers: options.leftovers,
      findings: [
        ...destination.findings,
        ...(options.findings ?? []),
        ...secrets.report(),
        ...unknownDataset(resource),
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

/** The value of `enabled`: null is false for the old provider, and true for ours. */
function enabledOf(written: Written = false): Written {
  return isLiteral(written) ? written : template(`coalesce(${toCode(written)}, false)`);
}

/** A finding where it is unknown whether the dataset is one of a zone or of an account: they differ, and an account has no default. */
function unknownDataset(resource: OldResource): readonly FindingOnBlock[] {
  const { zone_id = null, dataset = null } = bodyOf(resource);
  const { instances } = resource;
  const isKnownHere = instances.length > 0 && instances.every((each) => isKnown(valueIn(each, 'dataset')));
  if (zone_id !== null || isLiteral(dataset) || isKnownHere) return [];
  return [
    {
      code: 'convert.refused',
      severity: 'todo',
      text: 'The value of dataset is unknown here, and the job is of an account: the plan refuses a dataset of zones, and null, which stands for http_requests. Check the values, or convert again with --var or --var-file.',
      original: sourceOf(resource, 'dataset'),
    },
  ];
}

function datasetOf(written: Written | undefined): Written {
  if (written === undefined) return null;
  // 5.x accepts any case.
  return isText(written) ? written.toLowerCase() : written;
}
