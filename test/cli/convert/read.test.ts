import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration, type ReadConfiguration } from '../../../lib/cli/convert/read';
import { connect, type Connection } from '../../../lib/cli/connection';
import type { Fixture } from '../../../lib/emulator';
import { unknown, type ObjectValue } from '../../../lib/schema';
import { makeFolder, writeFiles } from '../../support/folder';
import { serve } from '../serve';

const fixtures = join(__dirname, '../../convert');
let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

function write(files: Readonly<Record<string, string>>, name = 'code'): string {
  writeFiles(join(folder, name), files);
  return join(folder, name);
}

function writeState(...objects: readonly object[]): string {
  const file = join(folder, 'state.json');
  writeFileSync(file, JSON.stringify({ version: 4, resources: objects }));
  return file;
}

/** An object of a state, in the root module unless another is named. */
const inState = (type: string, name: string, attributes: object, more: object = {}) => ({
  mode: 'managed',
  type,
  name,
  ...more,
  instances: [{ attributes, ...('index_key' in more && { index_key: more.index_key }) }],
});

const addressesOf = ({ resources }: Pick<ReadConfiguration, 'resources'>) =>
  resources.flatMap(({ instances }) => instances.map(({ address }) => address)).sort();

function valuesAt(found: ReadConfiguration, address: string): ObjectValue | undefined {
  const all = [...found.resources, ...found.dataSources].flatMap(({ instances }) => instances);
  return all.find((each) => each.address === address)?.values;
}

const codesOf = ({ findings }: ReadConfiguration) =>
  findings.map(({ code, address }) => `${code} ${address}`);

const noTerraform = { PATH: '' };

