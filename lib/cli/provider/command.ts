import { Command, Option } from 'commander';
import { addTo, baseUrl, json } from '../options';
import type { BuildOptions } from './build';
import type { DoctorOptions } from './doctor';
import { buildHelp, doctorHelp, installHelp } from './help';
import type { InstallOptions } from './install';

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
    .action(async (options: BuildOptions) => (await import('./build.js')).runBuild(options));
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
    .action(async (options: InstallOptions) => (await import('./install.js')).runInstall(options));
}

function doctor(): Command {
  return new Command('doctor')
    .description(
      'Check what the provider needs in the current folder: programs, plugin, lock file, API and credentials. Read-only.',
    )
    .option(...baseUrl)
    .option('--answers', 'list what the API answers that this version does not know')
    .option('-z, --zone <id or name>', 'with --answers: a zone to read; repeat it for several zones', addTo)
    .option(
      '-a, --account <id or name>',
      'with --answers: an account to read; repeat it for several accounts',
      addTo,
    )
    .option(...json)
    .addHelpText('after', doctorHelp)
    .action(async (options: DoctorOptions) => {
      if (options.answers === true) return (await import('./answers.js')).runAnswers(options);
      return (await import('./doctor.js')).runDoctor(options);
    });
}
