import { TerraformVariable } from 'cdktf';
import { LogFilter, LogpushJob, type LogpushJobProps } from '../../../lib';
import { canonicalFilter } from '../../../lib/logs';
import { makeStack, resourceOf, warningsOf, zoneId } from '../../constructs/support';
import { factorableFilter, nestedFilter, parsed } from '../../logs/filter/strict-count';

const type = 'edge_logpush_job';

const props: LogpushJobProps = {
  zoneId,
  name: 'failures',
  destinationConf: 's3://logs/http/{DATE}?region=eu-central-1',
  fields: ['RayID', 'EdgeResponseStatus'],
};

const where = (...leaves: object[]) => JSON.stringify({ where: { and: leaves } });
describe('a job whose filter is built', () => {
  const status = LogFilter.field('EdgeResponseStatus');
  const country = LogFilter.field('ClientCountry');
  const filterFor = (built: LogFilter, more: Partial<LogpushJobProps> = {}) => {
    const stack = makeStack();
    new LogpushJob(stack, 'job', { ...props, ...more, where: built });
    return resourceOf(stack, type, 'job').filter;
  };

  it('sends its JSON', () => {
    expect(filterFor(status.atLeast(500).and(country.in(['nl', 'de'])))).toBe(
      '{"where":{"and":[{"key":"ClientCountry","operator":"in","value":["de","nl"]},{"key":"EdgeResponseStatus","operator":"geq","value":"500"}]}}',
    );
  });

  it('converts values to the types of the dataset', () => {
    expect(filterFor(status.in(['500', '18446744073709551615']).and(country.in([1])))).toBe(
      '{"where":{"and":[{"key":"ClientCountry","operator":"in","value":["1"]},{"key":"EdgeResponseStatus","operator":"in","value":[18446744073709551615,500]}]}}',
    );
  });

  it('shortens a filter of more than 30 operators', () => {
    const codes = Array.from({ length: 40 }, (_, index) => 500 + index);
    const filter = filterFor(LogFilter.anyOf(...codes.map((code) => status.equalTo(code))));
    expect(filter).toBe(where({ key: 'EdgeResponseStatus', operator: 'in', value: codes }));
  });

  it('shortens a filter whose conditions and groups are too many together', () => {
    const [long, short] = factorableFilter();
    expect(filterFor(LogFilter.fromJson(long))).toBe(short);
  });

  it('only warns of too many operators in a filter that is short enough: a job may have it', () => {
    const filter = nestedFilter(31);
    const stack = makeStack();
    const built = new LogpushJob(stack, 'built', { ...props, where: LogFilter.fromJson(filter) });
    const text = new LogpushJob(stack, 'text', { ...props, filter });
    const small = new LogpushJob(stack, 'small', { ...props, filter: nestedFilter(30) });
    const canonical = canonicalFilter(parsed(filter));
    expect(resourceOf(stack, type, 'built').filter).toBe(canonical);
    expect(resourceOf(stack, type, 'text').filter).toBe(filter);
    const keeps =
      'An existing job can keep such a filter; the plan refuses it in a new job, and a change to it.';
    const warnings = [built, text, small].flatMap(warningsOf);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^where: The filter has 31 operators and \d{3} bytes, and no shorter form was found/,
      ),
      expect.stringMatching(/^filter: The filter has 31 operators \(16 conditions and 15 groups/),
    ]);
    for (const warning of warnings) expect(warning).toContain(keeps);
  });

  it('only warns of too many operators in a filter with tokens', () => {
    const stack = makeStack();
    const host = new TerraformVariable(stack, 'host', { type: 'string' });
    const tokens = LogFilter.fromJson(nestedFilter(29)).and(
      LogFilter.field('ClientRequestHost').equalTo(host.stringValue),
      LogFilter.field('JA4').equalTo('a'),
    );
    const job = new LogpushJob(stack, 'job', { ...props, where: tokens });
    expect(resourceOf(stack, type, 'job').filter).toContain('${var.host}');
    expect(warningsOf(job)).toEqual([expect.stringContaining('31 operators')]);
    const paths = Array.from({ length: 30 }, (_, at) => LogFilter.field('RayID').contains(`-${at}-`));
    const many = tokens.and(...paths);
    expect(() => new LogpushJob(stack, 'many', { ...props, where: many })).toThrow(/where: .*operators/);
  });

  it('fails where no shorter form fits, and shows the sizes', () => {
    const paths = Array.from({ length: 40 }, (_, index) =>
      LogFilter.field('ClientRequestPath').contains(`/${index}/`),
    );
    expect(() =>
      filterFor(LogFilter.anyOf(...paths, ...paths.slice(0, 9), status.equalTo(1), status.equalTo(2))),
    ).toThrow(
      /where: Log filter: The filter has 43 operators and \d{4} bytes, and the shortest equivalent form found has 42 operators and \d{4} bytes\. The limit is about 30 operators and 1000 bytes/,
    );
    expect(() => filterFor(LogFilter.anyOf(...paths))).toThrow(
      /41 operators and \d{4} bytes, and no shorter form was found/,
    );
    expect(() => filterFor(LogFilter.field('RayID').equalTo('a'.repeat(1000)))).toThrow(
      /2 operators and 10\d\d bytes, and no/,
    );
  });

  it.each([
    [
      'an operator that does not fit, and points at it',
      country.equalTo('nl').and(status.startsWith('5')),
      /"startsWith" does not apply .* at column 27: starts_with\(EdgeResponseStatus, "5"\)/,
    ],
    ['a value of another type', status.atLeast('many'), /"many"; .* at column 23: "many"/],
  ])('fails on %s', (_what, built, message) => {
    expect(() => filterFor(built)).toThrow(/^\[logs\/job\] LogpushJob:\n/);
    expect(() => filterFor(built)).toThrow(message);
  });

  it('fails if filter is set too', () => {
    expect(() =>
      filterFor(status.atLeast(500), { filter: where({ key: 'BotScore', operator: 'lt', value: '30' }) }),
    ).toThrow(/where: Two filters: filter and where are both set\. Remove one of them\./);
  });

  it('fails with its faults and those of the other props in one error', () => {
    expect(() => filterFor(status.startsWith('5'), { name: 'a b' })).toThrow(/name:.*\n.*where:/);
  });

  it('is checked against the dataset of the job', () => {
    const query = LogFilter.field('QueryName').equalTo('example.com');
    expect(filterFor(query)).toContain('QueryName');
    const onDns = () => filterFor(query.and(status.atLeast(500)), { dataset: 'firewall_events' });
    expect(onDns).not.toThrow();
    const bySize = LogFilter.field('QueryName').atLeast(5);
    expect(filterFor(bySize)).toContain('QueryName');
    expect(() => filterFor(bySize, { dataset: 'dns_logs', fields: ['QueryName'] })).toThrow(
      /"geq" does not apply/,
    );
    expect(filterFor(query, { dataset: 'dns_logs', fields: ['QueryName'] })).toContain('QueryName');
    expect(filterFor(query, { dataset: '${var.dataset}', fields: ['QueryName'] })).toContain('QueryName');
  });

  it('skips unresolved tokens and checks the other values', () => {
    const stack = makeStack();
    const text = new TerraformVariable(stack, 'text', { type: 'string' });
    const number = new TerraformVariable(stack, 'number', { type: 'number' });
    const tokens = status.atLeast(number.numberValue).and(country.in([text.stringValue, 'nl']));
    new LogpushJob(stack, 'job', {
      ...props,
      where: tokens.and(LogFilter.field('BotScore').in([number.numberValue])),
    });
    expect(resourceOf(stack, type, 'job').filter).toBe(
      '{"where":{"and":[{"key":"BotScore","operator":"in","value":[${var.number}]},' +
        '{"key":"ClientCountry","operator":"in","value":["${var.text}","nl"]},' +
        '{"key":"EdgeResponseStatus","operator":"geq","value":"${var.number}"}]}}',
    );
    const wrong = tokens.and(LogFilter.field('BotScore').equalTo('x'));
    expect(() => new LogpushJob(stack, 'wrong', { ...props, where: wrong })).toThrow(
      /where: Log filter: .*"BotScore" is "x"/,
    );
  });

  it('fails for a list token', () => {
    const list = new TerraformVariable(makeStack(), 'list', { type: 'list(string)' });
    expect(() => filterFor(country.in(list.listValue))).toThrow(
      /list that only Terraform knows.*Fn\.jsonencode/,
    );
  });
});
