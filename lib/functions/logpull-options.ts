import { parseLogpullOptions } from '../logs';
import { computed, listOf, nested, number, string } from '../schema';
import { refuse } from './filter-argument';
import { providerFunction } from './provider-function';

/** Reads logpull options: `edge-platform convert` writes it for options that are no literal. */
export const logpullOptions = providerFunction({
  name: 'logpull_options',
  summary: 'Returns the parts of logpull_options.',
  description:
    'For `fields`, `timestamp_format` and `sample_rate` of `edge_logpush_job`, from a text as other providers take it. Each part is null ' +
    'where the text does not say it, and all are for null and an empty string. `CVE-2021-44228` ' +
    'is left out: a job has it in `output_options` alone, or keeps it at the service.',
  parameters: [
    {
      name: 'text',
      type: string,
      description: 'The options, such as `fields=RayID,ClientIP&timestamps=rfc3339`.',
      isNullable: true,
    },
  ],
  returns: nested('single', {
    fields: computed(listOf(string), { description: 'Names of log fields.' }),
    timestamp_format: computed(string, { description: 'Format of timestamps.' }),
    sample_rate: computed(number, { description: 'Share of the lines to deliver.' }),
  }),
  examples: [
    {
      code: 'provider::edge::logpull_options("fields=RayID,ClientIP&timestamps=rfc3339&sample=0.5")',
      result: { fields: ['RayID', 'ClientIP'], timestamp_format: 'rfc3339', sample_rate: 0.5 },
    },
  ],
  call: ([given]) => {
    const text = (given ?? '').trim();
    const { options, faults } = parseLogpullOptions(text);
    refuse('text', faults);
    const { fields = [], timestamps = null, sample = null } = options ?? {};
    const has = (name: string) => text.split('&').some((pair) => pair.startsWith(`${name}=`));
    return {
      fields: fields.length === 0 ? null : [...new Set(fields)],
      timestamp_format: has('timestamps') ? timestamps : null,
      sample_rate: has('sample') ? sample : null,
    };
  },
});
