import type { Conversion, ConvertedObject } from '../../../lib/cli/convert/model';
import { writeTypescriptProject } from '../../../lib/cli/convert/write/typescript';
import type { WrittenModule } from '../../../lib/cli/convert/write/written-module';
import { objectOf, objectsOfExpressions, smallConversion, smallFiles } from './converted';
import { blockOf, conversionOf, readOld } from './old-folder';
import { synthesize, type StackJson } from './synthesize';

const options = { name: 'network', command: 'edge-platform convert network --out edge' };

describe('a configuration with an object of each kind', () => {
  let written: WrittenModule;
  beforeAll(async () => {
    const old = await readOld(smallFiles);
    written = writeTypescriptProject(old, smallConversion(old), options);
  });

  it('reads as a person would write it', () => {
    const shown = [...written.files].filter(
      ([path]) => !/^(?:package|tsconfig|cdktf)\.json$|^\.git/.test(path),
    );
    expect(shown.map(([path, text]) => `===== ${path}\n${text}`).join('\n')).toMatchSnapshot();
  });

  it('synthesizes', () => {
    expect(synthesize(written.files)).toMatchSnapshot();
  });
});

describe('an expression', () => {
  it.each(objectsOfExpressions().map((object) => [`${object.typeName} ${object.name}`, object] as const))(
    'is what attributes can be: %s',
    async (_, object) => {
      const { resource } = await synthesized(object);
      expect(resource[object.typeName]).toMatchObject({ [object.name]: object.config });
    },
  );
});

describe('the rest of the root module', () => {
  it.each([
    [
      'the type of a variable',
      'variable "a" { type = list(object({ b = string })) }',
      { variable: { a: { type: 'list(object({ b = string }))' } } },
    ],
    [
      'expressions that name things',
      `resource "terraform_data" "a" {
        provider   = terraform.b
        input      = upper("x")
        depends_on = [module.m, terraform_data.b["x"]]
        lifecycle {
          ignore_changes       = [input]
          replace_triggered_by = [terraform_data.b]
        }
        provisioner "local-exec" {
          command    = "true"
          when       = destroy
          on_failure = continue
        }
      }`,
      {
        resource: {
          terraform_data: {
            a: {
              provider: 'terraform.b',
              input: '${upper("x")}',
              depends_on: ['module.m', 'terraform_data.b["x"]'],
              lifecycle: { ignore_changes: ['input'], replace_triggered_by: ['terraform_data.b'] },
              provisioner: [{ 'local-exec': { command: 'true', when: 'destroy', on_failure: 'continue' } }],
            },
          },
        },
      },
    ],
    [
      'all changes ignored',
      'resource "a" "b" {\n lifecycle {\n ignore_changes = all\n }\n}',
      { resource: { a: { b: { lifecycle: { ignore_changes: 'all' } } } } },
    ],
    [
      'several settings and providers',
      `terraform {
        required_version = ">= 1.7"
        required_providers {
          aws = {
            source                = "hashicorp/aws"
            configuration_aliases = [aws.east]
          }
        }
      }
      terraform {
        required_version = "< 3"
        required_providers {
          edge = { source = "terraform.local/edge-platform/edge" }
        }
      }
      provider "aws" {}
      provider "aws" {
        alias = "east"
      }`,
      {
        terraform: {
          required_version: '>= 1.7, < 3',
          required_providers: { aws: { source: 'hashicorp/aws', configuration_aliases: ['aws.east'] } },
        },
        provider: { aws: [{}, { alias: 'east' }] },
      },
    ],
    [
      'the providers of a module',
      'module "m" {\n source = "./m"\n providers = {\n aws = aws.east\n }\n}',
      { module: { m: { source: './m', providers: { aws: 'aws.east' } } } },
    ],
    [
      'moves',
      `moved {
        from = a.b
        to   = a.c
      }
      removed {
        from = a.d
        lifecycle {
          destroy = false
        }
      }
      import {
        to = a.e["x"]
        id = var.id
      }`,
      {
        moved: [{ from: 'a.b', to: 'a.c' }],
        removed: [{ from: 'a.d', lifecycle: { destroy: false } }],
        import: [{ to: 'a.e["x"]', id: '${var.id}' }],
      },
    ],
  ])('has %s as Terraform reads them in JSON', async (_, text, expected) => {
    const { files } = await written({ 'main.tf': text, 'm/main.tf': '' });
    expect(JSON.parse(files.get('kept.tf.json') ?? '')).toEqual(expected);
  });

  it('has blocks of several files', async () => {
    const { files } = await written({
      'a.tf': 'locals {\n  a = 1\n}\nresource "x" "a" {}\n',
      'b.tf': 'locals {\n  b = 2\n}\nresource "x" "b" {}\n',
      'c.tf.json': '{"resource": {"x": {"c": {"d": "${local.a}"}}}}',
    });
    expect(JSON.parse(files.get('kept.tf.json') ?? '')).toEqual({
      locals: { a: 1, b: 2 },
      resource: { x: { a: {}, b: {}, c: { d: '${local.a}' } } },
    });
  });

  it('is merged into the stack, beside the moves of the state', async () => {
    const files = {
      'main.tf':
        'moved {\n from = a.f\n to = a.c\n}\nremoved {\n from = a.b\n lifecycle {\n destroy = false\n }\n}\nimport {\n to = a.c\n id = "c"\n}',
    };
    const moved = [
      { module: '', from: 'cloudflare_logpush_job.g', to: 'edge_logpush_job.g', ids: {} },
      { module: 'modules/logs', from: 'cloudflare_logpush_job.h', to: 'edge_logpush_job.h', ids: {} },
    ];
    const moves = { moved, removed: ['a.d'], imports: [{ to: 'edge_logpush_job.e', id: 'e' }] };
    expect(synthesize((await written(files, { moves })).files)).toMatchObject({
      moved: [
        { from: 'a.f', to: 'a.c' },
        { from: 'cloudflare_logpush_job.g', to: 'edge_logpush_job.g' },
      ],
      removed: [{ from: 'a.b' }, { from: 'a.d' }],
      import: [{ to: 'a.c' }, { to: 'edge_logpush_job.e' }],
    });
  });

  it('leaves nothing where the root module has only retired resources', async () => {
    const { files } = await written({ 'main.tf': '' }, { objects: [migration] });
    expect([...files.keys()].filter((path) => path.startsWith('kept'))).toEqual([]);
    expect(synthesize(files).resource).toMatchObject({
      edge_waf_migration: { main: { target: 'complete' } },
    });
  });
});

