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

  it.each([
    ['null', null, '${coalesce(var.enabled, false)}'],
    ['unknown', unknown, '${coalesce(var.enabled, false)}'],
    ['set', true, '${var.enabled}'],
  ])('stays disabled where a variable for enabled is null, which is %s here', (_, enabled, expected) => {
    const { config } = convertJob(
      { ...usual, enabled: '${var.enabled}', logpull_options: 'fields=RayID' },
      { instances: [{ values: { enabled }, state: null }] },
    );
    expect(config).toMatchObject({ enabled: expected });
  });

  it('says which options it leaves out because they are null here', () => {
    const { object } = convertJob(
      { ...usual, logpull_options: 'fields=RayID', output_options: '${var.output}' },
      { instances: [{ values: { output_options: null }, state: null }] },
    );
    expect(object?.remarks).toMatchObject([
      {
        isTodo: false,
        text: 'Left out, as evaluated with output_options = null. It was:',
        original: '${var.output}',
      },
    ]);
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
    [
      '4.x',
      [
        {
          field_names: ['RayID', 'ClientIP'],
          cve20214428: true,
          timestamp_format: 'rfc3339',
          output_type: 'csv',
          record_suffix: '\n',
        },
      ],
    ],
    [
      '5.x',
      {
        field_names: ['RayID', 'ClientIP'],
        cve_2021_44228: true,
        timestamp_format: 'rfc3339',
        output_type: 'csv',
        record_suffix: '\n',
      },
    ],
  ])('keeps the output options of %s', (_, output) => {
    const { config, findings } = convertJob({ ...usual, output_options: output });
    expect(config).toMatchObject({
      fields: ['RayID', 'ClientIP'],
      timestamp_format: 'rfc3339',
      output_options: { field_names: ['RayID', 'ClientIP'], output_type: 'csv', cve_2021_44228: true },
    });
    expect(config?.output_options).not.toHaveProperty('record_suffix');
    expect(findings).toEqual([]);
  });

  it('takes options with expressions apart without evaluating them', () => {
    const { config } = convertJob({
      ...usual,
      name: '${var.name}',
      logpull_options: 'fields=${join(",", var.fields)}&timestamps=${var.format}',
    });
    expect(config).toMatchObject({
      name: '${var.name}',
      fields: '${var.fields}',
      timestamp_format: '${var.format}',
    });
  });

  it('takes the evaluated options where only Terraform knows them, and says what they were', () => {
    const { config, object } = convertJob(
      { ...usual, logpull_options: '${local.options}' },
      { instances: [{ values: { logpull_options: 'fields=RayID' }, state: { id: 7 } }] },
    );
    expect(config).toMatchObject({ fields: ['RayID'] });
    expect(object?.remarks).toEqual([
      expect.objectContaining({ attribute: 'fields', isTodo: false, original: '${local.options}' }),
    ]);
  });

  it('looks up by key what differs between the instances', () => {
    const { config, object } = convertJob(
      { ...usual, zone_id: '${each.value}', logpull_options: '${local.options[each.key]}' },
      {
        meta: { forEach: '${var.zones}' },
        instances: ['a', 'b'].map((key, at) => ({
          key,
          values: { zone_id: key.repeat(32), logpull_options: `fields=RayID${at === 0 ? '' : ',ClientIP'}` },
          state: { id: at },
        })),
      },
    );
    expect(object?.meta).toEqual({ forEach: '${var.zones}' });
    expect(config?.fields).toBe('${{ "a" = ["RayID"], "b" = ["RayID", "ClientIP"] }[each.key]}');
  });

  it('stays where its options are not known', () => {
    const { objects, fates, findings } = convertJob(
      { ...usual, logpull_options: '${local.options}' },
      { instances: [{ state: null }] },
    );
    expect(objects).toEqual([]);
    expect(fates).toMatchObject([{ outcome: 'kept', findings: [0] }]);
    expect(findings).toMatchObject([{ severity: 'todo' }]);
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
      { ...usual, logpull_options: 'fields=RayID', ownership_challenge: 'x', something_new: 'x' },
      { meta: { forEach: '${var.zones}' }, instances: [{ key: 'a', state: null }] },
    );
    const others = {
      import: [
        { to, id },
        { to: '${cloudflare_zone.main}', id: 'x' },
      ],
    };
    const { moves, objects, findings } = convertConfiguration(oldConfiguration([block], { others }));
    expect(moves.imports).toEqual([{ to: 'edge_logpush_job.http["a"]', id: expected }]);
    expect(findings.at(-1)?.text).toBe(
      'The import block leaves with the resource: edge_logpush_job.http["a"] has one.',
    );
    expect(objects[0]?.config).not.toHaveProperty('ownership_challenge');
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'note convert.challenge_needless',
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

  it.each([
    'https://a.example/x?header_X-Key=${var.key}\n',
    '${chomp("https://a.example/x?header_X-Key=${var.key}\\n")}',
    '${trimspace(" https://a.example/x?header_X-Key=${var.key}\\n")}',
  ])('has no line break at the end of its destination: %j', (destination_conf) => {
    const { config } = convertJob(
      { ...usual, destination_conf, logpull_options: 'fields=RayID' },
      {
        instances: [
          { values: { destination_conf: 'https://a.example/x?header_X-Key=k\n' }, state: { id: 7 } },
        ],
      },
    );
    expect(config).toMatchObject({
      destination_conf: 'https://a.example/x',
      destination_credentials: { 'header_X-Key': '${var.key}' },
    });
  });

  it.each([
    ['https://${var.host}/logs', unknown, [{ code: 'convert.unknown', severity: 'note' }]],
    ['https://${var.host}/logs', 'https://a.example/logs', []],
    ['s3://${var.bucket}/logs?region=eu', unknown, []],
  ])('says where the host of %s is unknown', (written, value, expected) => {
    const { config, findings } = convertJob(
      { ...usual, destination_conf: written, logpull_options: 'fields=RayID' },
      { instances: [{ values: { destination_conf: value }, state: { id: 7 } }] },
    );
    expect(config?.destination_conf).toBe(written);
    expect(findings).toMatchObject(expected);
    expect(findings).toHaveLength(expected.length);
  });

  it('has credentials with expressions as they are before they are percent-encoded', () => {
    const { config } = convertJob({
      ...usual,
      destination_conf:
        'https://logs.example.com/x?header_Authorization=Splunk%20${var.token}&header_X-Key=a%2Bb-${urlencode(var.key)}%',
      logpull_options: 'fields=RayID',
    });
    expect(config?.destination_credentials).toEqual({
      header_Authorization: 'Splunk ${var.token}',
      'header_X-Key': 'a+b-${var.key}%',
    });
  });

  describe.each<[string, string, WrittenObject, WrittenObject, GivenResource?]>([
    [
      'a local value',
      '${local.conf}',
      { conf: 'https://logs.example.com/x?header_Authorization=Bearer%20${var.token}' },
      {
        destination_conf: 'https://logs.example.com/x',
        destination_credentials: { header_Authorization: 'Bearer ${var.token}' },
      },
    ],
    [
      'local values in others',
      '${local.base}?${local.header}=${local.auth}&tags=${local.tags}',
      {
        base: 'https://logs.example.com/x',
        header: 'header_Authorization',
        auth: '${local.encoded}',
        encoded: '${urlencode("Basic ${base64encode("edge:${var.token}")}")}',
        tags: 'a',
      },
      {
        destination_conf: 'https://logs.example.com/x?tags=${local.tags}',
        destination_credentials: { header_Authorization: 'Basic ${base64encode("edge:${var.token}")}' },
      },
    ],
    [
      'format',
      '${format("%s?header_Api-Key=%s&format=%s", "https://log-api.example.com/v1", var.key, local.format)}',
      { format: 'json' },
      {
        destination_conf: 'https://log-api.example.com/v1?format=json',
        destination_credentials: { 'header_Api-Key': '${var.key}' },
      },
    ],
    [
      'join',
      '${join("&", ["s3://logs/x?region=eu", "access-key-id=${var.id}", local.secret])}',
      { secret: 'secret-access-key=${urlencode(var.secret)}' },
      {
        destination_conf: 's3://logs/x?region=eu',
        destination_credentials: { 'access-key-id': '${var.id}', 'secret-access-key': '${var.secret}' },
      },
    ],
    [
      'a conditional of two templates',
      '${var.env == "prod" ? "https://a.example/?header_A=Splunk%20${var.a}" : "https://b.example/?header_A=Splunk%20${var.b}"}',
      {},
      {
        destination_conf: '${var.env == "prod" ? "https://a.example/" : "https://b.example/"}',
        destination_credentials: {
          header_A: '${var.env == "prod" ? "Splunk ${var.a}" : "Splunk ${var.b}"}',
        },
      },
    ],
    [
      'a conditional of other parameters',
      '${var.prod ? "https://a.example/?header_A=${var.a}" : "https://b.example/?header_B=${var.b}"}',
      {},
      {
        destination_conf: '${var.prod ? "https://a.example/" : "https://b.example/"}',
        destination_credentials:
          '${var.prod ? tomap({ "header_A" = var.a }) : tomap({ "header_B" = var.b })}',
      },
    ],
    [
      'lookup',
      '${lookup({ a = "https://a.example/?header_A=%20${var.a}", b = "https://b.example/" }, var.to, "https://c.example/?header_A=${var.c}")}',
      {},
      {
        destination_conf:
          '${lookup({ "a" = "https://a.example/", "b" = "https://b.example/" }, var.to, "https://c.example/")}',
        destination_credentials:
          '${lookup({ "a" = tomap({ "header_A" = " ${var.a}" }), "b" = null }, var.to, tomap({ "header_A" = var.c }))}',
      },
    ],
    [
      'the values of its keys',
      '${each.value.to}',
      {
        jobs: {
          a: { to: 'https://a.example/?header_A=${var.a}' },
          b: { to: 'https://b.example/?header_A=${urlencode(var.b)}' },
        },
      },
      {
        destination_conf: '${{ "a" = "https://a.example/", "b" = "https://b.example/" }[each.key]}',
        destination_credentials: { header_A: '${{ "a" = var.a, "b" = var.b }[each.key]}' },
      },
      {
        meta: { forEach: '${local.jobs}' },
        instances: ['a', 'b'].map((key, at) => ({
          key,
          values: { destination_conf: `https://${key}.example/?header_A=GEHEIM${at}` },
          state: { id: at },
        })),
      },
    ],
    [
      'its own expression for a credential',
      'https://a.example/?header_A=${lookup(local.tokens, var.env)}&header_B=${local.token}',
      { tokens: { a: '${var.a}', b: '${var.b}' }, token: '${var.c}' },
      {
        destination_conf: 'https://a.example/',
        destination_credentials: { header_A: '${lookup(local.tokens, var.env)}', header_B: '${local.token}' },
      },
    ],
    [
      'parts of its address that have no credentials',
      'https://${local.host}/${var.path}?tags=${each.key}',
      { host: '${var.host}.example.com' },
      { destination_conf: 'https://${local.host}/${var.path}?tags=${each.key}' },
    ],
  ])('with a destination of %s', (_, written, locals, expected, given = { state: { id: 7 } }) => {
    it('has its credentials apart, not percent-encoded, and nothing to do', () => {
      const body = { ...usual, destination_conf: written, logpull_options: 'fields=RayID' };
      const block = oldResource('cloudflare_logpush_job.http', body, given);
      const { objects, findings, variables } = convertConfiguration(
        oldConfiguration([block], { others: { locals: [locals] } }),
      );
      const { destination_conf, destination_credentials } = objects[0]?.config ?? {};
      expect({
        destination_conf,
        ...(destination_credentials !== undefined && { destination_credentials }),
      }).toEqual(expected);
      const todos = findings.filter(({ severity }) => severity !== 'note');
      expect([todos, variables]).toEqual([[], []]);
    });
  });

  it('has a variable for each secret of a choice', () => {
    const { config, variables, findings } = convertJob({
      ...usual,
      destination_conf: 'https://a.example/?header_A=${var.prod ? "GEHEIM%201" : "GEHEIM2"}&header_B=GEHEIM3',
      logpull_options: 'fields=RayID',
    });
    expect(config?.destination_credentials).toEqual({
      header_A: '${var.prod ? var.http_header_a : var.http_header_a_2}',
      header_B: '${var.http_header_b}',
    });
    expect(variables).toHaveLength(3);
    expect(findings).toMatchObject([{ code: 'convert.secret' }]);
  });

  it.each([
    ['a function that says nothing of its text', '${templatefile("x", {})}', unknown],
    ['a variable without a value', '${var.conf}', unknown],
    [
      'a function that encodes in its own way',
      'https://a.example/?header_A=${replace("Bearer ${var.t}", " ", "%20")}',
      unknown,
    ],
    ['a variable with a secret', '${var.conf}', 'https://a.example/?header_A=GEHEIM'],
    ['a query', 'https://a.example/?${var.query}', unknown],
    ['a part that is more than it seems', 'https://${var.host}', 'https://a.example/?header_A=GEHEIM'],
    ['a conditional with an unknown side', '${var.prod ? var.conf : "https://a.example/"}', unknown],
  ])('stays with a destination of %s, and says why', (_, written, value) => {
    const { objects, variables, fates, findings } = convertJob(
      { ...usual, destination_conf: written, logpull_options: 'fields=RayID' },
      { instances: [{ values: { destination_conf: value }, state: null }] },
    );
    expect([objects, variables]).toEqual([[], []]);
    expect(fates).toMatchObject([{ outcome: 'kept', findings: [0] }]);
    expect(findings).toMatchObject([{ severity: 'todo' }]);
    // What follows the name of a credential is masked.
    expect(findings[0]?.text).toContain(written.split('=', 1)[0]);
    expect(JSON.stringify(findings)).not.toContain('GEHEIM');
  });

  it('keeps an expression for a destination that has no credentials', () => {
    const { config, findings } = convertJob(
      { ...usual, destination_conf: '${var.conf}', logpull_options: 'fields=RayID' },
      { instances: [{ values: { destination_conf: 's3://logs?region=eu' }, state: { id: 7 } }] },
    );
    expect(config?.destination_conf).toBe('${var.conf}');
    expect(findings).toEqual([]);
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

  it('takes JSON that code builds as Terraform evaluated it', () => {
    const filter = '{"where":{"and":[{"key":"ClientCountry","operator":"eq","value":"de"}]}}';
    const { config, object } = convertJob(
      { ...usual, logpull_options: 'fields=RayID', filter: '${jsonencode({ where = local.where })}' },
      { instances: [{ values: { filter }, state: { id: 7 } }] },
    );
    expect(config).toMatchObject({ filter });
    expect(object?.remarks).toEqual([
      expect.objectContaining({ attribute: 'filter', original: '${jsonencode({ where = local.where })}' }),
    ]);
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

describe('an ownership challenge', () => {
  const challenge = oldResource(
    'cloudflare_logpush_ownership_challenge.logs',
    { zone_id: zone, destination_conf: 's3://logs?region=eu' },
    { state: { ownership_challenge_filename: 'x' } },
  );
  const body = {
    ...usual,
    destination_conf: 's3://logs?region=eu',
    logpull_options: 'fields=RayID',
    ownership_challenge: '${cloudflare_logpush_ownership_challenge.logs.ownership_challenge_filename}',
  };

  it('goes with the job that exists', () => {
    const job = oldResource('cloudflare_logpush_job.http', body, { state: { id: 7 } });
    const { objects, fates, moves, findings } = convertConfiguration(oldConfiguration([challenge, job]));
    expect(objects[0]?.config).not.toHaveProperty('ownership_challenge');
    expect(objects[0]?.replaces.map(({ name }) => name)).toEqual(['http', 'logs']);
    expect(moves.removed).toEqual(['cloudflare_logpush_ownership_challenge.logs']);
    expect(fates).toMatchObject([
      {
        address: 'cloudflare_logpush_ownership_challenge.logs',
        outcome: 'replaced',
        to: ['edge_logpush_job.http'],
      },
      { address: 'cloudflare_logpush_job.http', outcome: 'converted' },
    ]);
    expect(findings.map(({ code }) => code)).toEqual([
      'convert.challenge_needless',
      'convert.challenge_needless',
    ]);
  });

  it('stays for a job that does not exist yet', () => {
    const job = oldResource('cloudflare_logpush_job.http', body, { state: null });
    const { objects, fates } = convertConfiguration(oldConfiguration([challenge, job]));
    expect(objects[0]?.config).toMatchObject({ ownership_challenge: body.ownership_challenge });
    expect(fates[0]).toMatchObject({ outcome: 'kept' });
  });

  it('stays where the new job takes another value from it, and the job exists', () => {
    const conf = '${cloudflare_logpush_ownership_challenge.logs.destination_conf}';
    const job = oldResource(
      'cloudflare_logpush_job.http',
      { ...body, destination_conf: conf },
      {
        instances: [{ values: { destination_conf: body.destination_conf }, state: { id: 7 } }],
      },
    );
    const { fates, findings } = convertConfiguration(oldConfiguration([challenge, job]));
    expect(fates[0]).toMatchObject({ outcome: 'kept' });
    expect(findings.find(({ code }) => code === 'convert.challenge_kept')?.text).toMatch(
      /^edge_logpush_job\.http takes a value from the challenge\./,
    );
  });

  it('of another job is a to-do for a job that does not exist yet, since ours never shows it', () => {
    const one = oldResource('cloudflare_logpush_job.one', { ...body, name: 'one' }, { state: { id: 7 } });
    const reference = '${cloudflare_logpush_job.one.ownership_challenge}';
    const other = oldResource(
      'cloudflare_logpush_job.other',
      {
        ...body,
        name: 'other',
        zone_id: '${cloudflare_logpush_job.one.zone_id}',
        ownership_challenge: reference,
      },
      { state: null },
    );
    const { objects, findings } = convertConfiguration(oldConfiguration([challenge, one, other]));
    expect(objects[1]?.config).toMatchObject({
      zone_id: '${edge_logpush_job.one.zone_id}',
      ownership_challenge: reference,
    });
    expect(objects[1]?.remarks).toMatchObject([{ attribute: 'ownership_challenge', isTodo: true }]);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'convert.reference', address: 'edge_logpush_job.other' }),
    );
  });

  it('stays while something else refers to it', () => {
    const job = oldResource('cloudflare_logpush_job.http', body, { state: { id: 7 } });
    const others = { output: { file: [{ value: '${cloudflare_logpush_ownership_challenge.logs.id}' }] } };
    const { fates } = convertConfiguration(oldConfiguration([challenge, job], { others }));
    expect(fates[0]).toMatchObject({ outcome: 'kept' });
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
      '${[for field in var.responses : try(field.name, field)]}',
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
      ['${var.response}'],
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
    ['null is of its zone', { account_id: null }, 'converted', ['note']],
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
