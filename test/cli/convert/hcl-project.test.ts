import fc from 'fast-check';
import type { Conversion, ConvertedObject, OldConfiguration } from '../../../lib/cli/convert/model';
import { findBlocks } from '../../../lib/hcl/blocks';
import { readContent } from '../../../lib/hcl/content';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { packageVersion } from '../../../lib/client/package-version';
import { isExhaustive, seed } from '../../support/exhaustive';
import { hclFile } from '../../hcl/hcl-arbitraries';
import { blockOf, conversionOf, readOld } from './old-folder';

/** An object that replaces blocks. */
function objectFor(
  old: OldConfiguration,
  addresses: readonly string[],
  object: Partial<ConvertedObject> = {},
): ConvertedObject {
  const replaces = addresses.map((address) => blockOf(old, address));
  const { module, file } = replaces[0] ?? { module: '', file: 'main.tf' };
  return {
    typeName: 'edge_logpush_job',
    module,
    file,
    name: 'errors',
    meta: {},
    config: { name: 'errors' },
    remarks: [],
    replaces,
    ...object,
  };
}

/** The files of a conversion, without those that every conversion adds. */
async function write(
  files: Readonly<Record<string, string>>,
  changes: (old: OldConfiguration) => Partial<Conversion>,
) {
  const old = await readOld(files);
  const written = writeHclProject(old, conversionOf(changes(old)));
  return { ...written, file: (path: string) => written.files.get(path) };
}

/** `main.tf` of a conversion. */
async function writeMain(
  text: string,
  changes: (old: OldConfiguration) => Partial<Conversion>,
): Promise<string | undefined> {
  const { file } = await write({ 'main.tf': text }, changes);
  return file('main.tf');
}

const job = (name: string) => `resource "cloudflare_logpush_job" "${name}" {\n  name = "${name}"\n}\n`;
const newJob = (name: string) => `resource "edge_logpush_job" "${name}" {\n  name = "${name}"\n}\n`;

describe('an object with a lifecycle', () => {
  const typeName = 'edge_pool_notification_policy';
  const policy = (old: OldConfiguration, file: string, meta: ConvertedObject['meta']) => ({
    objects: [
      objectFor(old, ['cloudflare_logpush_job.errors'], { file, typeName, config: { name: 'a' }, meta }),
    ],
  });

  it('keeps its lifecycle block', async () => {
    const meta = { lifecycle: { create_before_destroy: true, prevent_destroy: true } };
    expect(await writeMain(job('errors'), (old) => policy(old, 'main.tf', meta))).toBe(
      `resource "${typeName}" "errors" {\n  name = "a"\n\n  lifecycle {\n    create_before_destroy = true\n    prevent_destroy       = true\n  }\n}\n`,
    );
  });

  it('keeps it in JSON', async () => {
    const text = JSON.stringify({ resource: { cloudflare_logpush_job: { errors: { name: 'errors' } } } });
    const meta = { lifecycle: { prevent_destroy: true } };
    const { file } = await write({ 'main.tf.json': text }, (old) => policy(old, 'main.tf.json', meta));
    expect(JSON.parse(file('main.tf.json') ?? '')).toMatchObject({
      resource: {
        [typeName]: {
          errors: {
            name: 'a',
            lifecycle: { prevent_destroy: true },
          },
        },
      },
    });
  });
});

