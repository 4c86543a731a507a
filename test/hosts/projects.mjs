// The files of a project: what a user writes to deliver the failed requests of a zone.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that a project of each host has beside this one. */
export const peers = {
  cdktf: ['cdktf@^0.21.0', 'constructs@^10.4.2'],
  // Its peer range ends before constructs 10.8.
  cdktn: ['cdktn@^0.24.0', 'constructs@~10.7.0'],
  hcl: [],
};

/** The command of each host, which a project has too. */
export const commands = { cdktf: 'cdktf-cli@^0.21.0', cdktn: 'cdktn-cli@^0.24.0' };

/** Variables of each project, as the environment sets them. */
export const variables = { TF_VAR_key_id: 'AKIAEXAMPLE', TF_VAR_secret_key: 'example-secret' };

const destination = 's3://my-logs/http/{DATE}?region=eu-central-1&endpoint=s3.example.com';
const fields = ['RayID', 'EdgeStartTimestamp', 'EdgeResponseStatus', 'RequestHeaders', 'Cookies'];

export function writePackageFile(folder, module) {
  mkdirSync(folder, { recursive: true });
  const type = module === 'esm' ? { type: 'module' } : {};
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...type }));
}

/** Writes an app that makes one stack for each driver: `plugin/stacks/logs`, `provisioner/stacks/logs`. */
export function writeApp(folder, { host, module, zoneId }) {
  const subpath = host === 'cdktf' ? 'cdktf-edge-platform' : 'cdktf-edge-platform/cdktn';
  const names = {
    [host]: '{ App, TerraformStack }',
    [subpath]: '{ CustomFieldsRuleset, EdgeDriver, EdgeProvider, LogFilter, LogpushJob, SecretVariable }',
  };
  const imports = Object.entries(names).map(([from, what]) =>
    module === 'esm' ? `import ${what} from '${from}';` : `const ${what} = require('${from}');`,
  );
  writeFileSync(join(folder, 'main.js'), `${imports.join('\n')}\n${app(zoneId)}`);
}

const app = (zoneId) => `
for (const driver of [EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER]) {
  const app = new App({ outdir: driver });
  const stack = new TerraformStack(app, 'logs');
  const zoneId = '${zoneId}';
  new EdgeProvider(stack, 'edge', { driver });
  const custom = new CustomFieldsRuleset(stack, 'fields', {
    zoneId,
    requestHeaders: ['X-Request-Id'],
    cookies: ['sessionId'],
  });
  new LogpushJob(stack, 'failures', {
    zoneId,
    name: 'failed-requests',
    destinationConf: '${destination}',
    destinationCredentials: {
      'access-key-id': new SecretVariable(stack, 'key_id').stringValue,
      'secret-access-key': new SecretVariable(stack, 'secret_key').stringValue,
    },
    destinationCredentialsVersion: 1,
    fields: ${JSON.stringify(fields)},
    where: LogFilter.field('EdgeResponseStatus').atLeast(500),
    dependsOn: [custom],
  });
  app.synth();
}
`;

/** Writes the same in HCL, for the installed version of the provider. */
export function writeConfiguration(folder, { zoneId }) {
  const manifest = join(folder, 'node_modules/cdktf-edge-platform/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(join(folder, 'main.tf'), configuration(zoneId, version));
}

const configuration = (zoneId, version) => `
terraform {
  required_providers {
    edge = {
      source  = "terraform.local/edge-platform/edge"
      version = "${version}"
    }
  }
}

provider "edge" {}

variable "key_id" {
  type      = string
  ephemeral = true
}

variable "secret_key" {
  type      = string
  ephemeral = true
}

resource "edge_custom_fields_ruleset" "fields" {
  zone_id         = "${zoneId}"
  request_headers = ["x-request-id"]
  cookies         = ["sessionId"]
}

resource "edge_logpush_job" "failures" {
  zone_id          = "${zoneId}"
  name             = "failed-requests"
  destination_conf = "${destination}"
  destination_credentials = {
    access-key-id     = var.key_id
    secret-access-key = var.secret_key
  }
  destination_credentials_version = 1
  fields                          = ${JSON.stringify(fields)}
  depends_on                      = [edge_custom_fields_ruleset.fields]
  filter = jsonencode({
    where = { and = [{ key = "EdgeResponseStatus", operator = "geq", value = "500" }] }
  })
}
`;
