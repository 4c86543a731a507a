import { Command, Option } from 'commander';
import { addZoneOptions } from '../fleet/zone-options';
import { append, baseUrl, hostOption } from '../options';
import type { ImportOptions } from './import';
import { importHelp } from './help';

export function importCommand(): Command {
  const command = new Command('import').description(
    'Write what an account has as a CDK Terrain or CDKTF project in TypeScript, or as HCL, whose first plan imports everything and changes nothing. Over such a project, show what is new in the account.',
  );
  return addZoneOptions(command)
    .requiredOption('-o, --out <folder>', 'folder of the project: a new one, or that of an earlier import')
    .addOption(
      new Option('--language <language>', 'language of a new project (default: typescript)').choices([
        'typescript',
        'hcl',
      ]),
    )
    .addOption(hostOption)
    .option(
      '--managed-by <file>',
      'Terraform state whose objects are left out; repeat it for several states',
      append<string>,
    )
    .option('--skip-unreadable', 'leave out what cannot be read, with a remark in the README')
    .option('--write-new', 'write objects that a project lacks into new files of it')
    .option('--verify', 'prove that the project compiles and that its plan only imports')
    .option('--json', 'print what a project lacks as JSON')
    .option(...baseUrl)
    .addHelpText('after', importHelp)
    .action(async (options: ImportOptions) => {
      process.exitCode = await (await import('./import.js')).importProject(options);
    });
}
