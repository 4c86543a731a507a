import { Lazy, TerraformIterator, TerraformVariable, Token, type TerraformStack } from 'cdktf';
import { LogFilter, LogpushJob, type LogpushJobProps } from '../../../lib';
import { literalOf } from '../../../lib/hcl/template';
import { canonicalFilter, type LogFieldName, type LogDatasetName } from '../../../lib/logs';
import { makeStack, resourceOf, warningsOf } from '../../constructs/support';
import { nestedFilter, parsed } from '../../logs/filter/strict-count';
import { props } from './support';

const type = 'edge_logpush_job';

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

  it('shortens a filter of more than 30 operators', () => {
    const codes = Array.from({ length: 40 }, (_, index) => 500 + index);
    const filter = filterFor(LogFilter.anyOf(...codes.map((code) => status.equalTo(code))));
    expect(filter).toBe(where({ key: 'EdgeResponseStatus', operator: 'in', value: codes }));
  });

  it('only warns of too many operators in a filter that is short enough: a job may have it', () => {
    const filter = nestedFilter(31);
    const stack = makeStack();
    const built = new LogpushJob(stack, 'built', {
      ...props,
      name: 'built',
      where: LogFilter.fromJson(filter),
    });
    const text = new LogpushJob(stack, 'text', { ...props, name: 'text', filter });
    const small = new LogpushJob(stack, 'small', { ...props, name: 'small', filter: nestedFilter(30) });
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
    expect(resourceOf(stack, type, 'job').filter).toContain('tostring(var.host)');
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

  it.each<[string, string, Partial<LogpushJobProps>]>([
    ['the zone', 'BotScore', { zoneId: undefined, zoneName: 'shop.example' }],
    [
      'the account',
      'TemporaryAccessDuration',
      { zoneId: undefined, accountName: 'Example Inc', dataset: 'access_requests', fields: ['RayID'] },
    ],
  ])('is checked where %s is known by its name', (_, name, named) => {
    const field = LogFilter.field(name as LogFieldName);
    expect(() => filterFor(field.contains('a'), named)).toThrow(
      `where: Log filter: The operator "contains" does not apply to "${name}"`,
    );
    const stack = makeStack();
    const never = field.lessThan(5).and(field.greaterThan(6));
    const built = new LogpushJob(stack, 'job', { ...props, ...named, where: never });
    expect(warningsOf(built)).toEqual([expect.stringContaining('contradict each other')]);
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
    expect(
      filterFor(query, { dataset: '${var.dataset}' as LogDatasetName, fields: ['QueryName'] }),
    ).toContain('QueryName');
  });

  it.each(['${jndi:', '${jndi:ldap://x}', '%{a}', '$${a}', '$${', '${', '$'])(
    'takes %j in a value for a text, as the service gets it',
    (text) => {
      const given = String(filterFor(LogFilter.field('ClientRequestURI').contains(text)));
      const literal = literalOf(given);
      expect(JSON.parse(literal ?? 'null')).toEqual({
        where: { and: [{ key: 'ClientRequestURI', operator: 'contains', value: text }] },
      });
    },
  );

  it('warns about a text that elsewhere would be an expression', () => {
    const warned = (built: LogFilter) =>
      warningsOf(new LogpushJob(makeStack(), 'job', { ...props, where: built }));
    expect(warned(country.equalTo('${var.m["a"]}'))).toEqual([
      expect.stringContaining(
        '${var.m["a"]}" is a text in a filter, and ${var.m["a"]} no expression in it. To insert its value, pass a token',
      ),
    ]);
    expect(warned(country.contains('${jndi:ldap}'))).toEqual([]);
  });

  describe('with values that only Terraform knows', () => {
    const integer = 'regex("^(?:0|[1-9][0-9]{0,19})$", ';
    const asInteger = (item: string) => `try(tonumber(${integer}${item})), ${item})`;
    const expressionFor = (
      make: (stack: TerraformStack) => LogFilter,
      more: Partial<LogpushJobProps> = {},
    ) => {
      const stack = makeStack();
      new LogpushJob(stack, 'job', { ...props, ...more, where: make(stack) });
      return resourceOf(stack, type, 'job').filter;
    };
    const condition = (key: string, operator: string, value: string) =>
      `\${jsonencode({where = {and = [{key = "${key}", operator = "${operator}", value = ${value}}]}})}`;
    const variable = (stack: TerraformStack, id = 'v') => new TerraformVariable(stack, id, {});

    it.each(
      Object.entries<[(stack: TerraformStack) => LogFilter, string]>({
        'a text': [
          (stack) => country.equalTo(variable(stack).stringValue),
          condition('ClientCountry', 'eq', 'tostring(var.v)'),
        ],
        'a part of a text with characters that JSON and HCL escape': [
          (stack) => country.equalTo(`${'a"\\\n\u0001<$$' + '{-'}${variable(stack).stringValue}`),
          condition('ClientCountry', 'eq', '"a\\"\\\\\\n\\u0001<$$$' + '{-${var.v}"'),
        ],
        'what follows a dollar sign': [
          (stack) => country.equalTo(`$${variable(stack).stringValue}$${variable(stack, 'w').numberValue}`),
          condition('ClientCountry', 'eq', '"${"$"}${var.v}${"$"}${var.w}"'),
        ],
        'a literal that looks like an expression beside a token': [
          (stack) => country.contains('${jndi:%{a}' + variable(stack).stringValue),
          condition('ClientCountry', 'contains', '"$${jndi:%%{a}${var.v}"'),
        ],
        'a number after a hyphen': [
          (stack) => LogFilter.field('RayID').contains(`a-${variable(stack).numberValue}`),
          condition('RayID', 'contains', '"a-${var.v}"'),
        ],
        'the value of an instance': [
          () => country.equalTo(TerraformIterator.fromList(['nl']).value as string),
          condition('ClientCountry', 'eq', 'tostring(each.value)'),
        ],
        'a text that a lazy token produces': [
          () => country.equalTo(Lazy.stringValue({ produce: () => 'a"b' })),
          condition('ClientCountry', 'eq', '"a\\"b"'),
        ],
        'items of a set of texts': [
          (stack) => country.in(['nl', variable(stack).stringValue, 1, variable(stack, 'n').numberValue]),
          condition('ClientCountry', 'in', '["nl", tostring(var.v), "1", tostring(var.n)]'),
        ],
        'items of a set of integers': [
          (stack) => status.in(['18446744073709551615', variable(stack).stringValue]),
          condition('EdgeResponseStatus', 'in', `[18446744073709551615, ${asInteger('var.v')}]`),
        ],
        'a list of texts': [
          (stack) => country.notIn(variable(stack).listValue),
          condition('ClientCountry', '!in', '[for item in var.v : tostring(item)]'),
        ],
        'a list of numbers': [
          (stack) => status.in(Token.asNumberList(variable(stack).fqn)),
          condition('EdgeResponseStatus', 'in', `[for item in var.v : ${asInteger('item')}]`),
        ],
        'lists beside other values': [
          (stack) =>
            country.in(['nl', ...variable(stack).listValue, ...variable(stack, 'w').listValue, 'de', 'at']),
          condition(
            'ClientCountry',
            'in',
            'concat(["nl"], [for item in var.v : tostring(item)], [for item in var.w : tostring(item)], ["de", "at"])',
          ),
        ],
      }),
    )('encodes %s', (_what, [make, expected]) => {
      expect(expressionFor(make)).toBe(expected);
    });

    it('encodes them in an expression that is read', () => {
      expect(
        expressionFor((stack) =>
          LogFilter.fromExpression(`ClientCountry == "${variable(stack).stringValue}"`),
        ),
      ).toBe(condition('ClientCountry', 'eq', 'tostring(var.v)'));
    });

    it('encodes names of fields, and negations and groups', () => {
      expect(
        expressionFor((stack) =>
          LogFilter.field(variable(stack).stringValue as LogFieldName)
            .equalTo('a')
            .and(country.equalTo('nl'))
            .not(),
        ),
      ).toBe(
        '${jsonencode({where = {or = [{key = tostring(var.v), operator = "!eq", value = "a"}, ' +
          '{key = "ClientCountry", operator = "!eq", value = "nl"}]}})}',
      );
    });

    describe('in a filter in JSON', () => {
      const filterFor = (make: (stack: TerraformStack) => string) => {
        const stack = makeStack();
        new LogpushJob(stack, 'job', { ...props, filter: make(stack) });
        return resourceOf(stack, type, 'job').filter;
      };
      const set = (key: string, value: unknown) => where({ key, operator: 'in', value });

      it('encodes a text, a number, a list and an expression', () => {
        expect(filterFor((stack) => set('ClientCountry', ['nl', `x-${variable(stack).stringValue}`]))).toBe(
          condition('ClientCountry', 'in', '["nl", "x-${var.v}"]'),
        );
        expect(filterFor((stack) => set('EdgeResponseStatus', [500, variable(stack).numberValue]))).toBe(
          condition('EdgeResponseStatus', 'in', `[500, ${asInteger('var.v')}]`),
        );
        expect(filterFor((stack) => set('ClientCountry', variable(stack).listValue))).toBe(
          condition('ClientCountry', 'in', '[for item in var.v : tostring(item)]'),
        );
        expect(filterFor(() => set('ClientCountry', ['${var.m["a"]}']))).toBe(
          condition('ClientCountry', 'in', '[tostring(var.m["a"])]'),
        );
      });

      it('takes what a LogFilter writes as JSON', () => {
        expect(filterFor((stack) => country.equalTo(variable(stack).stringValue).toJson())).toBe(
          condition('ClientCountry', 'eq', 'tostring(var.v)'),
        );
      });

      it('checks the rest', () => {
        const wrong = (stack: TerraformStack) =>
          set('EdgeResponseStatus', ['a', variable(stack).numberValue]);
        expect(() => filterFor(wrong)).toThrow(/filter: Log filter: A value of "EdgeResponseStatus" is "a"/);
      });

      it('leaves a text that only Terraform can read as JSON', () => {
        const made = '{"where":{"and":[${join(",", var.conditions)}]}}';
        expect(filterFor(() => made)).toBe(made);
        expect(filterFor((stack) => variable(stack).stringValue)).toBe('${var.v}');
      });
    });

    it.each(['fromJson', 'fromExpression'] as const)('fails for a whole filter in LogFilter.%s', (method) => {
      const { stringValue } = variable(makeStack());
      expect(() => LogFilter[method](stringValue)).toThrow(
        /unknown before a deploy\. Give the JSON of a filter as the prop filter/,
      );
    });

    it('keeps the types of items where only Terraform knows the dataset', () => {
      const make = (stack: TerraformStack) => status.in([500, variable(stack).stringValue]);
      expect(expressionFor(make, { dataset: '${var.dataset}' as LogDatasetName })).toBe(
        condition('EdgeResponseStatus', 'in', '[500, var.v]'),
      );
    });
  });
});
