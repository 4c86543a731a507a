import { createHash } from 'node:crypto';
import { reduceConfiguration, type Reduction } from '../../../lib/cli/convert/reduce/reduce';
import type { OldModule } from '../../../lib/cli/convert/model';
import { parseHcl } from '../../hcl/hcl2json';

async function moduleOf(path: string, text: string, calls: OldModule['calls'] = []): Promise<OldModule> {
  const file = path === '' ? 'main.tf' : `${path}/main.tf`;
  return { path, calls, files: [{ path: file, syntax: 'hcl', text, content: await parseHcl(text) }] };
}

const keepOurs: Reduction['keep'] = ({ type: section, labels: [type = '', name = ''], body }) =>
  section === 'resource' && type.startsWith('edge_') ? { type, name, body } : undefined;

function reduce(modules: readonly OldModule[], options: Partial<Reduction> = {}) {
  const { files } = reduceConfiguration({
    modules,
    state: undefined,
    variables: new Set(),
    workspace: 'default',
    keep: keepOurs,
    ...options,
  });
  return (path: string) => {
    const text = files.get(path);
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  };
}

describe('a reduced configuration', () => {
  it('has the resources that are kept and no other', async () => {
    const root = await moduleOf(
      '',
      `terraform {
        backend "s3" {}
      }
      provider "cloudflare" {}
      resource "cloudflare_zone" "main" {
        zone = "example.com"
      }
      resource "edge_logpush_job" "a" {
        for_each = { x = 1 }
        zone_id  = cloudflare_zone.main.id
        name     = edge_logpush_job.b.name
      }
      output "id" {
        value = cloudflare_zone.main.id
      }`,
    );
    const read = reduce([root]);
    expect(read('edge__resource__cloudflare_zone__main.tf.json')).toBeUndefined();
    expect(read('edge__output__id.tf.json')).toBeUndefined();
    expect(read('edge__resource__edge_logpush_job__a.tf.json')).toEqual({
      resource: {
        edge_logpush_job: {
          a: {
            for_each: { x: 1 },
            zone_id: '${try(local.edge_state["cloudflare_zone.main"].id, local.edge_unknown)}',
            // Not declared: Terraform says so.
            name: '${edge_logpush_job.b.name}',
          },
        },
      },
    });
  });

  it('has unknown values for variables that are not set, and keeps those with a default', async () => {
    const root = await moduleOf(
      '',
      'variable "a" {}\nvariable "b" {\n  type = list(string)\n default = ["$${x}"]\n  validation {\n    condition = true\n error_message = "x"\n  }\n}\nlocals {\n  c = [var.a, var.b]\n}',
    );
    const read = reduce([root]);
    expect(read('edge__variable__b.tf.json')).toEqual({
      variable: { b: { type: 'list(string)', default: ['${x}'] } },
    });
    expect(read('edge__local__c.tf.json')).toEqual({ locals: { c: ['${local.edge_unknown}', '${var.b}'] } });
    const given = reduce([root], { variables: new Set(['a']) });
    expect(given('edge__local__c.tf.json')).toEqual({ locals: { c: ['${var.a}', '${var.b}'] } });
  });

  it('passes each module its address, so that it finds its own values in the state', async () => {
    const call = { from: '', file: 'main.tf', to: 'waf' };
    const root = await moduleOf(
      '',
      'module "a" {\n  source = "./waf"\n  for_each = toset(["x"])\n  providers = {\n    cloudflare = cloudflare.eu\n  }\n}\nmodule "b" {\n  source = "./waf"\n}\nmodule "c" {\n  source = "example/c/d"\n}\nlocals {\n  x = [module.a["x"].id, module.c.id]\n}',
      [
        { ...call, name: 'a', isRepeated: true },
        { ...call, name: 'b', isRepeated: false },
      ],
    );
    const waf = await moduleOf(
      'waf',
      'output "id" {\n  value = cloudflare_zone.z[0].id\n  sensitive = true\n}\nresource "cloudflare_zone" "z" {\n  count = 1\n}',
    );
    const read = reduce([root, waf]);
    expect(read('edge__module__a.tf.json')).toEqual({
      module: {
        a: {
          source: './waf',
          for_each: '${toset(["x"])}',
          edge_module: '${var.edge_module}module.a[${jsonencode(each.key)}].',
        },
      },
    });
    expect(read('edge__module__b.tf.json')).toMatchObject({
      module: { b: { edge_module: '${var.edge_module}module.b.' } },
    });
    expect(read('edge__module__c.tf.json')).toBeUndefined();
    expect(read('edge__local__x.tf.json')).toEqual({
      locals: { x: ['${module.a["x"].id}', '${local.edge_unknown}'] },
    });
    expect(read('waf/edge__output__id.tf.json')).toEqual({
      output: {
        id: {
          value: '${try(local.edge_state["cloudflare_zone.z"][0].id, local.edge_unknown)}',
        },
      },
    });
  });

  it('has the values of a state by address, as expressions index them', async () => {
    const object = { mode: 'managed' as const, type: 'a_b', address: '', attributes: { id: 1 } };
    const read = reduce([await moduleOf('', '')], {
      state: [
        { ...object, name: 'one', moduleAddress: '' },
        { ...object, name: 'two', moduleAddress: 'module.m["x.y"]', key: 1 },
        { ...object, name: 'three', mode: 'data', moduleAddress: 'module.m["x.y"].module.n', key: 'k' },
      ],
    });
    const hash = (address: string) => createHash('sha1').update(address).digest('hex');
    expect(read(`edge__state/${hash('')}.json`)).toEqual({ 'a_b.one': { id: 1 }, 'module.m': { 'x.y': {} } });
    expect(read(`edge__state/${hash('module.m["x.y"].')}.json`)).toEqual({
      'a_b.two': [null, { id: 1 }],
      'module.n': {},
    });
    expect(read(`edge__state/${hash('module.m["x.y"].module.n.')}.json`)).toEqual({
      'data.a_b.three': { k: { id: 1 } },
    });
  });

  it('merges override files', async () => {
    const base = await moduleOf('', 'locals {\n  a = 1\n  b = 1\n}');
    const { content } = (await moduleOf('', 'locals {\n  a = 2\n}')).files[0] ?? {};
    const files = [
      { path: 'a_override.tf', syntax: 'hcl' as const, text: '', content: content ?? {} },
      ...base.files,
    ];
    const read = reduce([{ ...base, files }]);
    expect(read('edge__local__a.tf.json')).toEqual({ locals: { a: 2 } });
    expect(read('edge__local__b.tf.json')).toEqual({ locals: { b: 1 } });
  });
});