describe('reading a configuration', () => {
  it('evaluates modules, repeated and nested, each with its own values of the state', async () => {
    const dir = write({
      'main.tf': `variable "zone_id" {
  type = string
}
variable "names" {
  default = ["x", "$\${y}"]
}
locals {
  broken = cloudflare_zone.missing.id
  zones  = { c = "overridden" }
}
resource "cloudflare_zone" "main" {
  zone = "example.com"
}
data "cloudflare_waf_groups" "g" {
  zone_id = var.zone_id
  filter {
    name = "SQL"
  }
}
resource "cloudflare_waf_group" "of_data" {
  for_each = toset(data.cloudflare_waf_groups.g.groups[*].id)
  zone_id  = cloudflare_zone.main.id
  group_id = each.value
  mode     = local.broken
}
# The first ruleset.
resource "cloudflare_ruleset" "r" {
  count    = 2
  provider = cloudflare.eu
  zone_id  = cloudflare_waf_group.of_data["k"].zone_id
  name     = var.names[count.index]
  ref      = terraform.workspace
  lifecycle {
    prevent_destroy = true
  }
  depends_on = [cloudflare_zone.main]
}
module "repeated" {
  source    = "./modules/logs"
  for_each  = local.zones
  zone_id   = each.value
  providers = { cloudflare = cloudflare.eu }
}
module "single" {
  source  = "./modules/logs"
  zone_id = module.repeated["a"].zone
}
output "unused" {
  value = cloudflare_zone.main.nothing
}
`,
      'modules/logs/main.tf': `variable "zone_id" {}
module "inner" {
  source = "../inner"
  rules  = [{ text = "say \\"hi\\"", parts = ["p"] }]
  name   = cloudflare_zone.x.name
}
resource "cloudflare_zone" "x" {}
output "zone" {
  value = "z-\${var.zone_id}"
}
`,
      'modules/inner/main.tf': `variable "rules" {}
variable "name" {}
resource "vendor_ruleset" "r" {
  name = "n-\${var.name}"
  file = file("\${path.module}/text.txt")
  rules {
    action = "first"
  }
  dynamic "rules" {
    for_each = var.rules
    iterator = it
    content {
      expression = "\${it.value.text} \${it.key} and \\"more\\""
      dynamic "part" {
        for_each = it.value.parts
        content {
          name = part.value
        }
      }
    }
  }
}
`,
      'modules/inner/text.txt': 'content',
      'backup.tf~': 'not HCL',
      '.hidden.tf': 'not HCL',
      'values_override.tf': 'locals {\n  zones = { a = "1", b = "2" }\n}\n',
      'data.json': '{',
      '.terraform/environment': 'prod\n',
      'terraform.tfvars': 'unused = 1\n',
    });
    const stateFile = writeState(
      inState('cloudflare_zone', 'main', { id: 'zone-id' }),
      inState('cloudflare_zone', 'x', { name: 'A' }, { module: 'module.repeated["a"]' }),
      inState('cloudflare_zone', 'x', { name: 'B' }, { module: 'module.repeated["b"]' }),
      inState('cloudflare_waf_group', 'of_data', { group_id: 'g', zone_id: 'old' }, { index_key: 'k' }),
      inState('cloudflare_waf_rule', 'gone', { rule_id: 'r' }),
    );
    const found = await readConfiguration(dir, { stateFile, env: process.env });
    expect(addressesOf(found)).toEqual([
      'cloudflare_ruleset.r[0]',
      'cloudflare_ruleset.r[1]',
      'cloudflare_waf_group.of_data["k"]',
      'module.repeated["a"].module.inner.vendor_ruleset.r',
      'module.repeated["b"].module.inner.vendor_ruleset.r',
      'module.single.module.inner.vendor_ruleset.r',
    ]);
    expect(valuesAt(found, 'cloudflare_ruleset.r[1]')).toEqual({
      zone_id: 'old',
      name: '${y}',
      ref: 'prod',
    });
    // Which instances there are, is in the state alone.
    expect(valuesAt(found, 'cloudflare_waf_group.of_data["k"]')).toBeUndefined();
    expect(valuesAt(found, 'data.cloudflare_waf_groups.g')).toEqual({
      zone_id: unknown,
      filter: [{ name: 'SQL' }],
    });
    expect(valuesAt(found, 'module.repeated["b"].module.inner.vendor_ruleset.r')).toEqual({
      name: 'n-B',
      file: 'content',
      rules: [{ action: 'first' }, { expression: 'say "hi" 0 and "more"', part: [{ name: 'p' }] }],
    });
    expect(valuesAt(found, 'module.single.module.inner.vendor_ruleset.r')?.name).toBe(unknown);
    expect(found.orphans).toMatchObject([
      { address: 'cloudflare_waf_rule.gone', kind: 'waf_rule', state: { rule_id: 'r' } },
    ]);
    const ruleset = found.resources.find(({ name, type }) => name === 'r' && type === 'cloudflare_ruleset');
    expect(ruleset).toMatchObject({
      module: '',
      file: 'main.tf',
      meta: {
        count: 2,
        provider: 'cloudflare.eu',
        dependsOn: ['cloudflare_zone.main'],
        lifecycle: { prevent_destroy: true },
      },
      body: { name: '${var.names[count.index]}' },
    });
    expect(ruleset?.text).toMatch(/^resource "cloudflare_ruleset" "r" \{\n {2}count {4}= 2\n[^]*\n\}$/);
    expect(found.modules.map(({ path }) => path)).toEqual(['', 'modules/logs', 'modules/inner']);
    expect(codesOf(found).sort()).toEqual([
      'convert.not_evaluated cloudflare_waf_group.of_data',
      'convert.not_evaluated local.broken',
      'convert.variable_unset var.zone_id',
    ]);
    expect(found.findings.find(({ address }) => address === 'cloudflare_waf_group.of_data')?.text).toMatch(
      /^Its for_each is unknown here: it depends on a variable without a value, or on what only the provider or the service knows\. Its instances are those that the state has/,
    );
  });

  it('evaluates texts, heredocs and functions as Terraform does', async () => {
    const dir = write({
      'main.tf': `locals {
  doc = jsonencode({
    a = <<-EOT
      x "quoted" \${upper("y")} $\${lit}
    EOT
    b = "tab\\t\\"q\\" \\u00e9 \${"n"}"
  })
  template = "%{ if local.isOn }yes%{ else }no%{ endif }\${"x"}"
  isOn     = true
  rules    = [{ name = "é" }]
}
resource "cloudflare_ruleset" "r" {
  doc      = local.doc
  escapes  = "back\\\\slash $\${no} %%{no} \\"\${join(",", ["a}", "b\\"c"])}\\""
  template = local.template
  objects  = { for k, v in { a = 1, b = 2 } : "\${k}-x" => v if v > 1 }
  inline   = jsonencode({ "a b" = [yamldecode("a: [1]").a, "x\${local.template}"] })
  heredoc  = <<EOT
line \${local.template}
  "two" \\n
EOT
  dynamic "rules" {
    for_each = local.rules
    content {
      description = "say \\"\${rules.value.name}\\" \\\\ $\${x} %{ if local.isOn }on%{ endif }"
      expression  = <<-EOT
        (http.host eq "\${rules.value.name}")
      EOT
      ref         = "page\\u000cbreak\\u2028"
    }
  }
}
`,
    });
    const found = await readConfiguration(dir, { env: process.env });
    // These are the values of a plan with a terraform_data of the same arguments.
    expect(valuesAt(found, 'cloudflare_ruleset.r')).toEqual({
      doc: '{"a":"x \\"quoted\\" Y ${lit}\\n","b":"tab\\t\\"q\\" é n"}',
      escapes: 'back\\slash ${no} %{no} "a},b"c"',
      template: 'yesx',
      objects: { 'b-x': 2 },
      inline: '{"a b":[[1],"xyesx"]}',
      heredoc: 'line yesx\n  "two" \\n\n',
      rules: [
        { description: 'say "é" \\ ${x} on', expression: '(http.host eq "é")\n', ref: 'page\fbreak\u2028' },
      ],
    });
    expect(found.findings).toEqual([]);
  });

  it('reads the state of a local backend, of the workspace that is selected', async () => {
    const resources = [inState('cloudflare_waf_group', 'x', { id: 'in-state' })];
    const state = JSON.stringify({ version: 4, resources });
    const files = {
      'main.tf': 'resource "cloudflare_waf_group" "x" {}\n',
      'terraform.tfstate.d/prod/terraform.tfstate': state,
      '.terraform/environment': 'prod',
    };
    const found = await readConfiguration(write(files), { env: process.env });
    expect(found.resources[0]?.instances[0]?.state).toEqual({ id: 'in-state' });
    const remote = { ...files, 'backend.tf': 'terraform {\n  backend "s3" {}\n}\n' };
    const other = await readConfiguration(write(remote, 'remote'), { env: process.env });
    expect(other.state).toBeUndefined();
    const absolute = JSON.stringify({
      terraform: { backend: { local: { path: join(folder, 'elsewhere.tfstate') } } },
    });
    writeFileSync(join(folder, 'elsewhere.tfstate'), state);
    const third = await readConfiguration(write({ ...files, 'backend.tf.json': absolute }, 'absolute'), {
      env: process.env,
    });
    const file = join(folder, 'elsewhere.tfstate');
    expect(third.localState).toEqual({ file, path: file, isInFolder: false });
  });

  it('takes variables from options and the environment, and another prefix', async () => {
    const dir = write({
      'main.tf':
        'variable "a" {}\nvariable "b" {}\nvariable "c" {}\nresource "acme_waf_group" "x" {\n  all = [var.a, var.b, var.c]\n}\nresource "cloudflare_waf_group" "y" {}\n',
      'c.tfvars': 'c = "file"\n',
    });
    const found = await readConfiguration(dir, {
      prefixes: ['acme'],
      vars: ['a=option'],
      varFiles: [join(dir, 'c.tfvars')],
      env: { ...process.env, TF_VAR_b: 'environment' },
    });
    expect(valuesAt(found, 'acme_waf_group.x')).toEqual({ all: ['option', 'environment', 'file'] });
    expect(addressesOf(found)).toEqual(['acme_waf_group.x']);
    expect(found.findings).toEqual([]);
  });

  it('reads modules beside its folder, and names those elsewhere, which may have old resources', async () => {
    write(
      {
        'main.tf': 'resource "cloudflare_waf_group" "x" {\n  mode = file("${path.module}/mode")\n}\n',
        mode: 'on',
      },
      'modules/waf',
    );
    const dir = write(
      {
        'main.tf':
          'module "a" {\n  source = "../../modules/waf"\n}\nmodule "b" {\n  source = "../missing"\n}\nmodule "c" {\n  source = "example/waf/cloudflare"\n}\nmodule "e" {\n  source = "example/old/cloudflare"\n}\n',
      },
      'code/prod',
    );
    const module = 'module.c["x"].module.d';
    const stateFile = writeState(inState('cloudflare_waf_rule', 'r', {}, { module }));
    const found = await readConfiguration(dir, { env: process.env });
    expect(found.modules.map(({ path }) => path)).toEqual(['', '../../modules/waf']);
    expect(valuesAt(found, 'module.a.cloudflare_waf_group.x')).toEqual({ mode: 'on' });
    expect(found.findings.map(({ address, severity }) => [address, severity])).toEqual([
      ['module.b', 'todo'],
      ['module.c', 'todo'],
      ['module.e', 'todo'],
    ]);
    rmSync(join(folder, 'modules'), { recursive: true });
    const withState = await readConfiguration(dir, { stateFile, env: noTerraform });
    const ofModules = withState.findings.filter(({ code }) => code === 'convert.module_outside');
    // Nothing of the others is in the state.
    expect(ofModules.map(({ address, severity }) => [address, severity])).toEqual([['module.c', 'todo']]);
    expect(withState.orphans).toEqual([]);
  });
});

