import { join } from 'node:path';
import { readConfiguration } from '../../../lib/cli/convert/read';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { writeHclProject } from '../../../lib/cli/convert/write/hcl/project';
import { installHere } from '../../../lib/cli/provider/install';
import { listOf } from '../../../lib/ground/json';
import { isSameDestination } from '../../../lib/resources/logpush-job/destination';
import { pick, start, type Running } from '../../emulator/support';
import { describeWithTerraform, TerraformDir } from '../../support/terraform';
import { makeFolder, writeFiles } from '../../support/folder';

/** A zone has at most four jobs. */
const zones = ['c'.repeat(32), 'd'.repeat(32), 'f'.repeat(32)];

/** What code in use has for a destination: its expression, what it is in production, and elsewhere if not the same. */
const destinations: Readonly<Record<string, readonly [code: string, prod: string, test?: string]>> = {
  local: ['local.conf', 'https://a.example/x?header_Authorization=Bearer%20t%2Bk'],
  template: [
    '"splunk://b.example/raw?channel=c&header_Authorization=Splunk%20${urlencode(var.token)}"',
    'splunk://b.example/raw?channel=c&header_Authorization=Splunk%20t%2Bk',
  ],
  format: [
    'format("https://%s/v1?header_Api-Key=%s&format=%s", "c.example", urlencode(var.token), "json")',
    'https://c.example/v1?header_Api-Key=t%2Bk&format=json',
  ],
  join: [
    'join("", ["s3://logs/d?region=eu-central-1&access-key-id=AK&secret-access-key=", urlencode(var.token)])',
    's3://logs/d?region=eu-central-1&access-key-id=AK&secret-access-key=t%2Bk',
  ],
  conditional: [
    'var.env == "prod" ? "https://e.example/?header_Authorization=Basic%20${base64encode(var.token)}" : "https://f.example/?header_X-Key=a%3D"',
    'https://e.example/?header_Authorization=Basic%20dCtr',
    'https://f.example/?header_X-Key=a%3D',
  ],
  lookup: [
    'lookup(local.all, var.env, "https://h.example/?header_A=other%20${urlencode(var.token)}")',
    'https://g.example/?header_A=%20t%2Bk',
    'https://h.example/?header_A=other%20t%2Bk',
  ],
  variable: [
    'var.whole[var.env]',
    'https://j.example/?header_X-A=a%2Bb+c',
    'https://j.example/x?tags=a%20b&api_key=%24%7Bk%7D',
  ],
  header: [
    '"https://k.example/?header_Authorization=Bearer+${base64encode(var.token)}"',
    'https://k.example/?header_Authorization=Bearer%20dCtr',
  ],
  heredoc: [
    '<<-EOT\n    https://${var.env}.example/?header_Authorization=${urlencode("Bearer ${var.token}")}\n  EOT\n',
    'https://prod.example/?header_Authorization=Bearer%20t%2Bk',
    'https://test.example/?header_Authorization=Bearer%20t%2Bk',
  ],
};

const code = `variable "env" {
  type = string
}

variable "token" {
  type      = string
  sensitive = true
}

variable "whole" {
  type = map(string)
  default = {
    prod = "https://j.example/?header_X-A=a%2Bb+c"
    test = "https://j.example/x?tags=a%20b&api_key=%24%7Bk%7D"
  }
}

locals {
  conf = "https://a.example/x?header_Authorization=\${local.auth}"
  auth = urlencode("Bearer \${var.token}")
  all = {
    prod = "https://g.example/?header_A=%20\${urlencode(var.token)}"
    none = "https://i.example/"
  }
}
${Object.entries(destinations)
  .map(
    ([name, [destination]], at) => `
resource "cloudflare_logpush_job" "${name}" {
  zone_id          = "${zones[at % 3] ?? ''}"
  name             = "${name}"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = ${destination}
  logpull_options  = "fields=RayID"
}
`,
  )
  .join('')}`;

describeWithTerraform('converted destinations whose credentials come from expressions', () => {
  let folder = '';
  let emulator: Running;
  beforeEach(async () => {
    folder = makeFolder();
    const accountId = 'a'.repeat(32);
    emulator = await start({
      fixture: {
        accounts: [{ id: accountId, name: 'Account' }],
        zones: zones.map((id, at) => ({
          id,
          account_id: accountId,
          name: `zone-${at}.example`,
          plan: 'enterprise' as const,
        })),
        tokens: ['a-token'],
      },
    });
  });

  it.each(['prod', 'test'])('are what the old code says, in %s', async (env) => {
    const state = { version: 4, resources: [] };
    writeFiles(folder, [
      ['old/main.tf', code],
      ['state.json', JSON.stringify(state)],
    ]);
    const stateFile = join(folder, 'state.json');
    const old = await readConfiguration(join(folder, 'old'), { stateFile, env: { PATH: process.env.PATH } });
    const conversion = convertConfiguration(old);
    const todos = conversion.findings.filter(({ severity }) => severity !== 'note');
    expect(todos.map(({ code, address }) => `${code} ${address}`).sort()).toEqual([
      'convert.secret cloudflare_logpush_job.conditional',
      'convert.secret cloudflare_logpush_job.join',
    ]);
    const files = [...writeHclProject(old, conversion).files];
    const open = async (name: string, more: typeof files = []) => {
      const dir = new TerraformDir(join(folder, name), {
        EDGE_BASE_URL: emulator.url,
        EDGE_API_TOKEN: 'a-token',
      });
      writeFiles(dir.path, [...files, ...more]);
      installHere(dir.path);
      await dir.init();
      return dir;
    };
    const dir = await open('new');
    const secrets = { conditional_header_x_key: 'a=', join_access_key_id: 'AK' };
    expect(conversion.variables.map(({ name }) => name).sort()).toEqual(Object.keys(secrets).sort());
    const values = Object.entries({ env, token: 't+k', ...secrets }).map(
      ([name, value]) => `-var=${name}=${value}`,
    );
    const { diagnostics } = await dir.applyJson(...values);
    expect(diagnostics).toEqual([]);
    const answers = await Promise.all(zones.map((id) => emulator.result('GET', `/zones/${id}/logpush/jobs`)));
    const jobs = answers.flatMap(listOf);
    for (const [name, [, prod, test = prod]] of Object.entries(destinations)) {
      const job = jobs.find((each) => pick(each, 'name') === name);
      const sent = String(pick(job, 'destination_conf'));
      const expected = env === 'prod' ? prod : test;
      expect([name, sent, isSameDestination(sent, expected)]).toEqual([name, sent, true]);
    }
    expect((await dir.plan(values)).stdout).toContain('No changes.');
    await dir.stop();
    // Terraform plans an update where a value becomes sensitive. It sends nothing.
    const imports = Object.keys(destinations).map(
      (name, place) =>
        `import {\n  to = edge_logpush_job.${name}\n  id = "${zones[place % 3] ?? ''}/${name}"\n}\n`,
    );
    const adopted = await open('adopted', [['imports.tf', imports.join('')]]);
    await emulator.takeCalls();
    expect((await adopted.applyJson(...values)).diagnostics).toEqual([]);
    expect(await emulator.writes()).toEqual([]);
    expect((await adopted.plan(values)).stdout).toContain('No changes.');
    await adopted.stop();
  });
});
