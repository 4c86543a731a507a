import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageVersion } from '../../lib/client/package-version';
import { providerSource } from '../../lib/drivers/plugin/delivery';
import { runInProcess } from '../cli/support';
import { useProjectFolder } from '../support/project-folder';
import { command, tellMistakes } from './table';

const write = useProjectFolder();
const version = packageVersion();
const entry = `edge = { source = "${providerSource}", version = "${version}" }`;
const required = (requirement: string, more = '') =>
  `terraform {\n  required_providers {\n    ${requirement}\n  }\n}\n${more}`;
const job = 'resource "edge_logpush_job" "logs" {\n}\n';

/** The installed provider with a configuration, and a mistake that is made with it; then the doctor looks. */
const doctor =
  (main: string, mistake: () => void = () => undefined) =>
  async () => {
    await runInProcess(undefined, 'provider', 'install');
    write('main.tf', main);
    mistake();
    await command('provider', 'doctor', '--base-url', 'http://127.0.0.1:9/client/v4')();
  };
const cliConfiguration = (text: string) => () => {
  write('cli.tfrc', text);
  process.env.TF_CLI_CONFIG_FILE = resolve('cli.tfrc');
};

/** The one file of the plugin. */
function pluginPath(): string {
  const files = readdirSync('terraform.d', { recursive: true, encoding: 'utf8' });
  return join('terraform.d', files.find((each) => each.endsWith(`_v${version}`)) ?? '');
}

function replaceIn(file: string, from: string | RegExp, to: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
}

describe('what the doctor finds in HCL', () => {
  const missing = 'Terraform takes hashicorp/edge, which does not exist';
  tellMistakes({
    'no requirement': [
      doctor(job),
      `main.tf uses edge_logpush_job … required_providers has no edge … ${missing} … : ${entry}`,
    ],
    'a provider of HashiCorp': [
      doctor(required('edge = { source = "hashicorp/edge" }')),
      `main.tf: required_providers … from "hashicorp/edge" … another provider or none … Write ${entry}`,
    ],
    'a requirement without a source': [
      doctor(required('edge = "0.1.0"', job)),
      `main.tf: required_providers … without a source … so it is hashicorp/edge … Write ${entry}`,
    ],
    'a source without its host': [
      doctor(required('edge = { source = "edge-platform/edge" }')),
      `main.tf: required_providers … "edge-platform/edge" … another provider or none … Write ${entry}`,
    ],
    'another local name': [
      doctor(required(entry.replace('edge', 'cdn'), job)),
      `main.tf uses edge_logpush_job … under the name cdn … ${missing} … Name it edge there`,
    ],
    'a version that is not out': [
      doctor(required(entry.replace(version, '~> 9.0'))),
      `main.tf: the version of edge … "~> 9.0" … this package has ${version} … Set it to "${version}"`,
    ],
    'a word in place of a version': [
      doctor(required(entry.replace(version, 'latest'))),
      `main.tf: the version of edge … "latest" … is no version constraint … Set it to "${version}"`,
    ],
    'a brace that is open': [
      doctor(`terraform {\n${job}`),
      'main.tf: line 1 … cannot be read … `{` is not closed … Correct it, or run `terraform validate`.',
    ],
    'variables without values, and a misspelled one': [
      () => {
        process.env.TF_VAR_zoneid = 'x';
        const looked = doctor(required(entry, 'variable "zone_id" {\n}\n'))();
        return looked.finally(() => {
          delete process.env.TF_VAR_zoneid;
        });
      },
      'variables … TF_VAR_zoneid … Without a value here: zone_id … Set TF_VAR_zone_id, or pass -var',
    ],
  });
});

describe('what the doctor finds of the plugin', () => {
  const main = required(entry);
  const installAgain = 'Run `edge-platform provider install`';
  tellMistakes({
    'a lock file of another build': [
      doctor(main, () => {
        replaceIn('.terraform.lock.hcl', /h1:.{4}/, 'h1:aaaa');
      }),
      `.terraform.lock.hcl … another hash … than that of the plugin … ${installAgain}`,
    ],
    'a lock file of another version': [
      doctor(main, () => {
        replaceIn('.terraform.lock.hcl', /version( +)= "[^"]*"/, 'version$1= "0.0.1"');
      }),
      `.terraform.lock.hcl … version 0.0.1 … not ${version} … ${installAgain}`,
    ],
    'a plugin that an archive has brought': [
      doctor(main, () => {
        chmodSync(pluginPath(), 0o644);
      }),
      'terraform.d/plugins … is not executable … has lost its mode … Run `chmod +x',
    ],
    'a plugin of another version': [
      doctor(main, () => {
        writeFileSync(pluginPath(), '#!/bin/sh\n');
      }),
      `terraform.d/plugins … is another build … than that of this package … ${installAgain}`,
    ],
    'no plugin': [
      doctor(main, () => {
        rmSync('terraform.d', { recursive: true });
      }),
      `plugin … Version ${version} … is not in terraform.d/plugins … ${installAgain}`,
    ],
    'a CLI configuration that is not there': [
      doctor(main, () => {
        process.env.TF_CLI_CONFIG_FILE = '/nowhere.tfrc';
      }),
      'TF_CLI_CONFIG_FILE … /nowhere.tfrc … there is no such file … Correct it, or unset it',
    ],
    'a CLI configuration with another build': [
      doctor(
        main,
        cliConfiguration(
          `provider_installation {\n  dev_overrides {\n    "${providerSource}" = "/builds/edge"\n  }\n  direct {}\n}\n`,
        ),
      ),
      'cli.tfrc has dev_overrides … "/builds/edge" … `init` fails … Remove that line',
    ],
    'a CLI configuration with another build of another provider': [
      doctor(
        main,
        cliConfiguration(
          'provider_installation {\n  dev_overrides {\n    "hashicorp/null" = "/builds/null"\n  }\n  direct {}\n}\n',
        ),
      ),
      'cli.tfrc … without a mirror … does not search terraform.d/plugins … Add `filesystem_mirror',
    ],
    'a CLI configuration with registries alone': [
      doctor(main, cliConfiguration('provider_installation {\n  direct {}\n}\n')),
      'cli.tfrc … without a mirror … does not search terraform.d/plugins … Add `filesystem_mirror',
    ],
    'a project of CDKTF before its synth': [
      () => {
        write('cdktf.json', '{}');
        return command('provider', 'doctor')();
      },
      'plugin … The project … no synthesized stack … Run `cdktn synth`',
    ],
    'a folder above the configuration': [
      command('provider', 'doctor'),
      'plugin … no configuration here … the folder with your .tf files … Run this in',
    ],
    'a stack that has lost its plugin': [
      () => {
        mkdirSync('cdktf.out/stacks/edge', { recursive: true });
        write('cdktf.out/stacks/edge/cdk.tf.json', '{"resource":{"edge_logpush_job":{"a":{}}}}');
        return command('provider', 'doctor')();
      },
      `cdktf.out/stacks/edge: … Version ${version} … is not in terraform.d/plugins … Run \`cdktn synth\``,
    ],
  });
});
