import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { useProjectFolder } from '../../support/project-folder';
import { runInProcess, setEnvironment } from '../support';
import { writeFiles } from '../../support/folder';

useProjectFolder();
beforeEach(() => {
  setEnvironment({});
});

const convert = (...parameters: string[]) => runInProcess(undefined, 'convert', ...parameters);

const write = (files: Readonly<Record<string, string>>) => {
  writeFiles('.', files);
};
const read = (path: string) => readFileSync(path, 'utf8');

const zoneId = '1'.repeat(32);
const old = {
  'old/main.tf': `terraform {
  required_providers {
    cloudflare = {
      source = "cloudflare/cloudflare"
    }
  }
}

resource "cloudflare_zone" "main" {
  zone = "example.com"
}

resource "cloudflare_logpush_job" "requests" {
  zone_id          = cloudflare_zone.main.id
  dataset          = "http_requests"
  name             = "requests"
  enabled          = true
  destination_conf = var.destination
  logpull_options  = "fields=RayID&timestamps=rfc3339"
}

resource "cloudflare_ruleset" "firewall" {
  zone_id = cloudflare_zone.main.id
  name    = "firewall"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
}

variable "destination" {
  type      = string
  sensitive = true
}
`,
  'old/notes.txt': 'keep me',
  'old/terraform.tfstate': '{ "version": 4, "resources": [] }',
  'old/.terraform/providers/x': 'binary',
};

const inState = (type: string, name: string, attributes: object) => ({
  ...{ mode: 'managed', type: `cloudflare_${type}`, name },
  instances: [{ attributes }],
});
const state = JSON.stringify({
  version: 4,
  resources: [
    inState('zone', 'main', { id: zoneId, zone: 'example.com' }),
    inState('logpush_job', 'requests', { id: '7', zone_id: zoneId, name: 'requests' }),
    inState('ruleset', 'firewall', { id: '2'.repeat(32), zone_id: zoneId }),
  ],
});

