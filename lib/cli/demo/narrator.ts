import { styleText } from 'node:util';
import { wrapText } from '../layout';
import { widthOf } from '../terminal';

/** Prints a demo: numbered steps, explanations and quoted output. Colors only on a terminal. */
export class Narrator {
  readonly #started = Date.now();
  #steps = 0;

  constructor(private readonly output: NodeJS.WriteStream) {}

  title(text: string): void {
    this.#write(`\n${this.#style('bold', text)}\n`);
  }

  step(text: string): void {
    this.#steps += 1;
    this.#write(`\n${this.#style('cyan', `${this.#steps}.`)} ${this.#style('bold', text)}\n`);
  }

  say(text: string): void {
    for (const line of wrapText(text, this.#width - 3)) this.#write(`   ${line}\n`);
  }

  list(items: readonly string[]): void {
    for (const item of items)
      for (const [at, line] of wrapText(item, this.#width - 5).entries())
        this.#write(`   ${at === 0 ? '-' : ' '} ${line}\n`);
  }

  quote(text: string): void {
    const bar = this.#style('gray', '│');
    for (const line of text.split('\n').flatMap((each) => cut(each, this.#width - 5)))
      this.#write(`   ${bar} ${line}\n`);
  }

  note(text: string): void {
    this.#write('\n');
    this.say(text);
  }

  end(text: string): void {
    const seconds = ((Date.now() - this.#started) / 1000).toFixed(0);
    this.#write(
      `\n   ${this.#style('gray', `${this.#steps} steps in ${seconds} s`)}\n${this.#style('green', text)}\n`,
    );
  }

  /** The width of a terminal. A file or pipe has whole lines, which are easier to search. */
  get #width(): number {
    return widthOf(this.output) ?? Infinity;
  }

  #style(format: 'bold' | 'cyan' | 'gray' | 'green', text: string): string {
    return this.output.isTTY && process.env.NO_COLOR === undefined ? styleText(format, text) : text;
  }

  #write(text: string): void {
    this.output.write(text);
  }
}

/** Ends the demo where a result is not the expected one. */
export function expect(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new Error(`expected: ${expected}`);
}

function cut(text: string, width: number): readonly string[] {
  if (text.length <= width) return [text];
  return [text.slice(0, width), ...cut(text.slice(width), width)];
}
