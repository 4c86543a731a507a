import { Command, Option } from 'commander';
import type { ConvertOptions } from './convert';
import { convertHelp } from './help';

/** Commander gives what has a default or was given. */
type Options = Partial<Omit<ConvertOptions, 'dir'>> & Pick<ConvertOptions, 'out' | 'language'>;

/** `edge-platform convert`: code for retired resources as code for those of this package. */
export function convertCommand(): Command {
  return new Command('convert')
    .description(
      'Write Terraform or CDKTF code for retired resources anew, as a CDKTF project in TypeScript or as HCL, with the moves of its state. Nothing at the service is reset or deleted.',
    )
    .argument('<dir>', 'folder with the old code: a root module, or a CDKTF project that is synthesized')
    .requiredOption('-o, --out <folder>', 'folder of the new code: a new one')
    .option(
      '-s, --state <file>',
      'state of the old code: `terraform state pull`, or `terraform show -json` (default: that of a local backend)',
    )
    .addOption(
      new Option('--language <language>', 'language of the new code')
        .choices(['typescript', 'hcl'])
        .default('typescript'),
    )
    .addOption(repeatable('--prefix <prefix>', 'prefix of types, beside cloudflare and vendor; repeatable'))
    .addOption(repeatable('--var <name=value>', 'value of a variable, as for terraform; repeatable'))
    .addOption(repeatable('--var-file <file>', 'file with values of variables, as for terraform; repeatable'))
    .option('--offline', 'read no zone through the API, even with credentials')
    .option('--verify', 'prove with plans of the new code what becomes of each resource')
    .option('--emulator', 'with --verify: plan against an emulator in the state of the old code')
    .option('--json', 'print the result as JSON')
    .option('--base-url <url>', 'API endpoint (default: EDGE_BASE_URL, else the public API)')
    .addHelpText('after', convertHelp)
    .action(run);
}

function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((value, before: readonly string[] | undefined) => [
    ...(before ?? []),
    value,
  ]);
}

async function run(dir: string, options: Options): Promise<void> {
  const { convertProject } = await import('./convert.js');
  const none = {
    prefix: [],
    var: [],
    varFile: [],
    offline: false,
    verify: false,
    emulator: false,
    json: false,
  };
  process.exitCode = await convertProject({ ...none, ...options, dir });
}
