import { bool, computed, nested, string } from '../schema';
import { knownDataset, scopeOption } from './dataset';
import { providerFunction } from './provider-function';

export const logFields = providerFunction({
  name: 'log_fields',
  summary: 'Returns the log fields of a dataset.',
  description:
    'These are the fields that this version knows, by name, for `fields` of `edge_logpush_job`: ' +
    '`keys(provider::edge::log_fields("dns_logs"))` are all names. Each field has its `type`, such as `string`, `int` or `timestamp`, ' +
    'and whether the service has `deprecated` it. `edge-platform logs fields` describes them.',
  parameters: [
    { name: 'dataset', type: string, description: 'The name of the dataset, such as `http_requests`.' },
  ],
  options: { scope: scopeOption },
  returns: nested('map', {
    type: computed(string, { description: 'Type of the values.' }),
    deprecated: computed(bool, { description: 'Whether another field should be used.' }),
  }),
  examples: [
    {
      code: 'provider::edge::log_fields("dns_logs")["QueryName"]',
      result: { type: 'string', deprecated: false },
    },
  ],
  call: ([name], { scope }) => {
    const { fields, deprecated } = knownDataset({ dataset: name, scope }, 'dataset');
    return Object.fromEntries(
      [...fields].map(([field, type]) => [field, { type, deprecated: deprecated.has(field) }]),
    );
  },
});
