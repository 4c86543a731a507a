import { Command, Option } from 'commander';
import { addTo, baseUrl, hostOption, json } from '../options';
import { auditHelp, policiesHelp, surveyHelp } from './help';
import type { PoliciesOptions } from './policies/run';
import type { AuditOptions } from './run';
import type { SurveyOptions } from './survey/run';

export function poolsCommand(): Command {
  return new Command('pools')
    .description('Track the migration of load-balancer pools to notification policies.')
    .addCommand(audit())
    .addCommand(survey())
    .addCommand(policies());
}

function audit(): Command {
  return new Command('audit')
    .description(
      'Show which pools of an account are not migrated: their legacy e-mail, the notification policies that cover them, the events and recipients that no policy has. Read-only.',
    )
    .requiredOption('-a, --account <id or name>', 'account, by its id (32 hexadecimal digits) or name')
    .option(...baseUrl)
    .option('--all', 'one row for each pool, also for those that need no attention')
    .addOption(new Option('--csv', 'print all pools as CSV').conflicts('json'))
    .option('--html <file>', 'write a page for the change request too: one file, printable, without scripts')
    .option(...json)
    .option('--out <file>', 'write the JSON to a file too, and keep the keys of policies that the file has')
    .addHelpText('after', auditHelp)
    .action(async (options: AuditOptions) => (await import('./run.js')).runAudit(options));
}

function survey(): Command {
  return new Command('survey')
    .description(
      'Show for many accounts which pools are not migrated, by the recipients of their legacy e-mails: how many can be cleared, the policies that cover them, and who would no longer be notified. Read-only.',
    )
    .addOption(
      new Option('-a, --account <id or name>', 'an account; repeat it for several accounts')
        .argParser(addTo)
        .conflicts('all'),
    )
    .option('--all', 'all accounts that the credentials can read')
    .option('--out <file>', 'save the result as JSON; an interrupted survey continues from there')
    .addOption(new Option('--csv', 'print all pools as CSV').conflicts('json'))
    .option(...json)
    .option(...baseUrl)
    .addHelpText('after', surveyHelp)
    .action(async (options: SurveyOptions) => (await import('./survey/run.js')).runSurvey(options));
}

function policies(): Command {
  return new Command('policies')
    .description(
      'Write a CDK Terrain or CDKTF project from a survey: one PoolNotificationPolicy for each set of recipients that no policy notifies yet. Reads the survey only.',
    )
    .requiredOption('--from <file>', 'file of "edge-platform pools survey --out"')
    .requiredOption('--out <folder>', 'folder of the project; no file that is there is changed')
    .addOption(hostOption)
    .option(
      '--fallback <address>',
      'e-mail address for pools that have neither recipients nor a policy; repeat it for several',
      addTo,
    )
    .addHelpText('after', policiesHelp)
    .action(async (options: PoliciesOptions) => (await import('./policies/run.js')).runPolicies(options));
}
