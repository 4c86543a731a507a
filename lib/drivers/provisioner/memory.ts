import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTriggers, type Triggers } from './request';

/**
 * What was deployed before an apply. Terraform shows old triggers to a destroy-time provisioner alone, which runs just
 * before the new ones are applied: so that one leaves them in a file for the other, and so does what makes the object.
 * Secrets are not among triggers.
 */
export class Memory {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Fails where the folder can't be written to. */
  remember(type: string, key: string, triggers: Triggers): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#fileOf(type, key), `${JSON.stringify(triggers)}\n`, { mode: 0o600 });
  }

  /** Undefined where nothing was left, or nothing that can be read. */
  recall(type: string, key: string): Triggers | undefined {
    const file = this.#fileOf(type, key);
    try {
      return parseTriggers(readFileSync(file, 'utf8'), file);
    } catch {
      return undefined;
    }
  }

  /** What can't be removed is overwritten by the next one. */
  forget(type: string, key: string): void {
    try {
      rmSync(this.#fileOf(type, key));
    } catch {
      // There is none, or the folder can't be written to.
    }
  }

  #fileOf(type: string, key: string): string {
    const name = createHash('sha256').update(`${type}\n${key}`).digest('hex').slice(0, 16);
    return join(this.#folder, `before-${name}.json`);
  }
}
