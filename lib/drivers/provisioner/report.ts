import { printableLines } from '../../ground/visible';
import { formatPath, type Diagnostic } from '../../schema';

/** The runner's output. Terraform shows each line at once, after the address of the resource. */
export class Report {
  readonly #secrets: readonly string[];
  readonly #reported = new Set<string>();

  /** `secrets` never appear in the output, even where a message quotes them. */
  constructor(
    private readonly write: (text: string) => void,
    secrets: readonly string[],
  ) {
    // The longest first, so that a secret that contains another is replaced whole.
    this.#secrets = secrets.filter((each) => each !== '').sort((a, b) => b.length - a.length);
  }

  print(text: string): void {
    const shown = this.#secrets.reduce((all, secret) => all.replaceAll(secret, '(sensitive value)'), text);
    this.write(`${printableLines(shown)}\n`);
  }

  /** Prints a diagnostic once: a handler may report it at plan and again at apply. */
  diagnose({ severity, summary, detail, path = [] }: Diagnostic): void {
    const place = path.length === 0 ? '' : `${formatPath(path)}: `;
    const text = `${severity === 'error' ? 'Error' : 'Warning'}: ${summary}\n${indent(`${place}${detail}`)}`;
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.print(text);
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
