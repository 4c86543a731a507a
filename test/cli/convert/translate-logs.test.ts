import { convertConfiguration } from '../../../lib/cli/convert/translate';
import type { WrittenObject } from '../../../lib/hcl/template';
import { unknown } from '../../../lib/schema';
import {
  oldConfiguration,
  oldResource,
  type GivenInstance,
  type GivenResource,
} from '../../support/old-configuration';

const zone = '0'.repeat(32);
const account = 'a'.repeat(32);
const destination = 'r2://logs/http?account-id=1';

function convertJob(body: WrittenObject, given: GivenResource = { state: { id: 7 } }) {
  const block = oldResource('cloudflare_logpush_job.http', body, given);
  const conversion = convertConfiguration(oldConfiguration([block]));
  return { ...conversion, config: conversion.objects[0]?.config, object: conversion.objects[0] };
}

function convertRuleset(body: WrittenObject, given: GivenResource = { state: { id: '1'.repeat(32) } }) {
  const block = oldResource('cloudflare_ruleset.fields', body, given);
  const conversion = convertConfiguration(oldConfiguration([block]));
  return { ...conversion, config: conversion.objects[0]?.config, object: conversion.objects[0] };
}

const usual: WrittenObject = {
  zone_id: zone,
  name: 'http',
  dataset: 'http_requests',
  enabled: true,
  destination_conf: destination,
};

