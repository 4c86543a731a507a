import { terraformName } from './binary';
import type { TerraformDiagnostic } from './messages';

/** A failed run of Terraform. Its message has the errors that Terraform reported. */
export class TerraformError extends Error {
  override readonly name = 'TerraformError';

  constructor(
    command: string,
    /** The errors and warnings of the run. */
    readonly diagnostics: readonly TerraformDiagnostic[],
    output: string,
  ) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map(textOf);
    super(
      [
        `${terraformName(process.env)} ${command} failed:`,
        ...(errors.length > 0 ? errors : [output.trim()]),
      ].join('\n\n'),
    );
  }
}

/** As Terraform shows it, in plain text. */
function textOf({ summary, detail, address, snippet }: TerraformDiagnostic): string {
  const place = snippet?.context ?? address;
  return [`Error: ${summary}`, ...(place === undefined ? [] : [`  with ${place}`]), detail]
    .filter((line) => line !== '')
    .join('\n');
}
