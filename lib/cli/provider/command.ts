import { homedir } from 'node:os';
import { Command, Option } from 'commander';
import { formatJson } from '../../ground/json';
import { messageOf } from '../../ground/words';
import { print, widthOf } from '../terminal';

interface InstallOptions {
  readonly dir?: string;
  readonly executable?: string;
  readonly platform?: readonly string[];
}

interface BuildOptions {
  readonly out: string;
  readonly platform?: readonly string[];
}

interface DoctorOptions {
  readonly baseUrl?: string;
  readonly json?: true;
}

/** `edge-platform provider`: the Terraform provider without a CDK, and what it needs. */
export function providerCommand(): Command {
  return new Command('provider')
    .description('Build and install the Terraform provider, and check what it needs.')
    .addCommand(build())
    .addCommand(install())
    .addCommand(doctor());
}

function build(): Command {
  return new Command('build')
    .description('Build the provider as executables that need no Node.js, with a mirror to distribute them.')
    .requiredOption('--out <folder>', 'folder for the archives and the mirror')
    .option('--platform <os_arch...>', 'platforms that run Terraform, or all (default: this one)')
    .addHelpText('after', buildHelp)
    .action(runBuild);
}

async function runBuild({ out, platform = [] }: BuildOptions): Promise<void> {
  const [{ buildProvider, formatBuild, readPlatforms }, { proseWidth }, { readVersion }] = [
    await import('./build.js'),
    await import('../layout.js'),
    await import('../version.js'),
  ];
  const built = await buildProvider({
    platforms: readPlatforms(platform),
    out,
    version: readVersion(),
    env: process.env,
    home: homedir(),
    report: (line) => process.stderr.write(`${line}\n`),
  });
  await print(formatBuild(built, proseWidth(widthOf(process.stdout))));
}

function install(): Command {
  return new Command('install')
    .description('Install the provider plugin where Terraform finds it, for projects in HCL.')
    .option('--dir <folder>', 'folder of the mirror (default: terraform.d/plugins of the current folder)')
    .option('--platform <os_arch...>', 'further platforms that run Terraform, such as darwin_arm64')
    .addOption(
      new Option(
        '--executable <form>',
        'script, which needs Node.js, or standalone (default: EDGE_PROVIDER_EXECUTABLE, else script where there is a node)',
      ).choices(['script', 'standalone']),
    )
    .addHelpText('after', installHelp)
    .action(runInstall);
}

async function runInstall({ dir, executable, platform = [] }: InstallOptions): Promise<void> {
  const [{ formatInstallation, installPlugin }, { terraformName }, { proseWidth }, { readVersion }] = [
    await import('./install.js'),
    await import('../../terraform/binary.js'),
    await import('../layout.js'),
    await import('../version.js'),
  ];
  let installed;
  try {
    installed = installPlugin({
      folder: process.cwd(),
      home: homedir(),
      mirror: dir,
      platforms: platform,
      executable,
      version: readVersion(),
      env: process.env,
      report: (line) => process.stderr.write(`${line}\n`),
    });
  } catch (error) {
    const reason = messageOf(error);
    throw new Error(`cannot install the provider: ${reason}`, { cause: error });
  }
  await print(formatInstallation(installed, terraformName(process.env), proseWidth(widthOf(process.stdout))));
}

function doctor(): Command {
  return new Command('doctor')
    .description(
      'Check what the provider needs in the current folder: programs, plugin, lock file, API and credentials. Read-only.',
    )
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', doctorHelp)
    .action(runDoctor);
}

async function runDoctor({ baseUrl, json }: DoctorOptions): Promise<void> {
  const [{ countProblems, diagnose, formatDiagnosis }, { currentPlatform }, { readPlugin }, { readVersion }] =
    [
      await import('./doctor.js'),
      await import('../../drivers/plugin/platform.js'),
      await import('../../drivers/plugin/script.js'),
      await import('../version.js'),
    ];
  const checks = await diagnose({
    folder: process.cwd(),
    home: homedir(),
    platform: currentPlatform(),
    version: readVersion(),
    plugin: readPlugin(),
    env: process.env,
    baseUrl,
  });
  const problems = countProblems(checks);
  await print(
    json === true ? formatJson({ problems, checks }) : formatDiagnosis(checks, widthOf(process.stdout)),
  );
  process.exitCode = problems === 0 ? 0 : 1;
}

const buildHelp = `
Each executable contains Node.js. npm downloads it when this command runs, with
the registry and proxy of your npm settings; its checksum is that of this
package. Executables are kept in the user's cache, which EdgeProvider shares.

The folder gets, for each platform,
  terraform-provider-edge_<version>_<platform>.zip
and SHA256SUMS and manifest.json as the registry of Terraform has them, and
  mirror/   a filesystem mirror, and a network mirror on any web server

Platforms: linux_amd64, linux_arm64, darwin_amd64, darwin_arm64, windows_amd64,
windows_arm64. Executables for macOS must be signed: a build on macOS does that.
Archives of the same package have the same bytes; SOURCE_DATE_EPOCH sets the
time of their files.

Exit status:
  0  success
  2  the provider could not be built; see stderr

Examples:
  $ edge-platform provider build --out dist
  $ edge-platform provider build --platform linux_amd64,windows_amd64 --out dist
  $ edge-platform provider build --platform all --out dist`;

const installHelp = `
Projects with CDKTF do not need this: synth delivers the plugin.

Terraform searches terraform.d/plugins of the current folder, and
~/.terraform.d/plugins for all projects. In a project (terraform.d/plugins) the
hash of the plugin goes into .terraform.lock.hcl as well.

The plugin has two forms:
  script      one file for all platforms but Windows; needs Node.js 20.19 or
              later where Terraform runs
  standalone  an executable of 150 MB for each platform, which contains Node.js;
              see provider build
Without --executable and EDGE_PROVIDER_EXECUTABLE it is the script if Terraform
finds a node here (EDGE_NODE, else the PATH), otherwise the standalone form.

Run it again after an update of this package.

Exit status:
  0  success
  2  the plugin could not be installed; see stderr

Examples:
  $ edge-platform provider install
  $ edge-platform provider install --platform linux_arm64 darwin_arm64
  $ edge-platform provider install --dir ~/.terraform.d/plugins
  $ edge-platform provider install --executable standalone`;

const doctorHelp = `
The checks, each of which is ok, a problem or skipped:
  node         the Node.js that runs the script (EDGE_NODE, else the first on
               the PATH) is 20.19 or later; the standalone plugin needs none
  platform     Terraform can start the plugin here
  terraform    Terraform or OpenTofu (TERRAFORM_BINARY_NAME, else terraform,
               else tofu) is 1.11 or later
  plugin       it is in terraform.d/plugins, or init has installed it from a
               mirror; it is executable and of this package
  lock file    .terraform.lock.hcl has its version and hash
  start        it starts
  API          EDGE_BASE_URL answers
  credentials  the API accepts EDGE_API_TOKEN, or EDGE_API_EMAIL with
               EDGE_API_KEY; which permissions they have is not checked

Run it where Terraform runs: sudo, CI runners and nvm often have another PATH
than your shell. For a project with CDKTF, run it in cdktf.out/stacks/<name>.

--json prints problems (their number) and checks [{name, status, found, fix}].

Exit status:
  0  no problem
  1  at least one problem
  2  the checks could not be done; see stderr

Examples:
  $ edge-platform provider doctor
  $ cd cdktf.out/stacks/logs && npx edge-platform provider doctor --json`;
