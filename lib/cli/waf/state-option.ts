import { Option } from 'commander';

/** `--state` of the commands that compare the previous WAF of zones with the code that manages it. */
export function stateOption(description: string): Option {
  return new Option('-s, --state <file>', `${description}; repeat it for several states`).argParser(
    (file, before: readonly string[] | undefined) => [...new Set([...(before ?? []), file])],
  );
}