describe('edge-platform convert', () => {
  const destination = ['--var', 'destination=r2://shh'] as const;
  const inHcl = ['--state', 'state.json', '--out', 'new'] as const;

  it('writes the code anew and copies the other files', async () => {
    write({ ...old, 'state.json': state });
    const { status, stdout, stderr } = await convert('old', ...inHcl, ...destination);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
"Converted 1 of 2 resources of old into new (HCL, 4 files).

TYPE                    COUNT  OUTCOME
cloudflare_logpush_job      1  1 converted
cloudflare_ruleset          1  1 kept

State: state.json.

Next:
  less new/CONVERSION.md
"
`);
    expect(stdout.split('\n').filter((line) => !line.startsWith('  ') && line.length > 80)).toEqual([]);
    expect(read('new/notes.txt')).toBe('keep me');
    expect(readdirSync('new').sort()).toEqual([
      'CONVERSION.md',
      'edge-moves.tf',
      'edge-provider.tf',
      'main.tf',
      'notes.txt',
    ]);
    expect(read('new/main.tf')).toContain('resource "edge_logpush_job" "requests" {');
    expect(read('new/main.tf')).toContain('resource "cloudflare_ruleset" "firewall" {');
    expect(read('new/CONVERSION.md')).toContain(
      '| `cloudflare_logpush_job.requests` | converted | `edge_logpush_job.requests` |',
    );
    const all = readdirSync('new').map((name) => read(`new/${name}`));
    expect(all.filter((text) => text.includes('shh'))).toEqual([]);
    expect(read('old/main.tf')).toBe(old['old/main.tf']);
  });

  it('writes a CDKTF project, with the other files where its modules find them', async () => {
    write({ ...old, 'old/terraform.tfvars': 'destination = "r2://shh"\n', 'old/terraform.tfstate': state });
    const { status, stdout } = await convert('old', '--out', 'new', '--language', 'typescript');
    expect(status).toBe(0);
    expect(stdout).toContain('Converted 1 of 2 resources of old into new (TypeScript, ');
    expect(read('new/CONVERSION.md')).toContain(
      '1. Copy the state that you have to `terraform.old.tfstate` in this folder. Run `npm install`, then `npm run diff`, and compare the plan with this page.\n',
    );
    expect(stdout).toContain('State: old/terraform.tfstate.\n');
    expect(read('new/terraform/edge-moves.tf')).toContain('to   = edge_logpush_job.requests');
    expect(read('new/cdktf.json')).toContain('"app"');
    expect(read('new/terraform/main.tf')).toContain('"cloudflare_ruleset"');
    expect(read('new/terraform/notes.txt')).toBe('keep me');
    expect(read('new/terraform/terraform.tfvars')).toBe('destination = "r2://shh"\n');
    expect(existsSync('new/terraform/terraform.tfstate')).toBe(false);
  });

  it('writes code for the host of the folders, or for a given one that CONVERSION.md names', async () => {
    write(old);
    const typescript = ['--language', 'typescript'];
    const hostIn = (project: string) => / from '(cdkt[fn])'/.exec(read(`${project}/main.ts`))?.[1];
    await convert('old', '--out', 'new', ...typescript);
    await convert('old', '--out', 'chosen', ...typescript, '--host', 'cdktf');
    expect([hostIn('new'), hostIn('chosen')]).toEqual(['cdktn', 'cdktf']);
    expect(read('chosen/CONVERSION.md')).toContain(' --host cdktf');
    // As it is when the project is there.
    await convert('old', '--out', 'chosen', ...typescript);
    expect(read('chosen/CONVERSION.md')).toContain(' --host cdktf');
    write({ 'old/package.json': '{"dependencies":{"cdktf":"^0.21.0"}}' });
    await convert('old', '--out', 'like-old', ...typescript);
    expect(hostIn('like-old')).toBe('cdktf');
    expect(read('like-old/CONVERSION.md')).not.toContain('--host');
    const { stderr } = await convert('old', '--out', 'hcl', '--host', 'cdktf');
    expect(stderr).toContain('--host: only code in TypeScript has a host.');
  });

  it('has no step for a state where the code has a backend', async () => {
    const backend = 'terraform {\n  backend "s3" {}\n}\n';
    write({ 'old/main.tf': old['old/main.tf'], 'old/backend.tf': backend, 'state.json': state });
    expect((await convert('old', ...inHcl, ...destination)).status).toBe(0);
    expect(read('new/CONVERSION.md')).toContain('\n1. Run `npx edge-platform provider install');
  });

  it('keeps the name of a stack that CDKTF synthesized', async () => {
    const job = { zone_id: zoneId, name: 'a', destination_conf: 's3://a', logpull_options: 'fields=RayID' };
    write({
      'app/cdktf.json': '{}',
      'app/cdktf.out/stacks/edge/cdk.tf.json': JSON.stringify({
        resource: { cloudflare_logpush_job: { a: job } },
      }),
    });
    const { status, stderr } = await convert('app', '--out', 'new');
    expect([status, stderr]).toEqual([0, '']);
    expect(read('new/main.ts')).toContain("new TerraformStack(app, 'edge')");
  });

  it('does not copy the state, whatever its name is', async () => {
    write({ ...old, 'old/pulled.json': state });
    const { status } = await convert('old', '--state', 'old/pulled.json', '--out', 'new', ...destination);
    expect(status).toBe(0);
    expect(existsSync('new/notes.txt')).toBe(true);
    expect(existsSync('new/pulled.json')).toBe(false);
  });

  it.each(['hcl', 'typescript'])(
    'writes nothing but the reasons where nothing is converted, in %s',
    async (language) => {
      const code = `variable "phase" {}

resource "cloudflare_ruleset" "any" {
  zone_id = "${zoneId}"
  name    = "any"
  kind    = "zone"
  phase   = var.phase
}
`;
      write({ 'old/main.tf': code, 'old/notes.txt': 'keep me' });
      const given = ['old', '--out', 'new', '--language', language, '--offline'] as const;
      const { status, stdout } = await convert(...given);
      expect(status).toBe(0);
      expect(stdout).toContain('Nothing of old is converted, so nothing is written but the reasons');
      expect(stdout).not.toContain('provider install');
      expect(readdirSync('new')).toEqual(['CONVERSION.md']);
      expect(read('new/CONVERSION.md')).toContain('Nothing is converted');
      expect(read('new/CONVERSION.md')).toContain('Its phase is an expression');
      expect(read('new/CONVERSION.md')).not.toMatch(/imports 0|TODO/);
      expect((await convert('old', '--out', 'new', '--language', language, '--offline')).stdout).toBe(stdout);
    },
  );

  it('prints the result for programs', async () => {
    write({ ...old, 'state.json': state });
    const { status, stdout } = await convert('old', ...inHcl, ...destination, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dir: 'old',
      out: 'new',
      language: 'hcl',
      counts: { cloudflare_logpush_job: { converted: 1 }, cloudflare_ruleset: { kept: 1 } },
      resources: [
        {
          address: 'cloudflare_logpush_job.requests',
          outcome: 'converted',
          to: ['edge_logpush_job.requests'],
        },
        { address: 'cloudflare_ruleset.firewall', outcome: 'kept' },
      ],
      moves: {
        moved: [{ module: '', from: 'cloudflare_logpush_job.requests', to: 'edge_logpush_job.requests' }],
        removed: [],
        imports: [],
      },
    });
  });

  it.each<readonly [what: string, parameters: readonly string[], message: RegExp]>([
    [
      'a target with other files',
      ['old', '--out', 'other'],
      /--out: other is not empty, and no conversion wrote it/,
    ],
    [
      'nothing to convert',
      ['none', '--out', 'new'],
      /none has no resource of a retired type with the prefix cloudflare or vendor/,
    ],
    [
      'another prefix',
      ['acme', '--out', 'new'],
      /It has acme_waf_group: name the prefix of its provider with --prefix/,
    ],
    [
      'a file that is no state',
      ['old', '--out', 'new', '--state', 'old/notes.txt'],
      /--state: old\/notes\.txt is not JSON: .*\. Write one with/,
    ],
  ])('fails without a file: %s', async (_, parameters, message) => {
    write({
      ...old,
      'other/main.tf': '',
      'none/main.tf': 'resource "cloudflare_zone" "x" {}\n',
      'acme/main.tf': 'resource "acme_waf_group" "x" {}\n',
    });
    const { status, stdout, stderr } = await convert(...parameters);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(existsSync('new')).toBe(false);
    expect(readdirSync('other')).toEqual(['main.tf']);
  });

  it('fails where Terraform is missing', async () => {
    write(old);
    const { PATH = '' } = process.env;
    process.env.PATH = '';
    const { status, stderr } = await convert('old', '--out', 'new');
    process.env.PATH = PATH;
    expect(status).toBe(2);
    expect(stderr).toContain('terraform or tofu is not on the PATH. Install version 1.11 or later');
  });
});
