import { Command, Option } from 'commander';
import { addZoneOptions, type ZoneOptions } from '../fleet/zone-options';
import type { ImportOptions } from './import';
import { importHelp } from './help';

interface Options extends ZoneOptions {
  readonly out: string;
  readonly language?: ImportOptions['language'];
  readonly managedBy?: readonly string[];
  readonly skipUnreadable?: true;
  readonly writeNew?: true;
  readonly verify?: true;
  readonly baseUrl?: string;
}

/** `edge-platform import`: an existing account as code. */
export function importCommand(): Command {
  const command = new Command('import').description(
    'Write what an account has as a CDKTF project in TypeScript, or as HCL, whose first plan imports everything and changes nothing. Over such a project, show what differs between account and code.',
  );
  return addZoneOptions(command)
    .requiredOption('-o, --out <folder>', 'folder of the project: a new one, or that of an earlier import')
    .addOption(
      new Option('--language <language>', 'language of a new project (default: typescript)').choices([
        'typescript',
        'hcl',
      ]),
    )
    .addOption(
      new Option(
        '--managed-by <file>',
        'Terraform state whose objects are left out; repeat it for several states',
      ).argParser((file, before: readonly string[] | undefined) => [...(before ?? []), file]),
    )
    .option('--skip-unreadable', 'leave out what cannot be read, with a remark in the README')
    .option('--write-new', 'write objects that a project lacks into new files of it')
    .option('--verify', 'prove that the project compiles and that its plan only imports')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', importHelp)
    .action(run);
}

async function run(options: Options): Promise<void> {
  const { importProject } = await import('./import.js');
  const { managedBy = [], skipUnreadable, writeNew, verify, ...rest } = options;
  process.exitCode = await importProject({
    ...rest,
    managedBy,
    skipUnreadable: skipUnreadable === true,
    writeNew: writeNew === true,
    verify: verify === true,
  });
}
