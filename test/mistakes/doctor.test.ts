import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
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

describe('what the doctor finds in HCL', () => {
  const missing = 'Terraform takes hashicorp/edge, which does not exist';
  tellMistakes({
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
  });
});

describe('what the doctor finds of the plugin', () => {
  const main = required(entry);
  tellMistakes({
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