describe('the state', () => {
  const backendOf = async (text: string) => {
    const { files } = await written({ 'main.tf': `terraform {\n${text}\n}\nlocals {\n  a = 1\n}\n` });
    return { backend: synthesize(files).terraform.backend, readme: files.get('README.md') };
  };

  it('is in the backend of the old configuration', async () => {
    const { backend, readme } = await backendOf('backend "s3" {\n bucket = "b"\n}');
    expect(backend).toEqual({ s3: { bucket: 'b' } });
    expect(readme).toContain('`kept.tf.json` has the same backend');
  });

  it('stays at its absolute path', async () => {
    const { backend } = await backendOf('backend "local" {\n path = "/states/a.tfstate"\n}');
    expect(backend).toEqual({ local: { path: '/states/a.tfstate' } });
  });

  it('is in HCP Terraform where the old configuration has it there', async () => {
    const { backend } = await backendOf('cloud {\n organization = "o"\n}');
    expect(backend).toBeUndefined();
  });

  it.each(['', 'backend "local" {\n path = "states/a.tfstate"\n}'])(
    'is beside the project with the backend %j',
    async (text) => {
      const { backend, readme } = await backendOf(text);
      expect(backend).toEqual({
        local: { path: expect.stringMatching(/\/terraform\.network\.tfstate$/) as string },
      });
      expect(readme).toContain('cp <old folder>/terraform.tfstate terraform.network.tfstate\n');
    },
  );
});

describe('a stack that CDKTF synthesized', () => {
  const metadata = (path: string) => ({ '//': { metadata: { path, uniqueId: path } } });
  const stack = {
    '//': { metadata: { stackName: 'edge', backend: 'local' }, outputs: {} },
    terraform: {
      backend: { local: { path: '/project/terraform.edge.tfstate' } },
      required_providers: { cloudflare: { source: 'cloudflare/cloudflare', version: '4.52.0' } },
    },
    provider: { cloudflare: [{ api_token: 'TOKEN-of-the-environment' }] },
    resource: {
      cloudflare_logpush_job: {
        logs_errors_8A9801DF: {
          ...metadata('edge/logs/errors'),
          zone_id: '${var.zone_id}',
          destination_conf: 'r2://logs',
        },
      },
      cloudflare_load_balancer_pool: {
        pool: { ...metadata('edge/pool'), name: 'eu', notification_email: 'ops@example.com' },
      },
    },
  };
  let result: WrittenModule;
  beforeAll(async () => {
    const old = await readOld({ 'cdk.tf.json': JSON.stringify(stack) });
    const pool = blockOf(old, 'cloudflare_load_balancer_pool.pool');
    const replaces = [blockOf(old, 'cloudflare_logpush_job.logs_errors_8A9801DF')];
    const conversion = conversionOf({
      objects: [objectOf('edge_logpush_job', 'logs_errors', 'cdk.tf.json', { config: job, replaces })],
      edits: [{ resource: pool, without: ['notification_email'], ignoreChanges: ['notification_email'] }],
    });
    result = writeTypescriptProject(old, conversion, options);
  });

  it('keeps the rest of it, and its state', () => {
    expect(synthesize(result.files)).toEqual({
      terraform: {
        ...stack.terraform,
        required_providers: {
          ...stack.terraform.required_providers,
          edge: { source: 'terraform.local/edge-platform/edge', version: expect.any(String) as string },
        },
      },
      provider: { ...stack.provider, edge: [{}] },
      resource: {
        cloudflare_load_balancer_pool: {
          pool: { name: 'eu', lifecycle: { ignore_changes: ['notification_email'] } },
        },
        edge_logpush_job: { logs_errors: job },
      },
    });
  });

  it('can take the files into its own project, whose constructs to delete and to change are named', () => {
    const readme = result.files.get('README.md');
    expect(readme).toContain('- `edge/logs/errors` (`cloudflare_logpush_job`)\n');
    expect(readme).toContain(
      "- `edge/pool` (`cloudflare_load_balancer_pool`): remove `notificationEmail`, and add `lifecycle: { ignoreChanges: ['notification_email'] }`.\n",
    );
    expect(result.files.get('edge.ts')).toContain('/** The new resources of the stack. */');
  });

  it('commits no secret that it was synthesized with', () => {
    const withSecret = [...result.files]
      .filter(([, text]) => text.includes('TOKEN-of'))
      .map(([path]) => path);
    expect(withSecret).toEqual(['kept.tf.json']);
    expect(result.files.get('.gitignore')).toContain('\nkept.tf.json\n');
  });
});