describe('a log job', () => {
  it('has the name of its construct without the hash that CDKTF adds', () => {
    const body = { ...usual, logpull_options: 'fields=RayID' };
    const block = {
      ...oldResource('cloudflare_logpush_job.logs_errors_8A9801DF', body),
      construct: 'edge/logs/errors',
    };
    const { objects } = convertConfiguration(oldConfiguration([block]));
    expect(objects.map(({ name }) => name)).toEqual(['logs_errors']);
  });

  it('keeps its options, and moves the job', () => {
    const { config, moves, fates, findings } = convertJob({
      ...usual,
      logpull_options: 'fields=RayID,ClientIP&timestamps=rfc3339&sample=0.5',
      frequency: 'high',
      kind: '',
      max_upload_bytes: 0,
    });
    expect(config).toEqual({
      zone_id: zone,
      name: 'http',
      destination_conf: destination,
      fields: ['RayID', 'ClientIP'],
      timestamp_format: 'rfc3339',
      sample_rate: 0.5,
    });
    expect(moves).toEqual({
      moved: [
        {
          module: '',
          from: 'cloudflare_logpush_job.http',
          to: 'edge_logpush_job.http',
          ids: { 'cloudflare_logpush_job.http': `${zone}/7` },
        },
      ],
      removed: [],
      imports: [],
    });
    expect(fates).toEqual([
      {
        address: 'cloudflare_logpush_job.http',
        type: 'cloudflare_logpush_job',
        outcome: 'converted',
        to: ['edge_logpush_job.http'],
        findings: [],
      },
    ]);
    expect(findings).toEqual([]);
  });

  it('takes texts for numbers and booleans, as Terraform does', () => {
    const { config, findings } = convertJob({
      ...usual,
      enabled: 'false',
      max_upload_bytes: '5000000',
      logpull_options: 'fields=RayID',
    });
    expect(config).toMatchObject({ enabled: false, max_upload_bytes: 5_000_000 });
    expect(findings).toEqual([]);
  });

  it('stays where an argument has a shape that no version of the provider takes', () => {
    const { objects, findings } = convertJob({ ...usual, filter: ['a'], logpull_options: 'fields=RayID' });
    expect(objects).toEqual([]);
    expect(findings).toMatchObject([
      {
        severity: 'todo',
        text: 'filter is a list, and a text is expected. The block stays as it is.',
      },
    ]);
  });

  it('stays disabled without enabled, which is the default of the old provider', () => {
    expect(convertJob({ ...usual, enabled: null, logpull_options: 'fields=RayID' }).config).toMatchObject({
      enabled: false,
    });
  });

  it.each([
    ['frequency', 'low'],
    ['kind', 'edge'],
    ['filter_attack_traffic', true],
    ['max_upload_bytes', 5_000_000],
    ['max_upload_interval_seconds', '${var.seconds}'],
    ['max_upload_records', 1000],
  ])('keeps %s', (name, value) => {
    const { config, findings } = convertJob({ ...usual, logpull_options: 'fields=RayID', [name]: value });
    expect(config).toMatchObject({ [name]: value });
    expect(findings).toEqual([]);
  });

  it('reports an argument that has no equivalent, and stays at the service', () => {
    const { findings, fates } = convertJob({ ...usual, logpull_options: 'fields=RayID', something_new: 'x' });
    expect(findings).toMatchObject([{ code: 'convert.no_attribute', severity: 'note' }]);
    expect(findings[0]?.text).toContain('something_new');
    expect(fates[0]?.findings).toEqual([0]);
  });

  it('reports what a job that does not exist yet loses', () => {
    const { findings, moves } = convertJob(
      { ...usual, logpull_options: 'fields=RayID', something_new: 'x' },
      { state: null },
    );
    expect(findings).toMatchObject([{ code: 'convert.no_attribute', severity: 'lost' }]);
    expect(moves).toEqual({ moved: [], removed: [], imports: [] });
  });

  it.each([
    ['its address', '${cloudflare_logpush_job.http["a"]}', `zone/${zone}/7`, `${zone}/7`],
    [
      'a key that is an expression',
      '${cloudflare_logpush_job.http[each.key]}',
      '${each.value}',
      `${zone}/http`,
    ],
  ])('that an import block names by %s exists, though the state lacks it', (_, to, id, expected) => {
    const block = oldResource(
      'cloudflare_logpush_job.http',
      { ...usual, logpull_options: 'fields=RayID', something_new: 'x' },
      { meta: { forEach: '${var.zones}' }, instances: [{ key: 'a', state: null }] },
    );
    const others = {
      import: [
        { to, id },
        { to: '${cloudflare_zone.main}', id: 'x' },
      ],
    };
    const { moves, findings } = convertConfiguration(oldConfiguration([block], { others }));
    expect(moves.imports).toEqual([{ to: 'edge_logpush_job.http["a"]', id: expected }]);
    expect(findings.at(-1)?.text).toBe(
      'The import block leaves with the resource: edge_logpush_job.http["a"] has one.',
    );
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'note convert.no_attribute',
      'note convert.import_block',
    ]);
  });

  it('has no name where it had none', () => {
    const { config, findings } = convertJob({ ...usual, name: '', logpull_options: 'fields=RayID' });
    expect(config?.name ?? null).toBeNull();
    expect(findings).toEqual([]);
  });

  it('keeps a condition that stands alone in its filter', () => {
    const condition = { key: 'ClientRequestPath', operator: 'contains', value: '/${x}' };
    const { config, findings } = convertJob({
      ...usual,
      logpull_options: 'fields=RayID',
      filter: JSON.stringify({ where: condition }).replace('$', '$$$$'),
    });
    expect(config?.filter).toBe(JSON.stringify({ where: condition }).replace('$', '$$$$'));
    expect(findings).toEqual([]);
  });

  const split = (text: string) => ({
    destination_conf: `\${provider::edge::destination(${text}).conf}`,
    destination_credentials: `\${provider::edge::destination(${text}).credentials}`,
  });

  it.each<[string, WrittenObject]>([
    ['${var.conf}', split('var.conf')],
    ['${each.value["to"]}', split('each.value["to"]')],
    ['  ${local.conf}\n', split('local.conf')],
    ['${var.a ? var.b : var.c}', split('var.a ? var.b : var.c')],
    ['https://${var.host}/logs', split('"https://${var.host}/logs"')],
    ['https://a.example/x?${var.query}', split('"https://a.example/x?${var.query}"')],
    [
      'https://a.example/x?header_A=Bearer+${var.token}&header_B=a%24%7Bb%7D%20${urlencode(var.b)}&header_Accept=%24%7B',
      {
        destination_conf: 'https://a.example/x',
        destination_credentials: {
          header_A: 'Bearer ${var.token}',
          header_B: 'a$${b} ${var.b}',
          header_Accept: '$${',
        },
      },
    ],
    [
      'https://a.example/x?header_Authorization=${var.a}',
      split('"https://a.example/x?header_Authorization=${var.a}"'),
    ],
    ['%{ if var.a }s3://a?region=eu%{ endif }', split('"%{ if var.a }s3://a?region=eu%{ endif }"')],
    ['s3://${var.bucket_and_more}', split('"s3://${var.bucket_and_more}"')],
    ['gs://${var.bucket}/logs', { destination_conf: 'gs://${var.bucket}/logs' }],
    [
      's3://${var.b}/$${x}?region=${var.r}&access-key-id=${var.k}&secret-access-key=${urlencode(var.s)}\n',
      {
        destination_conf: 's3://${var.b}/$${x}?region=${var.r}',
        destination_credentials: { 'access-key-id': '${var.k}', 'secret-access-key': '${var.s}' },
      },
    ],
    [
      'https://a.example/?header_Authorization=${urlencode("Basic ${base64encode("a:${var.t}")}")}&tags=a:${each.key}',
      {
        destination_conf: 'https://a.example/?tags=a:${each.key}',
        destination_credentials: { header_Authorization: 'Basic ${base64encode("a:${var.t}")}' },
      },
    ],
  ])('takes the destination %j apart', (destination_conf, expected) => {
    const { config, variables, findings } = convertJob({
      ...usual,
      destination_conf,
      logpull_options: 'fields=RayID',
    });
    expect(config).toMatchObject(expected);
    expect([variables, findings]).toEqual([[], []]);
  });

  it.each<[string, WrittenObject, readonly string[]]>([
    [
      '${var.prod ? "https://a.example/?header_A=GEHEIM1" : format("https://b.example/?header_A=%s&token=GEHEIM2", var.b)}',
      {
        destination_conf:
          '${provider::edge::destination(var.prod ? "https://a.example/?header_A=***" : format("https://b.example/?header_A=%s&token=***", var.b)).conf}',
        destination_credentials:
          '${provider::edge::destination(var.prod ? "https://a.example/?header_A=${urlencode(var.http_header_a)}" : format("https://b.example/?header_A=%s&token=${urlencode(var.http_token)}", var.b)).credentials}',
      },
      ['http_header_a', 'http_token'],
    ],
    [
      'https://${var.host}/?header_A=GEHEIM%201&header_B=GEHEIM2&header_Accept=a&header_C=b${var.c}',
      {
        destination_conf:
          '${provider::edge::destination("https://${var.host}/?header_A=***&header_B=***&header_Accept=a&header_C=b${var.c}").conf}',
        destination_credentials:
          '${provider::edge::destination("https://${var.host}/?header_A=${urlencode(var.http_header_a)}&header_B=${urlencode(var.http_header_b)}&header_Accept=a&header_C=b${var.c}").credentials}',
      },
      ['http_header_a', 'http_header_b'],
    ],
    [
      'https://me:GEHEIM@a.example/x',
      {
        destination_conf: 'https://a.example/x',
        destination_credentials: { header_Authorization: '${var.http_header_authorization}' },
      },
      ['http_header_authorization'],
    ],
  ])('has ephemeral variables for the secrets in %j', (destination_conf, expected, names) => {
    const { config, variables, ...rest } = convertJob({
      ...usual,
      destination_conf,
      logpull_options: 'fields=RayID',
    });
    expect(config).toMatchObject(expected);
    expect(variables.map(({ name, sensitive, ephemeral }) => [name, sensitive, ephemeral])).toEqual(
      names.map((name) => [name, true, true]),
    );
    expect(rest.findings).toMatchObject([{ code: 'convert.secret', severity: 'todo' }]);
    expect(JSON.stringify([config, variables, rest.findings])).not.toContain('GEHEIM');
  });

  it('keeps credentials out of the code', () => {
    const { config, variables, ...rest } = convertJob({
      ...usual,
      destination_conf:
        's3://logs/http?region=eu&access-key-id=${var.key}&secret-access-key=${urlencode(var.secret)}&session-token=GEHEIM',
      logpull_options: 'fields=RayID',
    });
    expect(config).toMatchObject({
      destination_conf: 's3://logs/http?region=eu',
      destination_credentials: {
        'access-key-id': '${var.key}',
        'secret-access-key': '${var.secret}',
        'session-token': '${var.http_session_token}',
      },
    });
    expect(variables).toMatchObject([{ name: 'http_session_token', sensitive: true, module: '' }]);
    expect(JSON.stringify([config, rest.findings, rest.objects.map(({ remarks }) => remarks)])).not.toContain(
      'GEHEIM',
    );
  });

  it('has headers that are no secrets as they are', () => {
    const { config, variables, findings } = convertJob({
      ...usual,
      destination_conf: 'https://a.example/x?header_Content-Type=text%2Fplain&header_X-Key=GEHEIM',
      logpull_options: 'fields=RayID',
    });
    expect(config?.destination_credentials).toEqual({
      'header_Content-Type': 'text/plain',
      'header_X-Key': '${var.http_header_x_key}',
    });
    expect(variables).toHaveLength(1);
    expect(findings).toMatchObject([{ code: 'convert.secret' }]);
  });

  it.each([
    [
      'Authorization',
      'The code has secrets in destination_conf.',
      'The history of the code has the secrets,',
    ],
    [
      'X-Env',
      'The code has values in destination_conf that may be secrets.',
      'If they are, the history of the',
    ],
  ])('calls the value of the header %s what is known of it', (header, first, last) => {
    const conf = `https://a.example/x?header_${header}=prod`;
    const { findings } = convertJob({ ...usual, destination_conf: conf, logpull_options: 'fields=RayID' });
    expect(findings[0]?.text).toContain(first);
    expect(findings[0]?.text).toContain(last);
  });

  it('has a note on each value that this version does not know or that the service has retired', () => {
    const { config, object, findings } = convertJob({
      ...usual,
      destination_conf: 'carrier://pigeon',
      logpull_options: 'fields=RayID,SomeNewField,WAFAction&timestamps=rfc9999',
    });
    expect(config).toMatchObject({
      destination_conf: 'carrier://pigeon',
      fields: ['RayID', 'SomeNewField', 'WAFAction'],
      timestamp_format: 'rfc9999',
    });
    const expected = [
      ['destination_conf', /^The destination begins with "carrier:/],
      ['fields', /^"SomeNewField" is not among the fields/],
      ['fields', /"WAFAction"/],
      ['timestamp_format', /"rfc9999"/],
    ] as const;
    expect(object?.remarks).toHaveLength(expected.length);
    expect(object?.remarks).toEqual(
      expect.arrayContaining(
        expected.map(([attribute, text]) => ({
          attribute,
          isTodo: false,
          text: expect.stringMatching(text) as string,
        })),
      ),
    );
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
      expected.map(() => 'note convert.warned'),
    );
  });

  it('has numbers and booleans that the code has in quotes, as Terraform takes them', () => {
    const { config, findings } = convertJob({
      ...usual,
      enabled: 'false',
      max_upload_bytes: '5000000',
      output_options: { field_names: ['RayID'], sample_rate: '0.5', cve_2021_44228: 'true' },
    });
    expect(config).toMatchObject({
      enabled: false,
      max_upload_bytes: 5_000_000,
      sample_rate: 0.5,
      output_options: { cve_2021_44228: true },
    });
    expect(findings).toEqual([]);
  });

  it('of an account without a state is imported by its name where another provider has it, which cannot be moved', () => {
    const block = oldResource(
      'vendor_logpush_job.audit',
      {
        account_id: account,
        name: 'audit',
        dataset: 'audit_logs',
        destination_conf: destination,
        enabled: true,
        logpull_options: 'fields=ID',
      },
      { state: null },
    );
    const { moves } = convertConfiguration(oldConfiguration([block], { hasState: false }));
    expect(moves).toEqual({
      moved: [],
      removed: ['vendor_logpush_job.audit'],
      imports: [{ to: 'edge_logpush_job.audit', id: `accounts/${account}/audit` }],
    });
  });

  it('in a module passes its secret through the calls', () => {
    const block = oldResource(
      'cloudflare_logpush_job.http',
      {
        ...usual,
        destination_conf: 'https://logs.example.com/?header_Authorization=GEHEIM',
        logpull_options: 'fields=RayID',
      },
      { module: 'modules/logs', state: { id: 7 } },
    );
    const { variables } = convertConfiguration(oldConfiguration([block]));
    expect(variables.map(({ module, name }) => `${module}:${name}`)).toEqual([
      'modules/logs:http_header_authorization',
      ':http_header_authorization',
    ]);
  });

  it('moves in its module, for every call of it', () => {
    const block = oldResource(
      'cloudflare_logpush_job.http',
      { ...usual, logpull_options: 'fields=RayID' },
      { module: 'modules/logs', state: { id: 7 } },
    );
    expect(convertConfiguration(oldConfiguration([block])).moves).toEqual({
      moved: [
        {
          module: 'modules/logs',
          from: 'cloudflare_logpush_job.http',
          to: 'edge_logpush_job.http',
          ids: { 'module.logs.cloudflare_logpush_job.http': `${zone}/7` },
        },
      ],
      removed: [],
      imports: [],
    });
  });
});