describe('a block that an object replaces', () => {
  it('is replaced where it stands, and every other byte stays', async () => {
    const before = '\n\n# Layout  of\tits own.\nlocals {a =1}\n\n# Errors.\n';
    const after = '  // end\n\n\nvariable "x" {}   \n';
    const text = `${before}${job('errors').trimEnd()}${after}`;
    expect(
      await writeMain(text, (old) => ({ objects: [objectFor(old, ['cloudflare_logpush_job.errors'])] })),
    ).toBe(`${before}${newJob('errors').trimEnd()}${after}`);
  });

  it('leaves the line ends and the byte order mark of its file', async () => {
    const text = `\ufeff${job('errors')}\nlocals {}\n`.replaceAll('\n', '\r\n');
    expect(
      await writeMain(text, (old) => ({ objects: [objectFor(old, ['cloudflare_logpush_job.errors'])] })),
    ).toBe(`\ufeff${newJob('errors')}\nlocals {}\n`.replaceAll('\n', '\r\n'));
  });

  it('leaves headings as they are, and what is said about options above the fields', async () => {
    const text = [
      '### Errors ###',
      'resource "cloudflare_logpush_job" "errors" {',
      '  ### Turns',
      '  # on what',
      '  logpull_options = "fields=RayID"',
      '}',
      '',
    ].join('\n');
    const config = { fields: ['RayID'] };
    expect(
      await writeMain(text, (old) => ({
        objects: [{ ...objectFor(old, ['cloudflare_logpush_job.errors']), config }],
      })),
    ).toBe(
      [
        '### Errors ###',
        'resource "edge_logpush_job" "errors" {',
        '  ### Turns',
        '  # on what',
        '  fields = ["RayID"]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('leaves a text of several lines in lines', async () => {
    const filter =
      '{\n  "where": { "key": "ClientRequestHost", "operator": "eq", "value": "${var.host}\\"$${x}" }\n}\n';
    const code = await writeMain(job('errors'), (old) => ({
      objects: [{ ...objectFor(old, ['cloudflare_logpush_job.errors']), config: { filter } }],
    }));
    expect(code).toContain(`  filter = <<EOT\n${filter}EOT\n`);
    const { resource } = readContent('main.tf', code ?? '');
    expect(resource).toMatchObject({ edge_logpush_job: { errors: [{ filter }] } });
  });

  it('leaves its comments above the object and its attributes', async () => {
    const text = [
      '# First.',
      'resource "cloudflare_logpush_job" "errors" {',
      '  # About the name.',
      '  name = "errors" // and its value',
      '  enabled = true /* not in',
      '     the object */',
      '  # TODO(me)',
      '}',
      '',
      '# Second.',
      '# On two lines.',
      'resource "cloudflare_logpush_ownership_challenge" "errors" {',
      '  zone_id = "a"',
      '}',
      '',
      'locals {}',
      '',
    ].join('\n');
    const addresses = ['cloudflare_logpush_job.errors', 'cloudflare_logpush_ownership_challenge.errors'];
    const convert = (order: readonly string[]) =>
      writeMain(text, (old) => ({ objects: [objectFor(old, order)] }));
    const linesOf = (written = '') => written.split('\n').sort();
    expect(linesOf(await convert(addresses.toReversed()))).toEqual(linesOf(await convert(addresses)));
    expect(await convert(addresses)).toBe(
      [
        '# First.',
        '# not in',
        '# the object',
        '# TODO(me)',
        '# Second.',
        '# On two lines.',
        'resource "edge_logpush_job" "errors" {',
        '  # About the name.',
        '  # and its value',
        '  name = "errors"',
        '}',
        '',
        'locals {}',
        '',
      ].join('\n'),
    );
  });

  it('makes place for several objects, and an object without one stands at the end', async () => {
    expect(
      await writeMain(`${job('errors')}locals {}`, (old) => ({
        objects: [
          objectFor(old, ['cloudflare_logpush_job.errors']),
          objectFor(old, [], { name: 'more', config: { name: 'more' } }),
          objectFor(old, ['cloudflare_logpush_job.errors'], { name: 'b', config: { name: 'b' } }),
        ],
      })),
    ).toBe(`${newJob('errors')}\n${newJob('b')}locals {}\n\n${newJob('more')}`);
  });

  it('becomes a resource with meta-arguments, remarks and expressions', async () => {
    expect(
      await writeMain(job('errors'), (old) => ({
        objects: [
          objectFor(old, ['cloudflare_logpush_job.errors'], {
            meta: { forEach: '${var.zones}', dependsOn: ['module.a'] },
            config: {
              zone_id: '${each.value}',
              name: 'errors-${each.key}',
              filter: '{"where":{"and":[{"key":"RayID","operator":"eq","value":"a"}]}}',
              timeouts: { create: '1m' },
            },
            remarks: [
              {
                isTodo: true,
                text: 'Set the frequency.',
                original: '${f({\n\t\tx  = 1\n\n    y = 2\n  })}\n',
              },
              { isTodo: false, text: 'From the old name.', attribute: 'name' },
            ],
          }),
        ],
      })),
    ).toBe(`# TODO: Set the frequency.
#   f({
#     x  = 1
#
#     y = 2
#   })
resource "edge_logpush_job" "errors" {
  for_each = var.zones

  zone_id = each.value
  # From the old name.
  name = "errors-\${each.key}"
  filter = jsonencode({
    where = { and = [{ key = "RayID", operator = "eq", value = "a" }] }
  })
  timeouts = { create = "1m" }

  depends_on = [module.a]
}
`);
  });
});

describe('a block that leaves without an object', () => {
  const lost = (old: OldConfiguration): Partial<Conversion> => ({
    fates: [
      {
        address: 'cloudflare_logpush_job.errors',
        type: blockOf(old, 'cloudflare_logpush_job.errors').type,
        outcome: 'lost',
        to: [],
        findings: [0],
      },
    ],
  });

  it('leaves its findings with the original text', async () => {
    expect(
      await writeMain(`locals {}\n\n# Errors.\n${job('errors')}`, (old) => ({
        ...lost(old),
        findings: [
          {
            code: 'convert.orphan',
            severity: 'lost',
            address: 'a',
            text: 'Nothing does it.',
            original: job('errors'),
          },
        ],
      })),
    ).toBe(
      'locals {}\n\n# Errors.\n# TODO: Nothing does it.\n#   resource "cloudflare_logpush_job" "errors" {\n#     name = "errors"\n#   }\n',
    );
  });

  it('leaves one empty line between its neighbors', async () => {
    expect(await writeMain(`locals {}\n\n${job('errors')}\nlocals {}\n`, lost)).toBe(
      'locals {}\n\nlocals {}\n',
    );
    expect(await writeMain(`${job('errors')}\nlocals {}\n`, lost)).toBe('locals {}\n');
    expect(await writeMain(`locals {}\n\n${job('errors')}`, lost)).toBe('locals {}\n');
  });

  it('leaves no file where nothing else is in it', async () => {
    expect(await writeMain(job('errors'), lost)).toBeUndefined();
  });

  it('takes its import blocks with it', async () => {
    const text = `import {\n  to = cloudflare_logpush_job.errors["a"]\n  id = "a"\n}\n\nimport {\n  to = a.b\n  id = "b"\n}\n${job('errors')}`;
    expect(await writeMain(text, lost)).toBe('import {\n  to = a.b\n  id = "b"\n}\n');
  });
});

describe('references to what leaves', () => {
  const objects = (old: OldConfiguration): Partial<Conversion> => ({
    objects: [
      objectFor(old, ['cloudflare_logpush_job.errors'], { meta: { forEach: '${var.zones}' } }),
      objectFor(old, ['cloudflare_waf_group.sql', 'cloudflare_waf_rule.a'], {
        typeName: 'edge_waf_migration',
        name: 'waf',
        meta: { count: 1 },
        config: {},
      }),
    ],
  });
  const old = [
    'resource "cloudflare_logpush_job" "errors" {\n  for_each = var.zones\n}\n',
    'resource "cloudflare_waf_group" "sql" {}\n',
    'resource "cloudflare_waf_rule" "a" {}\n',
  ].join('');
  const convert = async (text: string) => {
    const { file, findings } = await write({ 'main.tf': text, 'old.tf': old }, (configuration) => ({
      objects: objects(configuration).objects?.map((object) => ({ ...object, file: 'old.tf' })) ?? [],
    }));
    return { text: file('main.tf'), findings };
  };

  it.each([
    [
      'an attribute of an instance',
      'cloudflare_logpush_job.errors["a"].id',
      'edge_logpush_job.errors["a"].id',
    ],
    [
      'an index with a reference',
      'cloudflare_logpush_job.errors[cloudflare_logpush_job.errors["a"].name].id',
      'edge_logpush_job.errors[edge_logpush_job.errors["a"].name].id',
    ],
    ['a splat', 'values(cloudflare_logpush_job.errors)[*].id', 'values(edge_logpush_job.errors)[*].id'],
    [
      'a template in a string and a heredoc',
      '"cloudflare_logpush_job.errors.id ${cloudflare_logpush_job.errors[each.key].id}"',
      '"cloudflare_logpush_job.errors.id ${edge_logpush_job.errors[each.key].id}"',
    ],
    [
      'a heredoc',
      '<<-EOT\n    ${cloudflare_logpush_job.errors["a"].id} # cloudflare_logpush_job.errors.id\n  EOT',
      '<<-EOT\n    ${edge_logpush_job.errors["a"].id} # cloudflare_logpush_job.errors.id\n  EOT',
    ],
    [
      'a comprehension, but not its comment',
      '{ for k, v in cloudflare_logpush_job.errors : k => v.id /* cloudflare_logpush_job.errors.id */ }',
      '{ for k, v in edge_logpush_job.errors : k => v.id /* cloudflare_logpush_job.errors.id */ }',
    ],
  ])('become ours in %s', async (_, before, after) => {
    const around = (value: string) => `resource "a" "b" {\n  c   {\n d = ${value}\n}\n}\n`;
    expect(await convert(around(before))).toEqual({ text: around(after), findings: [] });
  });

  it('become dependencies on every object that replaces it, each once', async () => {
    const { text } = await convert(
      [
        'resource "a" "b" {',
        '  depends_on = [cloudflare_waf_group.sql, module.c, cloudflare_waf_rule.a]',
        '}',
        'resource "a" "c" {',
        '  depends_on = [',
        '    cloudflare_waf_rule.a, # why',
        '    cloudflare_logpush_job.errors["a"],',
        '    cloudflare_waf_group.sql,',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
    expect(text).toBe(
      [
        'resource "a" "b" {',
        '  depends_on = [edge_waf_migration.waf, module.c]',
        '}',
        'resource "a" "c" {',
        '  depends_on = [',
        '    edge_waf_migration.waf, # why',
        '    edge_logpush_job.errors,',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['{ for name, job in cloudflare_logpush_job.errors : name => job.id }', 0],
    ['[keys(cloudflare_logpush_job.errors), length(cloudflare_logpush_job.errors)]', 0],
    ['{ for name, job in cloudflare_logpush_job.errors : name => job }', 1],
    ['cloudflare_logpush_job.errors', 1],
    ['[cloudflare_logpush_job.errors["a"].id, cloudflare_logpush_job.errors]', 1],
    ['[cloudflare_logpush_job.errors, cloudflare_logpush_job.errors]', 1],
    ['{ for name, job in cloudflare_logpush_job.errors : name => job.logpull_options }', 1],
  ])('are told where the code uses all of an object, once: %s', async (value, count) => {
    const { text, findings } = await convert(`output "a" {\n  value = ${value}\n}\n`);
    expect(findings.map(({ code }) => code)).toEqual(
      Array.from({ length: count }, () => 'convert.whole_object'),
    );
    expect(text?.match(/TODO/g) ?? []).toHaveLength(count);
  });

  it('become a finding where nothing has the same value: no value in an output, and the same text elsewhere', async () => {
    const { text, findings } = await convert(
      [
        'output "a" { value = "x-${cloudflare_waf_group.sql.id}" }',
        'resource "a" "b" {',
        '  c = 1',
        '  d = cloudflare_logpush_job.errors["a"].logpull_options',
        '}',
        '',
      ].join('\n'),
    );
    expect(text?.replace(/(?:# .*\n *)+/g, '# …\n')).toBe(
      [
        '# …',
        'output "a" { value = null }',
        'resource "a" "b" {',
        '  c = 1',
        '  # …',
        'd = cloudflare_logpush_job.errors["a"].logpull_options',
        '}',
        '',
      ].join('\n'),
    );
    expect(text).toContain('# TODO: Refers to cloudflare_waf_group.sql, which leaves');
    expect(text).toContain('#   "x-${cloudflare_waf_group.sql.id}"');
    expect(findings.map(({ text: told }) => told.replace(/^.*this value\. /, ''))).toEqual([
      'It is null until you write a value.',
      'Write a value, or remove what needs it: until then, the plan fails.',
    ]);
    expect(findings.map(({ code, severity, address }) => [code, severity, address])).toEqual([
      ['convert.reference', 'todo', 'output.a.value'],
      ['convert.reference', 'todo', 'a.b.d'],
    ]);
  });

  it('show no credentials in the finding', async () => {
    const value = '"s3://b?access-key-id=AKIA&secret-access-key=SECRET&x=${cloudflare_waf_group.sql.id}"';
    const { text, findings } = await convert(`output "a" {\n  value = ${value}\n}\n`);
    expect(text).toContain('access-key-id=***&secret-access-key=***');
    expect([text, JSON.stringify(findings)].join('')).not.toContain('SECRET');
  });

  it('leave moved and removed blocks as they are', async () => {
    const text = 'moved {\n  from = cloudflare_waf_group.old\n  to   = cloudflare_waf_group.sql\n}\n';
    expect(await convert(text)).toEqual({ text, findings: [] });
  });
});

describe('a block that stays', () => {
  const edit = async (body: string, without = ['notification_email']) => {
    const text = `resource "cloudflare_load_balancer_pool" "a" {${body}}\n`;
    const result = await writeMain(text, (old) => ({
      edits: [
        {
          resource: blockOf(old, 'cloudflare_load_balancer_pool.a'),
          without,
          ignoreChanges: ['notification_email'],
        },
      ],
    }));
    return result?.replace(/^resource.*\{/, '').replace(/\}\n$/, '');
  };

  it.each([
    [
      'without a lifecycle block',
      '\n  name = "a"\n  notification_email = "a@b.c" # on call\n',
      '\n  name = "a"\n  # on call\n\n  lifecycle {\n    ignore_changes = [notification_email]\n  }\n',
    ],
    [
      'that has nothing else',
      '\n  notification_email = <<EOT\na\nEOT\n',
      '\n\n  lifecycle {\n    ignore_changes = [notification_email]\n  }\n',
    ],
    [
      'with a lifecycle block',
      '\n  notification_email = "a"\n\n  lifecycle {\n    prevent_destroy = true\n  }\n',
      '\n  lifecycle {\n    prevent_destroy = true\n\n    ignore_changes = [notification_email]\n  }\n',
    ],
    [
      'with a lifecycle block on one line',
      '\n  lifecycle { prevent_destroy = true }\n',
      '\n  lifecycle {\n    prevent_destroy = true\n\n    ignore_changes = [notification_email]\n  }\n',
    ],
    [
      'with an empty list',
      '\n  lifecycle { ignore_changes = [] }\n',
      '\n  lifecycle { ignore_changes = [notification_email] }\n',
    ],
    [
      'with a list',
      '\n  lifecycle { ignore_changes = [name, origins[0].weight] }\n',
      '\n  lifecycle { ignore_changes = [name, origins[0].weight, notification_email] }\n',
    ],
    [
      'with a list of lines',
      '\n  lifecycle {\n    ignore_changes = [\n      name, # why\n    ]\n  }\n',
      '\n  lifecycle {\n    ignore_changes = [\n      name,\n      notification_email, # why\n    ]\n  }\n',
    ],
    [
      'that ignores it already',
      '\n  lifecycle { ignore_changes = [notification_email] }\n',
      '\n  lifecycle { ignore_changes = [notification_email] }\n',
    ],
    [
      'that ignores all',
      '\n  lifecycle { ignore_changes = all }\n',
      '\n  lifecycle { ignore_changes = all }\n',
    ],
  ])('ignores the changes of an attribute, in a block %s', async (_, before, after) => {
    expect(await edit(before)).toBe(after);
  });

  it.each([
    ['a   = 1\n  ccc = 2', '', 'a   = 1\n  ccc = 2'],
    ['a                  = 1', 'ccc                = 2 # ccc', 'a   = 1\n  ccc = 2 # ccc'],
    ['a                  = 1', '\n  ccc = 2', 'a = 1\n  \n  ccc = 2'],
    ['a                  = 1', '# c\n  ccc = [\n    2\n  ]', 'a = 1\n  # c\n  ccc = [\n    2\n  ]'],
    ['a = 1', 'ccc                = 2', 'a = 1\n  ccc                = 2'],
  ])('keeps its attributes aligned if they were: %j %j', async (before, after, expected) => {
    const lines = [before, 'notification_email = var.on_call', ...(after === '' ? [] : [after])];
    const ignored = '\n\n  lifecycle {\n    ignore_changes = all\n  }\n';
    expect(await edit(`\n  ${lines.join('\n  ')}${ignored}`)).toBe(`\n  ${expected}${ignored}`);
  });

  it('loses blocks too, and dynamic ones', async () => {
    expect(
      await edit(
        '\n  name = "a"\n\n  rule {\n    a = 1\n  }\n\n  dynamic "rule" {\n    for_each = []\n    content {}\n  }\n\n  lifecycle { ignore_changes = all }\n',
        ['rule'],
      ),
    ).toBe('\n  name = "a"\n\n  lifecycle { ignore_changes = all }\n');
  });
});

describe('modules', () => {
  const migration = (old: OldConfiguration): Partial<Conversion> => ({
    objects: [objectFor(old, ['cloudflare_logpush_job.errors'])],
    variables: ['', 'modules/a', 'modules/b'].map((module) => ({
      module,
      name: 'go',
      type: 'bool',
      description: 'Whether to go.',
      default: false,
      sensitive: false,
    })),
  });
  const requirement = (version: string) =>
    `    edge = {\n      source${version && ' '} = "terraform.local/edge-platform/edge"\n${version}    }\n`;
  const files = {
    'main.tf':
      'module "a" {\n  source = "./modules/a"\n  providers = {\n    cloudflare = cloudflare\n  }\n}\n',
    'modules/a/main.tf': 'module "b" {\n  source = "../b"\n  providers = { cloudflare = cloudflare }\n}\n',
    'modules/b/main.tf': `terraform {\n  required_providers {\n    a = {}\n  }\n}\n${job('errors')}`,
    'modules/b/edge-variables.tf': 'variable "mine" {}\n',
    'modules/c/main.tf': 'locals {}\n',
    'more.tf': 'module "c" {\n  source = "./modules/c"\n  providers = { cloudflare = cloudflare }\n}\n',
  };

  it('get the provider and the variables, and their calls pass them on', async () => {
    const { file } = await write(files, migration);
    expect(file('main.tf')).toBe(
      'module "a" {\n  source = "./modules/a"\n  providers = {\n    cloudflare = cloudflare\n    edge = edge\n  }\n\n  go = var.go\n}\n',
    );
    expect(file('modules/a/main.tf')).toBe(
      'module "b" {\n  source = "../b"\n  providers = { cloudflare = cloudflare, edge = edge }\n\n  go = var.go\n}\n',
    );
    expect(file('modules/a/edge-provider.tf')).toBe(
      `terraform {\n  required_providers {\n${requirement('')}  }\n}\n`,
    );
    // A module may have one block of requirements only.
    expect(file('modules/b/main.tf')).toBe(
      `terraform {\n  required_providers {\n    a = {}\n${requirement('')}  }\n}\n${newJob('errors')}`,
    );
    expect(file('modules/b/edge-provider.tf')).toBeUndefined();
    const variable =
      'variable "go" {\n  type        = bool\n  description = "Whether to go."\n  default     = false\n}\n';
    expect(file('edge-variables.tf')).toBe(variable);
    expect(file('modules/a/edge-variables.tf')).toBe(variable);
    expect(file('modules/b/edge-variables.tf')).toBe('variable "mine" {}\n');
    expect(file('modules/b/edge-variables-2.tf')).toBe(variable);
  });

  it('without objects of ours stay as they are', async () => {
    const { file } = await write(files, migration);
    expect(file('modules/c/main.tf')).toBe(files['modules/c/main.tf']);
    expect(file('modules/c/edge-provider.tf')).toBeUndefined();
    expect(file('more.tf')).toBe(files['more.tf']);
  });

  it('outside of the folder are written below it, with new sources', async () => {
    const outside = {
      'env/prod/main.tf': 'module "a" {\n  source = "../../modules/a" # shared\n}\n',
      'modules/a/main.tf': `module "b" {\n  source = "../../b"\n}\n${job('errors')}`,
      'b/main.tf': 'locals {}\n',
    };
    const old = await readOld(outside, 'env/prod');
    const { files: written } = writeHclProject(
      old,
      conversionOf({ objects: [objectFor(old, ['cloudflare_logpush_job.errors'])] }),
    );
    expect(written.get('main.tf')).toBe('module "a" {\n  source = "./modules/a" # shared\n}\n');
    expect(written.get('modules/a/main.tf')).toBe(`module "b" {\n  source = "../b"\n}\n${newJob('errors')}`);
    expect([...written.keys()].sort()).toEqual([
      'edge-provider.tf',
      'main.tf',
      'modules/a/edge-provider.tf',
      'modules/a/main.tf',
      'modules/b/main.tf',
    ]);
  });
});

describe('the files that are added', () => {
  it('configure the provider in the root module', async () => {
    const { file } = await write({ 'main.tf': job('errors') }, (old) => ({
      objects: [objectFor(old, ['cloudflare_logpush_job.errors'])],
    }));
    expect(file('edge-provider.tf')).toMatch(
      /^terraform \{\n {2}required_version = ">= 1\.11"\n\n {2}required_providers \{\n {4}edge = \{\n {6}source {2}= "terraform\.local\/edge-platform\/edge"\n {6}version = ".*"\n {4}\}\n {2}\}\n\}\n\n# .*\nprovider "edge" \{\}\n$/,
    );
    expect([file('edge-moves.tf'), file('edge-variables.tf')]).toEqual([undefined, undefined]);
  });

  it('do not configure it twice', async () => {
    const { file } = await write(
      {
        'main.tf':
          'terraform {\n  required_providers {\n    edge = { source = "a/b/edge" }\n  }\n}\nprovider "edge" {}\n',
      },
      () => ({}),
    );
    expect(file('edge-provider.tf')).toBe('terraform {\n  required_version = ">= 1.11"\n}\n');
  });

  it('move the state', async () => {
    const files = { 'main.tf': 'module "logs" {\n  source = "./logs"\n}\n', 'logs/main.tf': '' };
    const { file } = await write(files, () => ({
      moves: {
        moved: [
          { module: '', from: 'cloudflare_logpush_job.all', to: 'edge_logpush_job.all', ids: {} },
          { module: 'logs', from: 'cloudflare_logpush_job.inner', to: 'edge_logpush_job.inner', ids: {} },
        ],
        removed: ['module.a.cloudflare_waf_group.sql'],
        imports: [{ to: 'module.a["x"].edge_logpush_job.errors', id: 'zone/${1}' }],
      },
    }));
    const inModule = `# Delete this file after the first apply.

# What exists at the service moves to the new resources, as it is.

moved {
  from = cloudflare_logpush_job.inner
  to   = edge_logpush_job.inner
}
`;
    expect(file('logs/edge-moves.tf')).toBe(inModule);
    expect(file('edge-moves.tf')).toBe(`${inModule.replaceAll('inner', 'all')}
# The state forgets the old resources. Nothing at the service is deleted or reset.

removed {
  from = module.a.cloudflare_waf_group.sql

  lifecycle {
    destroy = false
  }
}

# The objects that exist at the service are imported.

import {
  to = module.a["x"].edge_logpush_job.errors
  id = "zone/$\${1}"
}
`);
  });
});

describe('a file in JSON', () => {
  const text = `${JSON.stringify(
    {
      '//': 'mine',
      resource: {
        cloudflare_logpush_job: { errors: { name: 'errors' } },
        a: {
          b: [
            {
              c: '${cloudflare_logpush_job.errors.id}',
              depends_on: ['cloudflare_logpush_job.errors', 'x.y'],
            },
          ],
        },
        cloudflare_load_balancer_pool: {
          p: { notification_email: 'a', dynamic: { notification_email: {} } },
        },
      },
      module: { m: { source: './m', providers: { a: 'a.b' } } },
      terraform: [{ required_providers: { a: { source: 'a/a' } } }],
      output: { o: { value: '${cloudflare_logpush_job.errors.logpull_options}' } },
    },
    undefined,
    '\t',
  )}\n`;
  const convert = async () =>
    write({ 'main.tf.json': text, 'm/main.tf.json': '{ "locals": {} }' }, (old) => ({
      objects: [
        objectFor(old, ['cloudflare_logpush_job.errors'], {
          file: 'main.tf.json',
          remarks: [{ isTodo: true, text: 'Look.' }],
          meta: { dependsOn: ['x.y'] },
        }),
      ],
      edits: [
        {
          resource: blockOf(old, 'cloudflare_load_balancer_pool.p'),
          without: ['notification_email'],
          ignoreChanges: ['notification_email'],
        },
      ],
      variables: [{ module: 'm', name: 'v', type: 'string', description: '', sensitive: true }],
    }));

  it('is edited as JSON, with its indent', async () => {
    const { file, findings } = await convert();
    expect(file('main.tf.json')).toMatch(/^\{\n\t"\/\/": "mine",\n[\s\S]*\n\}\n$/);
    expect(JSON.parse(file('main.tf.json') ?? '')).toEqual({
      '//': 'mine',
      resource: {
        a: { b: [{ c: '${edge_logpush_job.errors.id}', depends_on: ['edge_logpush_job.errors', 'x.y'] }] },
        cloudflare_load_balancer_pool: { p: { lifecycle: { ignore_changes: ['notification_email'] } } },
        edge_logpush_job: {
          errors: {
            '//': 'TODO: Look.',
            name: 'errors',
            depends_on: ['x.y'],
          },
        },
      },
      // It needs no provider of ours.
      module: { m: { source: './m', providers: { a: 'a.b' }, v: '${var.v}' } },
      output: {
        o: {
          '//': expect.stringMatching(
            /^value: TODO: Refers to cloudflare_logpush_job\.errors, which leaves[^]*\n {2}"\$\{cloudflare_logpush_job\.errors\.logpull_options\}"$/,
          ) as string,
          value: null,
        },
      },
      terraform: [
        {
          required_providers: {
            a: { source: 'a/a' },
            edge: { source: 'terraform.local/edge-platform/edge', version: packageVersion() },
          },
        },
      ],
    });
    expect(findings.map(({ address }) => address)).toEqual(['output.o.value']);
  });

  it('keeps its comments, and those of CDKTF', async () => {
    const reference = '${cloudflare_logpush_job.errors.logpull_options}';
    const before = {
      resource: {
        cloudflare_logpush_job: { errors: {} },
        a: {
          b: { '//': { metadata: { path: 'stack/b' } }, c: reference },
          d: { '//': 'mine', c: reference },
        },
      },
    };
    const { file } = await write({ 'main.tf.json': JSON.stringify(before) }, (old) => ({
      objects: [objectFor(old, ['cloudflare_logpush_job.errors'])],
    }));
    const todo = (start: string) =>
      expect.stringMatching(new RegExp(`^${start}c: TODO: Refers to `)) as string;
    expect(JSON.parse(file('main.tf.json') ?? '')).toMatchObject({
      resource: {
        a: {
          b: { '//': { metadata: { path: 'stack/b' }, todo: todo('') }, c: reference },
          d: { '//': todo('mine\n'), c: reference },
        },
      },
    });
  });

  it('keeps its text where nothing changes', async () => {
    const { file } = await convert();
    expect(file('m/main.tf.json')).toBe('{ "locals": {} }');
  });
});

describe('generated files', () => {
  it('keep every block that is not converted, with its comments, in order', async () => {
    await fc.assert(
      fc.asyncProperty(hclFile, hclFile, fc.integer({ min: 0, max: 3 }), async (before, after, count) => {
        const jobs = Array.from({ length: count }, (_, at) => job(`job${at}`)).join('\n');
        const text = `${before}${jobs}${after.replace(/^\ufeff/, '').replaceAll('resource "type"', 'data "type"')}`;
        const written = await writeMain(text, (old) => ({
          objects: Array.from({ length: count }, (_, at) =>
            objectFor(old, [`cloudflare_logpush_job.job${at}`], { name: `job${at}` }),
          ),
        }));
        const textsOf = (of: string) =>
          findBlocks(of)
            .filter(({ labels: [type = ''] }) => type === 'type')
            .map(({ commentsStart, end }) => of.slice(commentsStart, end));
        expect(textsOf(written ?? '')).toEqual(textsOf(text));
        expect(findBlocks(written ?? '').length).toBe(findBlocks(text).length);
        if (count === 0) expect(written ?? '').toBe(text.trim() === '' ? '' : text);
      }),
      { seed, numRuns: isExhaustive ? 500 : 20 },
    );
  });
});
