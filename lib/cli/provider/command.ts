import { homedir } from 'node:os';
import { Command } from 'commander';
import { print, widthOf } from '../terminal';

interface InstallOptions {
  readonly dir?: string;
  readonly platform?: readonly string[];
}

/** `edge-platform provider`: the Terraform provider without a CDK. */
export function providerCommand(): Command {
  return new Command('provider')
    .description('Install the Terraform provider for configurations in HCL.')
    .addCommand(install());
}

function install(): Command {
  return new Command('install')
    .description('Install the provider plugin where Terraform finds it, for projects in HCL.')
    .option('--dir <folder>', 'folder of the mirror (default: terraform.d/plugins of the current folder)')
    .option('--platform <os_arch...>', 'further platforms that run Terraform, such as darwin_arm64')
    .addHelpText('after', installHelp)
    .action(runInstall);
}

async function runInstall({ dir, platform = [] }: InstallOptions): Promise<void> {
  const [{ formatInstallation, installPlugin }, { terraformName }, { proseWidth }, { readVersion }] = [
    await import('./install.js'),
    await import('./terraform.js'),
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
      version: readVersion(),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot install the provider: ${reason}`, { cause: error });
  }
  await print(formatInstallation(installed, terraformName(process.env), proseWidth(widthOf(process.stdout))));
}

const installHelp = `
Projects with CDKTF do not need this: synth delivers the plugin.

Terraform searches terraform.d/plugins of the current folder, and
~/.terraform.d/plugins for all projects. In a project (terraform.d/plugins) the
hash of the plugin goes into .terraform.lock.hcl as well. The plugin is the same
on every platform, and needs Node.js 20.19 or later there. It does not run on
Windows: use WSL.

Run it again after an update of this package.

Exit status:
  0  success
  2  the plugin could not be installed; see stderr

Examples:
  $ edge-platform provider install
  $ edge-platform provider install --platform linux_arm64 darwin_arm64
  $ edge-platform provider install --dir ~/.terraform.d/plugins`;