describe('reading the service', () => {
  let connection: Connection;
  beforeEach(async () => {
    await serve(JSON.parse(readFileSync(join(fixtures, 'world.json'), 'utf8')) as Fixture);
    connection = await connect({ option: '--zone', values: [] }, undefined);
  });
  afterEach(() => connection.close());

  it('reads the zones of the code', async () => {
    const dir = join(fixtures, '3.35', 'input');
    const stateFile = join(fixtures, '3.35', 'state.json');
    const lines: string[] = [];
    const notify = (line: string) => lines.push(line);
    const found = await readConfiguration(dir, { connection, stateFile, notify, env: process.env });
    expect(
      [...found.zones.values()].map(({ name, migrationState, waf }) => [name, migrationState, waf?.setting]),
    ).toEqual([
      ['shop.example', 'start', 'on'],
      ['blog.example', 'start', 'on'],
      ['docs.example', 'start', 'on'],
    ]);
    expect(lines).toHaveLength(2);
  });

  it('says which zones it cannot read', async () => {
    const dir = write({
      'a.tf': `resource "cloudflare_waf_group" "x" {\n  zone_id = "${'f'.repeat(32)}"\n}\n`,
    });
    const found = await readConfiguration(dir, { connection, notify: () => undefined, env: process.env });
    expect(found.zones.size).toBe(0);
    expect(codesOf(found)).toEqual([`convert.zone_unread ${'f'.repeat(32)}`]);
  });
});