describe('a ruleset of custom log fields', () => {
  const head = { zone_id: '${var.zone_id}', name: 'fields', kind: 'zone', phase: 'http_log_custom_fields' };
  const rule = { action: 'log_custom_field', expression: 'true' };
  const instances = [{ values: { zone_id: zone }, state: { id: '1'.repeat(32) } }];

  it.each([
    [
      '4.x',
      [
        {
          ...rule,
          enabled: true,
          action_parameters: [
            { request_fields: ['X-Request-Id'], response_fields: '${var.responses}', cookie_fields: ['Sid'] },
          ],
        },
      ],
      '${try([for field in var.responses : lower(try(field.name, field))], null)}',
    ],
    [
      '5.x',
      [
        {
          ...rule,
          enabled: true,
          action_parameters: {
            request_fields: [{ name: 'X-Request-Id' }],
            response_fields: [{ name: '${var.response}' }],
            cookie_fields: [{ name: 'Sid' }],
          },
        },
      ],
      ['${lower(var.response)}'],
    ],
  ])('of %s keeps its names, and is adopted', (_, rules, responses) => {
    const { config, moves, fates } = convertRuleset({ ...head, rules }, { instances });
    expect(config).toEqual({
      zone_id: '${var.zone_id}',
      name: 'fields',
      request_headers: ['x-request-id'],
      response_headers: responses,
      cookies: ['Sid'],
    });
    expect(moves).toMatchObject({
      moved: [{ from: 'cloudflare_ruleset.fields', to: 'edge_custom_fields_ruleset.fields' }],
      removed: [],
      imports: [],
    });
    expect(fates).toMatchObject([{ outcome: 'converted' }]);
  });

  it('preserves duplicates where an expression says so', () => {
    const fields = [
      { name: 'x-b', preserve_duplicates: '${var.all}' },
      { name: 'x-c', preserve_duplicates: true },
    ];
    const { config } = convertRuleset(
      { ...head, rules: [{ ...rule, action_parameters: { response_fields: fields } }] },
      { instances },
    );
    expect(config).toMatchObject({
      response_headers: ['x-b', 'x-c'],
      preserve_duplicates: '${concat(["x-c"], (coalesce(var.all, false) ? ["x-b"] : []))}',
    });
  });

  it('keeps transformed and raw fields, and which duplicates are preserved', () => {
    const { config } = convertRuleset(
      {
        ...head,
        rules: [
          {
            ...rule,
            action_parameters: {
              transformed_request_fields: [{ name: 'x-a' }],
              raw_response_fields: [{ name: 'x-b', preserve_duplicates: true }, { name: 'x-c' }],
            },
          },
        ],
      },
      { instances },
    );
    expect(config).toMatchObject({
      transformed_request_headers: ['x-a'],
      raw_response_headers: ['x-b', 'x-c'],
      preserve_duplicates: ['x-b'],
    });
  });

  it.each([
    [
      'another expression',
      [{ ...rule, expression: 'http.host eq "a"', action_parameters: { cookie_fields: [{ name: 'a' }] } }],
    ],
    ['two rules', [rule, rule]],
    ['no rules', []],
    ['no fields', [rule]],
  ])('stays with %s', (_, rules) => {
    const { objects, fates, findings } = convertRuleset({ ...head, rules }, { instances });
    expect(objects).toEqual([]);
    expect(fates).toMatchObject([{ outcome: 'kept', findings: [0] }]);
    expect(findings).toHaveLength(1);
  });

  it('reports the settings of its rule that it keeps at the service', () => {
    const { findings } = convertRuleset(
      {
        ...head,
        rules: [
          {
            ...rule,
            ref: 'mine',
            description: 'For logs',
            action_parameters: { cookie_fields: [{ name: 'a' }] },
          },
        ],
      },
      { instances },
    );
    expect(findings).toMatchObject([
      {
        code: 'convert.no_attribute',
        severity: 'note',
        original: 'rules.ref = mine\nrules.description = For logs',
      },
    ]);
  });

  it.each<[string, GivenInstance['values'], string, string[]]>([
    ['null is of its zone', { account_id: null }, 'converted', ['todo']],
    ['set is of an account', { account_id: account, zone_id: null }, 'kept', ['note']],
    ['null like its zone is a to-do', { account_id: null, zone_id: null }, 'kept', ['todo']],
    ['unknown is a to-do', { account_id: unknown, zone_id: unknown }, 'kept', ['todo']],
  ])('with a variable for its account that is %s', (_, values, outcome, severities) => {
    const rules = [
      {
        action: 'log_custom_field',
        expression: 'true',
        action_parameters: { cookie_fields: [{ name: 'Sid' }] },
      },
    ];
    const { fates, findings } = convertRuleset(
      { ...head, account_id: '${var.account_id}', rules },
      { instances: [{ values: { zone_id: zone, ...values }, state: null }] },
    );
    expect(fates).toMatchObject([{ outcome }]);
    expect(findings.map(({ severity }) => severity)).toEqual(severities);
  });

  it('of another phase stays without a word', () => {
    const { fates, findings, objects } = convertRuleset({
      ...head,
      phase: 'http_request_transform',
      rules: [],
    });
    expect([objects, findings]).toEqual([[], []]);
    expect(fates).toMatchObject([{ outcome: 'kept', findings: [] }]);
  });
});
