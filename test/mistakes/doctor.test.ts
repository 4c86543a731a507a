import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packageVersion } from '../../lib/client/package-version';
import { providerSource } from '../../lib/drivers/plugin/delivery';
import { runInProcess } from '../cli/support';
import { useProjectFolder } from './project-folder';
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
  tellMistakes([
    {
      mistake: 'no requirement',
      make: doctor(job),
      says: ['main.tf uses edge_logpush_job', 'required_providers has no edge', missing, `: ${entry}`],
    },
    {
      mistake: 'a provider of HashiCorp',
      make: doctor(required('edge = { source = "hashicorp/edge" }')),
      says: [
        'main.tf: required_providers',
        'from "hashicorp/edge"',
        'another provider or none',
        `Write ${entry}`,
      ],
    },
    {
      mistake: 'a requirement without a source',
      make: doctor(required('edge = "0.1.0"', job)),
      says: ['main.tf: required_providers', 'without a source', 'so it is hashicorp/edge', `Write ${entry}`],
    },
    {
      mistake: 'a source without its host',
      make: doctor(required('edge = { source = "edge-platform/edge" }')),
      says: [
        'main.tf: required_providers',
        '"edge-platform/edge"',
        'another provider or none',
        `Write ${entry}`,
      ],
    },
    {
      mistake: 'another local name',
      make: doctor(required(entry.replace('edge', 'cdn'), job)),
      says: ['main.tf uses edge_logpush_job', 'under the name cdn', missing, 'Name it edge there'],
    },
    {
      mistake: 'a version that is not out',
      make: doctor(required(entry.replace(version, '~> 9.0'))),
      says: [
        'main.tf: the version of edge',
        '"~> 9.0"',
        `this package has ${version}`,
        `Set it to "${version}"`,
      ],
    },
    {
      mistake: 'a word in place of a version',
      make: doctor(required(entry.replace(version, 'latest'))),
      says: [
        'main.tf: the version of edge',
        '"latest"',
        'is no version constraint',
        `Set it to "${version}"`,
      ],
    },
    {
      mistake: 'a brace that is open',
      make: doctor(`terraform {\n${job}`),
      says: [
        'main.tf: line 1',
        'cannot be read',
        '`{` is not closed',
        'Correct it, or run `terraform validate`.',
      ],
    },
    {
      mistake: 'variables without values, and a misspelled one',
      make: () => {
        process.env.TF_VAR_zoneid = 'x';
        const looked = doctor(required(entry, 'variable "zone_id" {\n}\n'))();
        return looked.finally(() => {
          delete process.env.TF_VAR_zoneid;
        });
      },
      says: [
        'variables',
        'TF_VAR_zoneid',
        'Without a value here: zone_id',
        'Set TF_VAR_zone_id, or pass -var',
      ],
    },
  ]);
});

describe('what the doctor finds of the plugin', () => {
  const main = required(entry);
  const installAgain = 'Run `edge-platform provider install`';
  tellMistakes([
    {
      mistake: 'a lock file of another build',
      make: doctor(main, () => {
        replaceIn('.terraform.lock.hcl', /h1:.{4}/, 'h1:aaaa');
      }),
      says: ['.terraform.lock.hcl', 'another hash', 'than that of the plugin', installAgain],
    },
    {
      mistake: 'a lock file of another version',
      make: doctor(main, () => {
        replaceIn('.terraform.lock.hcl', /version( +)= "[^"]*"/, 'version$1= "0.0.1"');
      }),
      says: ['.terraform.lock.hcl', 'version 0.0.1', `not ${version}`, installAgain],
    },
    {
      mistake: 'a plugin that an archive has brought',
      make: doctor(main, () => {
        chmodSync(pluginPath(), 0o644);
      }),
      says: ['terraform.d/plugins', 'is not executable', 'has lost its mode', 'Run `chmod +x'],
    },
    {
      mistake: 'a plugin of another version',
      make: doctor(main, () => {
        writeFileSync(pluginPath(), '#!/bin/sh\n');
      }),
      says: ['terraform.d/plugins', 'is another build', 'than that of this package', installAgain],
    },
    {
      mistake: 'no plugin',
      make: doctor(main, () => {
        rmSync('terraform.d', { recursive: true });
      }),
      says: ['plugin', `Version ${version}`, 'is not in terraform.d/plugins', installAgain],
    },
    {
      mistake: 'a CLI configuration that is not there',
      make: doctor(main, () => {
        process.env.TF_CLI_CONFIG_FILE = '/nowhere.tfrc';
      }),
      says: ['TF_CLI_CONFIG_FILE', '/nowhere.tfrc', 'there is no such file', 'Correct it, or unset it'],
    },
    {
      mistake: 'a CLI configuration with another build',
      make: doctor(
        main,
        cliConfiguration(
          `provider_installation {\n  dev_overrides {\n    "${providerSource}" = "/builds/edge"\n  }\n  direct {}\n}\n`,
        ),
      ),
      says: ['cli.tfrc has dev_overrides', '"/builds/edge"', '`init` fails', 'Remove that line'],
    },
    {
      mistake: 'a CLI configuration with another build of another provider',
      make: doctor(
        main,
        cliConfiguration(
          'provider_installation {\n  dev_overrides {\n    "hashicorp/null" = "/builds/null"\n  }\n  direct {}\n}\n',
        ),
      ),
      says: ['cli.tfrc', 'without a mirror', 'does not search terraform.d/plugins', 'Add `filesystem_mirror'],
    },
    {
      mistake: 'a CLI configuration with registries alone',
      make: doctor(main, cliConfiguration('provider_installation {\n  direct {}\n}\n')),
      says: ['cli.tfrc', 'without a mirror', 'does not search terraform.d/plugins', 'Add `filesystem_mirror'],
    },
    {
      mistake: 'a project of CDKTF before its synth',
      make: () => {
        write('cdktf.json', '{}');
        return command('provider', 'doctor')();
      },
      says: ['plugin', 'The project', 'no synthesized stack', 'Run `cdktn synth`'],
    },
    {
      mistake: 'a folder above the configuration',
      make: command('provider', 'doctor'),
      says: ['plugin', 'no configuration here', 'the folder with your .tf files', 'Run this in'],
    },
    {
      mistake: 'a stack that has lost its plugin',
      make: () => {
        mkdirSync('cdktf.out/stacks/edge', { recursive: true });
        write('cdktf.out/stacks/edge/cdk.tf.json', '{"resource":{"edge_logpush_job":{"a":{}}}}');
        return command('provider', 'doctor')();
      },
      says: [
        'cdktf.out/stacks/edge:',
        `Version ${version}`,
        'is not in terraform.d/plugins',
        'Run `cdktn synth`',
      ],
    },
  ]);
});
