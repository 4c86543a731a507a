import { Command, Option } from 'commander';
import { baseUrl, hostOption, json, numberFrom, stateOption } from '../../options';
import { statusHelp, wavesHelp } from './help';
import type { StatusOptions, WavesOptions } from './run';

export function wavesCommand(): Command {
  return (
    new Command('waves')
      .description(
        'Write a CDK Terrain or CDKTF project that migrates the zones of a survey in waves, with one stack for each wave and a review between them.',
      )
      // Required, but not of the subcommand.
      .option('--from <file>', 'file of "edge-platform waf survey --out"; required')
      .option('-o, --out <folder>', 'folder of the project, required; an existing one gets the new zones')
      .addOption(hostOption)
      .option('--canary <number>', 'zones of the first wave', numberFrom(0, 10_000), 3)
      .option('--size <number>', 'zones of each further wave', numberFrom(1, 10_000), 25)
      .option('--validation', 'take Enterprise zones through validation mode first')
      .option(
        ...stateOption(
          'Terraform state of the code that manages the previous WAF: the plan of a wave fails where a zone has other settings (default: that of the survey)',
        ),
      )
      .addHelpText('after', wavesHelp)
      .action(async (options: WavesOptions) => (await import('./run.js')).runWaves(options))
      .addCommand(statusCommand())
  );
}

function statusCommand(): Command {
  return new Command('status')
    .description(
      'Show where every zone of a project of waves is, and the next step, and write that to STATUS.md. Read-only but for that file.',
    )
    .addOption(new Option('-d, --dir <folder>', 'folder of the project').default('.'))
    .option(...json)
    .option(...baseUrl)
    .addHelpText('after', statusHelp)
    .action(async (options: StatusOptions) => (await import('./run.js')).runStatus(options));
}
