import { homedir } from 'node:os';
import { Command, Option } from 'commander';
import { messageOf } from '../../ground/words';
import { addTo } from '../add-to';
import { print, notify, widthOf } from '../terminal';
import { formatDocument } from '../document';
import { buildHelp, doctorHelp, installHelp } from './help';

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
  readonly answers?: true;
  readonly zone?: readonly string[];
  readonly account?: readonly string[];
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
  const [{ buildProvider, formatBuild, readPlatforms }, { proseWidth }, { packageVersion }] = [
    await import('./build.js'),
    await import('../layout.js'),
    await import('../../client/package-version.js'),
  ];
  const built = await buildProvider({
    platforms: readPlatforms(platform),
    out,
    version: packageVersion(),
    env: process.env,
    home: homedir(),
    report: notify,
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
  const [{ formatInstallation, installPlugin }, { terraformName }, { proseWidth }, { packageVersion }] = [
    await import('./install.js'),
    await import('../../terraform/binary.js'),
    await import('../layout.js'),
    await import('../../client/package-version.js'),
  ];
  let installed;
  try {
    installed = installPlugin({
      folder: process.cwd(),
      home: homedir(),
      mirror: dir,
      platforms: platform,
      executable,
      version: packageVersion(),
      env: process.env,
      report: notify,
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
    .option('--answers', 'list where the answers of the API differ from what this version expects')
    .option('-z, --zone <id or name>', 'with --answers: a zone to read; repeat it for several zones', addTo)
    .option(
      '-a, --account <id or name>',
      'with --answers: an account to read; repeat it for several accounts',
      addTo,
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', doctorHelp)
    .action(runDoctor);
}

async function runDoctor(options: DoctorOptions): Promise<void> {
  const { baseUrl, json } = options;
  if (options.answers === true) return runAnswers(options);
  if (options.zone !== undefined || options.account !== undefined)
    throw new Error('--zone and --account go with --answers.');
  const [
    { countProblems, diagnose, formatDiagnosis },
    { currentPlatform },
    { readPlugin },
    { packageVersion },
  ] = [
    await import('./doctor.js'),
    await import('../../drivers/plugin/platform.js'),
    await import('../../drivers/plugin/script.js'),
    await import('../../client/package-version.js'),
  ];
  const checks = await diagnose({
    folder: process.cwd(),
    home: homedir(),
    platform: currentPlatform(),
    version: packageVersion(),
    plugin: readPlugin(),
    env: process.env,
    baseUrl,
  });
  const problems = countProblems(checks);
  await print(
    json === true ? formatDocument({ problems, checks }) : formatDiagnosis(checks, widthOf(process.stdout)),
  );
  process.exitCode = problems === 0 ? 0 : 1;
}

async function runAnswers({ baseUrl, json, zone, account }: DoctorOptions): Promise<void> {
  const [{ readAnswers }, { formatAnswers }] = [
    await import('./answers/read.js'),
    await import('./answers/report.js'),
  ];
  const report = await readAnswers({ folder: process.cwd(), baseUrl, zones: zone, accounts: account });
  await print(
    json === true
      ? formatDocument(report)
      : formatAnswers(report, Math.min(widthOf(process.stdout) ?? 80, 80)),
  );
  process.exitCode = report.problems === 0 ? 0 : 1;
}