describe('a construct', () => {
  it('has the address that its object has in Terraform, whatever the names of others', async () => {
    const names = ['edge', 'backend', 'logs', 'größe', 'Default', 'constructor'];
    const objects = names.flatMap((name, at) => [
      objectOf('edge_logpush_job', name, 'a.tf', { config: { ...job, name: `job-${at}` } }),
      { ...migration, name, config: { ...migration.config, zone_id: `\${var.${name}}` } },
    ]);
    const variables = ['logs', 'a'].map(
      (name) => ({ module: '', name, type: 'string', description: '', sensitive: true }) as const,
    );
    const { resource, variable } = synthesize(
      (await written({ 'main.tf': '' }, { objects, variables })).files,
    );
    expect(Object.keys(resource.edge_logpush_job ?? {}).sort()).toEqual([...names].sort());
    expect(Object.keys(resource.edge_waf_migration ?? {}).sort()).toEqual([...names].sort());
    expect(variable).toMatchObject({ logs: { type: 'string', sensitive: true }, a: { type: 'string' } });
  });

  it('has the id of its zone from a constant where all of its file have the same', async () => {
    const zoneId = '0'.repeat(32);
    const jobs = ['a', 'b'].map((name) =>
      objectOf('edge_logpush_job', name, 'logs.tf', { config: { ...job, name, zone_id: zoneId } }),
    );
    const { files } = await written({ 'main.tf': '' }, { objects: jobs });
    expect(files.get('logs.ts')).toContain(`const zoneId = '${zoneId}';`);
    expect(files.get('logs.ts')?.split(zoneId)).toHaveLength(2);
    expect(synthesize(files).resource).toMatchObject({
      edge_logpush_job: { a: { zone_id: zoneId }, b: { zone_id: zoneId } },
    });
  });

  it('has a loop over literal values', async () => {
    const meta = { forEach: { 'a b': '${var.a}', c: 'd' } };
    const object = objectOf('edge_logpush_job', 'all', 'a.tf', { config: job, meta });
    const { resource } = synthesize((await written({ 'main.tf': '' }, { objects: [object] })).files);
    expect(resource.edge_logpush_job).toMatchObject({ all: { for_each: meta.forEach } });
  });

  it('fails the plan and not the synth where a reference has no equivalent, which is a finding', async () => {
    const old = {
      'main.tf':
        'resource "cloudflare_waf_group" "a" {}\noutput "o" {\n  value = cloudflare_waf_group.a.mode\n}\n',
    };
    const read = await readOld(old);
    const object = objectOf('edge_logpush_job', 'a', 'main.tf', {
      config: job,
      meta: { count: '${cloudflare_waf_group.a.mode == "on" ? 1 : 0}' },
      replaces: read.resources,
    });
    const { files, findings } = writeTypescriptProject(read, conversionOf({ objects: [object] }), options);
    expect(findings.map(({ code, address }) => `${code} ${address}`).sort()).toEqual([
      'convert.reference edge_logpush_job.a.count',
      'convert.reference output.o.value',
    ]);
    const { output } = JSON.parse(files.get('kept.tf.json') ?? '') as { output: unknown };
    expect(output).toEqual({
      o: {
        '//': expect.stringMatching(/^TODO: Refers to cloudflare_waf_group\.a,/) as string,
        value: null,
      },
    });
    expect(synthesize(files)).toMatchObject({
      output: { o: { value: null } },
      resource: { edge_logpush_job: { a: { count: '${cloudflare_waf_group.a.mode == "on" ? 1 : 0}' } } },
    });
  });
});

const job = {
  zone_id: '${var.zone_id}',
  name: 'a',
  destination_conf: 'r2://logs',
  fields: ['RayID'],
};

const migration = objectOf('edge_waf_migration', 'main', 'waf.tf', {
  config: { zone_id: '${var.zone_id}', target: 'complete', acknowledge_irreversible: true },
});

async function written(
  files: Readonly<Record<string, string>>,
  conversion: Partial<Conversion> = {},
): Promise<WrittenModule> {
  return writeTypescriptProject(await readOld(files), conversionOf(conversion), options);
}

async function synthesized(...objects: readonly ConvertedObject[]): Promise<StackJson> {
  return synthesize((await written({ 'main.tf': '' }, { objects })).files);
}
