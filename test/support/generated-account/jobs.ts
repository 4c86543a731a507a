import {
  datasetNames,
  findDataset,
  formatLogpullOptions,
  type Dataset,
  type DatasetScope,
  type LineTimestampFormat,
} from '../../../lib/logs';
import type { Draw } from '../random';
import { destinationOf } from './destinations';
import { filterOf, filterFields } from './filters';

export interface GeneratedJobs {
  readonly ofAccount: readonly object[];
  ofZone(zoneId: string): readonly object[];
}

interface Question {
  readonly draw: Draw;
  readonly count: number;
  readonly zoneIds: readonly string[];
}

/** A zone has at most 4 jobs, and so has an account for each dataset. */
const most = 4;

/** As many jobs as asked for, as far as there is room: most of them in zones. */
export function makeJobs({ draw, count, zoneIds }: Question): GeneratedJobs {
  const ofZones = Math.min(Math.ceil(count * 0.75), zoneIds.length * most);
  const accountSets = datasetNames.filter((name) => findDataset(name, 'account') !== undefined);
  const ofAccount = Math.min(count - ofZones, accountSets.length * most);
  const perZone = new Map<string, object[]>(zoneIds.map((id) => [id, []]));
  const id = (index: number) => 1001 + 7 * index;
  for (let index = 0; index < ofZones; index++) {
    const zone = perZone.get(zoneIds[index % zoneIds.length] ?? '') ?? [];
    const before = zone.at(-1);
    // Twins: an earlier deploy was killed, or somebody copied a job.
    const isCopy = index % 11 === 10 && before !== undefined;
    zone.push(isCopy ? { ...before, id: id(index) } : { id: id(index), ...jobOf(draw, index, 'zone') });
  }
  return {
    ofAccount: Array.from({ length: ofAccount }, (_, at) => {
      const index = ofZones + at;
      return { id: id(index), ...jobOf(draw, index, 'account', accountSets[at % accountSets.length]) };
    }),
    ofZone: (zoneId) => perZone.get(zoneId) ?? [],
  };
}

function jobOf(draw: Draw, index: number, scope: DatasetScope, named?: string): object {
  const dataset = findDataset(named ?? zoneDataset(draw, index), scope);
  if (dataset === undefined) throw new Error(`There is no dataset ${String(named)} of ${scope}s.`);
  const isEdge = index % 23 === 22 && dataset.name === 'http_requests';
  return {
    ...nameOf(draw, index),
    // The service leaves out the dataset that is its default in old jobs.
    ...(dataset.name === 'http_requests' && index % 5 === 0 ? {} : { dataset: dataset.name }),
    enabled: index % 4 !== 3,
    destination_conf: destinationOf(draw, index),
    ...outputOf(draw, index, dataset),
    ...filterPart(draw, index, dataset),
    ...(isEdge ? { kind: 'edge' } : uploadLimits(draw, index)),
    ...(index % 9 === 4 ? { frequency: 'low' } : {}),
    ...(index % 13 === 6 && dataset.name === 'http_requests' ? { filter_attack_traffic: true } : {}),
  };
}

function zoneDataset(draw: Draw, index: number): string {
  if (index % 2 === 0) return 'http_requests';
  return draw.pick(datasetNames.filter((name) => findDataset(name, 'zone') !== undefined));
}

function nameOf(draw: Draw, index: number): { readonly name?: string } {
  switch (index % 24) {
    // The dashboard asks for no name.
    case 3:
      return {};
    case 5:
      return { name: '' };
    case 6:
      return { name: draw.pick(['audit', 'Audit', 'AUDIT']) };
    case 7:
      return { name: `${index}-starts-with-digits` };
    case 8:
      return { name: `-.${index}.-` };
    case 9:
      return { name: 'long-name.'.repeat(51) };
    case 10:
      return { name: draw.pick(['class', 'default', 'constructor', 'audit']) };
    default:
      return { name: `${draw.pick(['http', 'security', 'audit', 'siem'])}-logs-${index}` };
  }
}

function fieldsOf(draw: Draw, index: number, dataset: Dataset): string[] {
  const all = [...dataset.fields.keys()];
  if (index % 10 === 8) return all;
  const custom = ['Cookies', 'RequestHeaders', 'ResponseHeaders'].filter((name) => dataset.fields.has(name));
  const fields = draw.list(1, Math.min(12, all.length), () => draw.pick(all));
  return [...new Set([...fields, ...(draw.oneIn(2) ? custom : [])])];
}

function outputOf(draw: Draw, index: number, dataset: Dataset): object {
  const fields = fieldsOf(draw, index, dataset);
  switch (index % 10) {
    case 0:
    case 5:
      return { logpull_options: formatLogpullOptions({ fields, timestamps: 'rfc3339' }) };
    case 1:
      return {
        logpull_options: `CVE-2021-44228=true&timestamps=unix&sample=0.0625&fields=${fields.join(',')}`,
      };
    case 2:
      // The service chooses the fields of jobs that name none.
      if (index % 40 === 2) return {};
      if (index % 40 === 22) return { logpull_options: 'timestamps=rfc3339' };
      return { logpull_options: formatLogpullOptions({ fields, sample: 0.001 }) };
    case 3:
      return { output_options: { field_names: fields, output_type: 'ndjson' } };
    default:
      return { output_options: { field_names: fields, ...outputOptions(draw, index, fields, dataset) } };
  }
}

function outputOptions(draw: Draw, index: number, fields: readonly string[], dataset: Dataset): object {
  const timestamps: LineTimestampFormat = draw.pick([
    'unixnano',
    'unix',
    'rfc3339',
    'rfc3339ms',
    'rfc3339ns',
  ]);
  const common = {
    timestamp_format: timestamps,
    sample_rate: draw.pick([1, 0.5, 0.001, 1 / 3, 0.000_001]),
    'CVE-2021-44228': draw.oneIn(2),
    ...(dataset.name === 'http_requests' ? { merge_subrequests: draw.oneIn(2) } : {}),
  };
  const [first = ''] = fields;
  switch (index % 10) {
    case 4:
      return {
        ...common,
        output_type: 'csv',
        batch_prefix: `${fields.join(';')}\n`,
        batch_suffix: '-- ${end} %{ of } "file"\r\n',
        field_delimiter: draw.pick([';', '\t', '|', '€']),
      };
    case 6:
      return {
        ...common,
        output_type: 'ndjson',
        record_template: `{{ "{" }}"it's": {{.${first}}}, \`$\{x}\`: "%{y}"{{ "}" }}`,
        record_prefix: '',
        record_suffix: '\n',
      };
    case 7:
      return {
        ...common,
        record_prefix: '{',
        record_suffix: '}',
        record_delimiter: ',\n',
        batch_prefix: '[',
        batch_suffix: ']',
      };
    default:
      return common;
  }
}

function filterPart(draw: Draw, index: number, dataset: Dataset): { readonly filter?: string } {
  return index % 5 === 3 || filterFields(dataset).length === 0
    ? {}
    : { filter: filterOf(draw, index, dataset) };
}

function uploadLimits(draw: Draw, index: number): object {
  if (index % 3 !== 1) return {};
  return {
    max_upload_bytes: draw.pick([0, 5_000_000, 1_000_000_000]),
    max_upload_interval_seconds: draw.pick([0, 30, 300]),
    max_upload_records: draw.pick([0, 1000, 1_000_000]),
  };
}
