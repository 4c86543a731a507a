import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ObjectValue } from '../../../../lib/schema';

/** Things as JSON files in a folder: each start of the plugin sees what the last one made, and so does the test. */
export class Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Ids are never used twice, so that a story sees which thing is which. */
  nextId(): string {
    const counter = join(this.#folder, 'counter');
    const next = existsSync(counter) ? Number(readFileSync(counter, 'utf8')) + 1 : 1;
    writeFileSync(counter, String(next));
    return `thing-${next}`;
  }

  get(id: string): ObjectValue | undefined {
    const path = this.#path(id);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ObjectValue) : undefined;
  }

  put(id: string, thing: ObjectValue): void {
    writeFileSync(this.#path(id), JSON.stringify(thing));
  }

  remove(id: string): void {
    rmSync(this.#path(id), { force: true });
  }

  /** A line for the test to read: what happened inside the plugin. */
  tell(line: string): void {
    appendFileSync(join(this.#folder, 'events.log'), `${line}\n`);
  }

  #path(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}
