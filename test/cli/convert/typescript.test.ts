import type { Conversion, ConvertedObject } from '../../../lib/cli/convert/model';
import { writeTypescriptProject } from '../../../lib/cli/convert/write/typescript';
import type { WrittenCode } from '../../../lib/cli/convert/write/todos';
import { objectOf, objectsOfExpressions, smallConversion, smallFiles } from './converted';
import { blockOf, conversionOf, readOld } from './old-folder';
import { synthesize, type StackJson } from './synthesize';

const options = { name: 'network', command: 'edge-platform convert network --out edge' };

describe('a configuration with an object of each kind', () => {
  let written: WrittenCode;
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
  it('stays as its owner wrote it, to the byte', async () => {
    const files = {
      'main.tf': `# Ours.
variable "a" { type = list(object({ b = string })) }

resource "terraform_data" "a" {
  input      = upper("x") # shout
  depends_on = [module.m, terraform_data.b["x"]]
  lifecycle { ignore_changes = all }
  provisioner "local-exec" {
    command = "true"
    when    = destroy
  }
}

module "m" {
  source    = "./m"
  providers = { aws = aws.east }
}

moved {
  from = a.b
  to   = a.c
}
`,
      'other.tf.json': '{"resource": {"x": {"c": {"d": "${local.a}"}}}}',
      'm/main.tf': '# M.\n',
    };
    const { files: texts } = await written(files);
    for (const [path, text] of Object.entries(files)) expect(texts.get(`terraform/${path}`)).toBe(text);
  });

  it('gives its settings to the stack, since a module can have only one of each', async () => {
    const { files } = await written({
      'main.tf': `# The versions.
terraform {
  required_version = ">= 1.7"
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.east]
    }
  }
}

# And more.
terraform {
  required_version = "< 3"
  required_providers {
    edge = { source = "terraform.local/edge-platform/edge" }
  }
}

provider "edge" {
  custom_field_limits = "current"
}

provider "aws" {}

provider "aws" {
  alias = "east"
}
`,
      'more.tf.json': '{"terraform": {"experiments": ["x"]}, "locals": {"a": 1}}',
    });
    expect(files.get('terraform/main.tf')).toBe(
      '# The versions.\n\n# And more.\n\nprovider "aws" {}\n\nprovider "aws" {\n  alias = "east"\n}\n',
    );
    expect(JSON.parse(files.get('terraform/more.tf.json') ?? '')).toEqual({ locals: { a: 1 } });
    expect(synthesize(files)).toMatchObject({
      terraform: {
        required_version: '>= 1.7, < 3',
        experiments: ['x'],
        required_providers: {
          aws: { source: 'hashicorp/aws', configuration_aliases: ['aws.east'] },
          edge: { source: 'terraform.local/edge-platform/edge' },
        },
      },
      provider: { edge: [{ custom_field_limits: 'current' }] },
    });
  });

  it('has the moves of the state beside its own', async () => {
    const text = 'moved {\n  from = a.f\n  to   = a.c\n}\n';
    const moved = [
      { module: '', from: 'cloudflare_logpush_job.g', to: 'edge_logpush_job.g', ids: {} },
      { module: 'modules/logs', from: 'cloudflare_logpush_job.h', to: 'edge_logpush_job.h', ids: {} },
    ];
    const moves = { moved, removed: ['a.d'], imports: [{ to: 'edge_logpush_job.e', id: 'e' }] };
    const { files } = await written({ 'main.tf': text }, { moves });
    expect(files.get('terraform/main.tf')).toBe(text);
    expect(synthesize(files)).toMatchObject({
      moved: [{ from: 'cloudflare_logpush_job.g', to: 'edge_logpush_job.g' }],
      removed: [{ from: 'a.d' }],
      import: [{ to: 'edge_logpush_job.e' }],
    });
  });

  it('leaves nothing where the root module has only retired resources', async () => {
    const { files } = await written({ 'main.tf': '' }, { objects: [migration] });
    expect([...files.keys()].filter((path) => /^(?:configuration|terraform)/.test(path))).toEqual([]);
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
    expect(readme).toContain('`configuration.ts` has the same backend');
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
  let result: WrittenCode;
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
      provider: { edge: [{}] },
      resource: { edge_logpush_job: { logs_errors: job } },
    });
    expect(JSON.parse(result.files.get('terraform/rest.tf.json') ?? '')).toEqual({
      '//': stack['//'],
      provider: stack.provider,
      resource: {
        cloudflare_load_balancer_pool: {
          pool: {
            ...metadata('edge/pool'),
            name: 'eu',
            lifecycle: { ignore_changes: ['notification_email'] },
          },
        },
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
    expect(withSecret).toEqual(['terraform/rest.tf.json']);
    expect(result.files.get('.gitignore')).toContain('\nterraform/rest.tf.json\n');
  });
});

describe('a construct', () => {
  it('has the address that its object has in Terraform, whatever the names of others', async () => {
    const names = ['edge', 'backend', 'logs', 'größe', 'grße', 'Default', 'constructor', 'toString'];
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

  it('fails the plan and not the synth where a reference has no equivalent', async () => {
    const count = '${cloudflare_waf_group.a.mode == "on" ? 1 : 0}';
    const object = objectOf('edge_logpush_job', 'a', 'main.tf', { config: job, meta: { count } });
    const { files } = await written({ 'main.tf': '' }, { objects: [object] });
    expect(synthesize(files).resource).toMatchObject({ edge_logpush_job: { a: { count } } });
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
): Promise<WrittenCode> {
  return writeTypescriptProject(await readOld(files), conversionOf(conversion), options);
}

async function synthesized(...objects: readonly ConvertedObject[]): Promise<StackJson> {
  return synthesize((await written({ 'main.tf': '' }, { objects })).files);
}
