import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { LogDataset, LogField } from '../../lib';
import { datasetNames, findDataset } from '../../lib/logs';
import { describeField } from '../../lib/logs/descriptions';
import descriptions from '../../lib/logs/descriptions.json';

const ofZones = datasetNames.flatMap((name) => findDataset(name, 'zone') ?? []);
const fieldsOf = (name: string) =>
  (['zone', 'account'] as const).flatMap((scope) => [...(findDataset(name, scope)?.fields.keys() ?? [])]);

describe('the constants for datasets and log fields', () => {
  it('are generated from the catalogue as it is', () => {
    execFileSync(process.execPath, [join(__dirname, '../../scripts/log-names.mjs'), '--check']);
  });

  it('have the names of all datasets', () => {
    expect(Object.entries(LogDataset).map(([, value]: [string, unknown]) => value)).toEqual(datasetNames);
    expect(LogDataset.HTTP_REQUESTS).toBe('http_requests');
  });

  it('have the names of all their fields, in either scope', () => {
    const names = new Set(datasetNames.flatMap(fieldsOf));
    expect(LogField.ZoneName).toBe('ZoneName');
    expect(Object.entries(LogField).sort()).toEqual([...names].sort().map((name) => [name, name]));
    expect(LogField.EdgeResponseStatus).toBe('EdgeResponseStatus');
  });
});

describe('the descriptions', () => {
  const { datasets, shared, ...byDataset } = descriptions;

  it('cover all datasets, and all fields of datasets of zones', () => {
    expect(Object.keys(datasets).sort()).toEqual(datasetNames);
    const missing = ofZones.flatMap(({ name, fields }) =>
      [...fields.keys()].filter((field) => describeField(name, field) === undefined),
    );
    expect(missing).toEqual([]);
  });

  it('are of fields that exist', () => {
    const unknown = Object.entries(byDataset).flatMap(([name, texts]) =>
      Object.keys(texts).filter((field) => !fieldsOf(name).includes(field)),
    );
    const all = new Set(datasetNames.flatMap(fieldsOf));
    expect([...unknown, ...Object.keys(shared).filter((field) => !all.has(field))]).toEqual([]);
  });

  it('are sentences on one line', () => {
    const texts = Object.values(descriptions).flatMap((each) => Object.values<string>(each));
    expect(texts.filter((text) => !/^[A-Z].{10,105}\.$/.test(text))).toEqual([]);
  });
});
