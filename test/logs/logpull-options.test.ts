import fc from 'fast-check';
import { formatLogpullOptions, parseLogpullOptions, timestampFormats } from '../../lib/logs';

describe('parsing logpull options', () => {
  it('reads the fields in their order, and sets defaults', () => {
    expect(parseLogpullOptions('fields=RayID,ClientIP')).toEqual({
      options: { fields: ['RayID', 'ClientIP'], timestamps: 'unixnano', sample: 1, cve202144228: false },
      faults: [],
    });
  });

  it('reads all options in any order', () => {
    expect(
      parseLogpullOptions('CVE-2021-44228=true&sample=.5&timestamps=rfc3339&fields=RayID').options,
    ).toEqual({ fields: ['RayID'], timestamps: 'rfc3339', sample: 0.5, cve202144228: true });
  });

  it.each(['', 'fields=', 'timestamps=unix'])('reads %j as no fields', (text) => {
    expect(parseLogpullOptions(text).options?.fields).toEqual([]);
  });

  it('reads percent escapes', () => {
    expect(parseLogpullOptions('fields=RayID%2CClientIP').options?.fields).toEqual(['RayID', 'ClientIP']);
  });

  it.each([
    ['an option that does not exist', 'fields=A&timestamp=unix', 'logpull_options.unknown', ['timestamp']],
    ['a word without a value', 'fields', 'logpull_options.syntax', []],
    ['an empty pair', 'fields=A&', 'logpull_options.syntax', []],
    ['a broken escape', 'fields=%2', 'logpull_options.syntax', []],
    ['an option given twice', 'fields=A&fields=B', 'logpull_options.duplicate', ['fields']],
    ['an empty field name', 'fields=A,,B', 'logpull_options.empty_field', ['fields']],
    ['an unknown format', 'timestamps=rfc3339ms', 'logpull_options.timestamps', ['timestamps']],
    ['an empty format', 'timestamps=', 'logpull_options.timestamps', ['timestamps']],
    ['a sample of more than all', 'sample=1.01', 'logpull_options.sample', ['sample']],
    ['a sample that is no number', 'sample=0x1', 'logpull_options.sample', ['sample']],
    ['a negative sample', 'sample=-0.5', 'logpull_options.sample', ['sample']],
    [
      'a redaction that is neither true nor false',
      'CVE-2021-44228=yes',
      'logpull_options.cve',
      ['CVE-2021-44228'],
    ],
  ])('fails on %s', (_what, text, code, path) => {
    expect(parseLogpullOptions(text)).toMatchObject({ options: undefined, faults: [{ code, path }] });
  });

  it('reports all faults with suggestions', () => {
    const { faults } = parseLogpullOptions('Fields=A&timestamps=rfc339&sample=2');
    expect(faults.map((fault) => fault.message)).toEqual([
      'This version, as of 2026-07, knows no option "Fields". Did you mean "fields"?',
      '"timestamps" is "rfc339"; this version knows unixnano, unix, rfc3339, as of 2026-07. Did you mean "rfc3339"?',
      '"sample" is "2"; it is a number from 0 to 1. Write 0.1 for every tenth line.',
    ]);
  });
});

describe('formatting logpull options', () => {
  it('always writes the timestamps, and omits other defaults', () => {
    expect(formatLogpullOptions({ fields: ['RayID'] })).toBe('fields=RayID&timestamps=unixnano');
    expect(formatLogpullOptions({ fields: ['RayID'], sample: 1, cve202144228: false })).toBe(
      'fields=RayID&timestamps=unixnano',
    );
  });

  it('writes the options in a fixed order', () => {
    const options = { cve202144228: true, sample: 0.25, timestamps: 'unix', fields: ['B', 'A'] } as const;
    expect(formatLogpullOptions(options)).toBe('fields=B,A&timestamps=unix&sample=0.25&CVE-2021-44228=true');
  });

  it('writes what parses to the same options', () => {
    const options = fc.record({
      fields: fc.array(fc.stringMatching(/^[A-Za-z0-9_]+$/)),
      timestamps: fc.constantFrom(...timestampFormats),
      sample: fc.double({ min: 0, max: 1, minExcluded: true, noNaN: true }),
      cve202144228: fc.boolean(),
    });
    fc.assert(
      fc.property(options, (some) => {
        expect(parseLogpullOptions(formatLogpullOptions(some)).options).toEqual(some);
      }),
    );
  });
});
