import { Command, Option } from 'commander';
import { addZoneOptions } from '../../fleet/zone-options';
import { baseUrl, json, stateOption } from '../../options';
import { surveyHelp } from './help';
import type { SurveyOptions } from './run';

export function surveyCommand(): Command {
  return addZoneOptions(new Command('survey'))
    .description(
      'Show for each of many zones whether its WAF can be migrated, every reason why not with its fix, and what the plan of its migration would report. Read-only.',
    )
    .option(
      ...stateOption(
        'Terraform state of the code that manages the previous WAF: compare its settings with the zones, and keep them for the waves',
      ),
    )
    .option('--out <file>', 'save the result as JSON; an interrupted survey continues from there')
    .option('--details', 'show zones that need no work too')
    .addOption(new Option('--csv', 'print all zones as CSV').conflicts('json'))
    .option(...json)
    .option(...baseUrl)
    .addHelpText('after', surveyHelp)
    .action(async (options: SurveyOptions) => (await import('./run.js')).runSurvey(options));
}
