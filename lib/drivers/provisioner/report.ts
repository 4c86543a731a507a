import { formatPath, type Diagnostic } from '../../schema';

/** What the runner says; Terraform shows each line as it comes, behind the address of the resource. */
export class Report {
  readonly #write: (text: string) => void;
  readonly #secrets: readonly string[];
  readonly #told = new Set<string>();

  /** `secrets` never appear, whoever quotes them. */
  constructor(write: (text: string) => void, secrets: readonly string[]) {
    this.#write = write;
    // The longest first, so that one within another leaves nothing over.
    this.#secrets = secrets.filter((each) => each !== '').sort((a, b) => b.length - a.length);
  }

  say(text: string): void {
    const shown = this.#secrets.reduce((all, secret) => all.replaceAll(secret, '(sensitive value)'), text);
    this.#write(`${shown}\n`);
  }

  /** Once each, though a handler may say it of what it is about to do, and again while it does it. */
  tell({ severity, summary, detail, path = [] }: Diagnostic): void {
    const place = path.length === 0 ? '' : `${formatPath(path)}: `;
    const text = `${severity === 'error' ? 'Error' : 'Warning'}: ${summary}\n${indent(`${place}${detail}`)}`;
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.say(text);
  }
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