describe('a configuration that cannot be read', () => {
  const old = 'resource "cloudflare_waf_group" "x" {}\n';

  it.each<readonly [what: string, files: Readonly<Record<string, string>>, message: RegExp]>([
    [
      'broken HCL in a module',
      { 'a.tf': 'module "m" {\n  source = "./m"\n}\n', 'm/b.tf': 'x {' },
      /^m\/b\.tf:1: /,
    ],
    ['broken JSON', { 'waf.tf.json': '{' }, /^waf\.tf\.json: is not JSON: /],
    ['root modules below it', { 'prod/a.tf': old }, /Name one of the folders below it that do: .*prod\./],
    [
      'a Pulumi program',
      { 'Pulumi.yaml': 'name: x\n' },
      /is a Pulumi program, which is not converted\. .*pulumi state delete.*edge-platform import/,
    ],
    [
      'a folder of Terragrunt',
      { 'terragrunt.hcl': 'terraform {\n  source = "../waf"\n}\n' },
      /is a folder of Terragrunt .*`source` names.*\.terragrunt-cache.*terragrunt render-json/,
    ],
    [
      'files for OpenTofu beside others',
      { 'main.tf': old, 'main.tofu': old },
      /has files that only OpenTofu reads: main\.tofu\. Give each the name of a \.tf file/,
    ],
    ['no synthesized stack', { 'cdktf.json': '{}' }, /Run `npx cdktn synth` in it first/],
    [
      'several stacks',
      { 'cdktf.json': '{}', 'cdktf.out/stacks/a/cdk.tf.json': '{}', 'cdktf.out/stacks/b/cdk.tf.json': '{}' },
      /has 2 stacks, and one is converted at a time\. Name its folder: .*stacks\/a, .*stacks\/b\./,
    ],
    [
      'an override of an old resource',
      { 'a.tf': old, 'a_override.tf': old },
      /^a_override\.tf: changes cloudflare_waf_group\.x\./,
    ],
  ])('fails with the fix: %s', async (_, files, message) => {
    await expect(readConfiguration(write(files), { env: noTerraform })).rejects.toThrow(message);
  });

  it('fails for the state of another project', async () => {
    const stateFile = writeState(inState('aws_instance', 'x', {}));
    await expect(readConfiguration(write({ 'a.tf': old }), { stateFile, env: noTerraform })).rejects.toThrow(
      /state\.json has 1 resources, and none of them is in .*code\. It is the state of another project/,
    );
  });

  it('fails for variables that cannot be passed', async () => {
    const dir = write({ 'a.tf': old });
    await expect(readConfiguration(dir, { vars: ['x'], env: noTerraform })).rejects.toThrow(
      /^--var: x has no value/,
    );
    await expect(readConfiguration(dir, { varFiles: ['no.tfvars'], env: noTerraform })).rejects.toThrow(
      /^--var-file: no\.tfvars does not exist/,
    );
  });
});
