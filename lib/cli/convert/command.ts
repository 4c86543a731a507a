import { Command, Option } from 'commander';
import { append, baseUrl, hostOption, json } from '../options';
import type { ConvertOptions } from './convert';
import { convertHelp } from './help';

export function convertCommand(): Command {
  return new Command('convert')
    .description(
      'Write Terraform, CDK Terrain or CDKTF code for retired resources anew, as HCL or as a project in TypeScript, with the moves of its state. Nothing at the service is reset or deleted.',
    )
    .argument(
      '<dir>',
      'folder with the old code: a root module, or a synthesized project of CDK Terrain or CDKTF',
    )
    .requiredOption('-o, --out <folder>', 'folder of the new code: a new one')
    .option(
      '-s, --state <file>',
      'state of the old code: `terraform state pull`, or `terraform show -json` (default: that of a local backend)',
    )
    .addOption(
      new Option('--language <language>', 'language of the new code (default: that of the old)').choices([
        'typescript',
        'hcl',
      ]),
    )
    .addOption(hostOption)
    .option('--prefix <prefix>', 'prefix of types, beside cloudflare and vendor; repeatable', append<string>)
    .option('--var <name=value>', 'value of a variable, as for terraform; repeatable', append<string>)
    .option(
      '--var-file <file>',
      'file with values of variables, as for terraform; repeatable',
      append<string>,
    )
    .option('--offline', 'read no zone through the API, even with credentials')
    .option(...json)
    .option(...baseUrl)
    .addHelpText('after', convertHelp)
    .action(async (dir: string, options: Omit<ConvertOptions, 'dir'>) => {
      await (await import('./convert.js')).convertProject({ ...options, dir });
    });
}
