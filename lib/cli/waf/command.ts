import { Command, Option } from 'commander';
import { addTo, append, baseUrl, json, stateOption } from '../options';
import { checkHelp, reportHelp, reviewHelp } from './help';
import { parseReviewAssertion, type ReviewAssertion } from './review-assertion';
import type { CheckOptions, ReportOptions, ReviewOptions } from './run';
import { surveyCommand } from './survey/command';
import { wavesCommand } from './waves/command';

export function wafCommand(): Command {
  return new Command('waf')
    .description('Prepare, review and roll out the migration of zones to the new WAF managed rules.')
    .addCommand(check())
    .addCommand(surveyCommand())
    .addCommand(report())
    .addCommand(review())
    .addCommand(wavesCommand());
}

const zoneText = 'zone, by its id (32 hexadecimal digits) or name';

function check(): Command {
  return new Command('check')
    .option('-z, --zone <id or name>', `${zoneText}; repeat it for several zones`, addTo)
    .option(...baseUrl)
    .option(...json)
    .description(
      'Show the migration state of zones, what blocks their migration, and whether their new managed rules protect them. Read-only.',
    )
    .option(
      ...stateOption(
        'Terraform state of the code that manages the previous WAF: compare its settings with the zones',
      ),
    )
    .option('--all', 'show zones that need no attention and all rules too')
    .addOption(new Option('--csv', 'print all zones as CSV').conflicts('json'))
    .addHelpText('after', checkHelp)
    .action(async (options: CheckOptions) => (await import('./run.js')).runCheck(options));
}

function report(): Command {
  return new Command('report')
    .requiredOption('-z, --zone <id or name>', zoneText)
    .option(...baseUrl)
    .option(...json)
    .description(
      'List the configuration of the previous WAF that does not carry over, with its replacement as code to paste. Read-only.',
    )
    .option('--all', 'list every rule and object')
    .option('--html <file>', 'write a page for the change request too: one file, printable, without scripts')
    .addHelpText('after', reportHelp)
    .action(async (options: ReportOptions) => (await import('./run.js')).runReport(options));
}

function review(): Command {
  return new Command('review')
    .option(...baseUrl)
    .option(...json)
    .addOption(new Option('-z, --zone <id or name>', zoneText).conflicts(['wave', 'dir', 'withoutEvents']))
    .option('-w, --wave <name>', 'a wave of "edge-platform waf waves"; 1 is short for wave-1')
    .addOption(new Option('-d, --dir <folder>', 'project of the wave').default('.'))
    .option(
      '--assert <count>',
      "fail unless it holds, such as 'newlyBlocked<=0'; repeat it for several",
      (text, before: readonly ReviewAssertion[] | undefined) => append(parseReviewAssertion(text), before),
    )
    .option('--without-events', 'review the state of the zones of a wave alone, and compare no events')
    .description(
      'Compare how the previous and the new managed rules treat the same requests: of a zone in validation mode, or of all zones of a wave, whose result opens or closes the next wave.',
    )
    .option(
      '-e, --events <file>',
      'file of security events with one JSON object per line, optionally gzipped; - for stdin; repeat it for several files',
      append<string>,
    )
    .addHelpText('after', reviewHelp)
    .action(async (options: ReviewOptions) => (await import('./run.js')).runReview(options));
}
