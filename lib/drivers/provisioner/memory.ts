import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTriggers, type Triggers } from './request';

/** What is known of a construct's object until an apply or a deletion has come to its end. */
export interface Memo {
  /** What the object was brought to last: no secrets are among triggers. */
  readonly before?: Triggers;
  /** The object's id, where a call told it. */
  readonly id?: string;
  /** One that is being made, in the place of the object where there is one. */
  readonly next?: PendingCreate;
}

interface PendingCreate {
  readonly triggers: Triggers;
  /** As soon as it is there for sure. */
  readonly id?: string;
}

/** Whose memory it is: construct and instance, as Terraform spells them. */
export interface Place {
  readonly typeName: string;
  readonly address: string;
}

/**
 * What one call of the runner leaves for another, in files beside it. Terraform shows old triggers to a destroy-time
 * provisioner alone, which runs just before the new ones are applied; and nothing that a provisioner finds out gets into
 * the state.
 */
export class Memory {
  readonly #folder: string;
  readonly #deploy: string;

  /** `deploy` is the same for all calls of one deploy, and for no other. */
  constructor(folder: string, deploy: string) {
    this.#folder = folder;
    this.#deploy = digest(deploy);
  }

  /** Fails where the folder can't be written to. */
  remember(place: Place, memo: Memo): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#fileOf(place), `${JSON.stringify(memo)}\n`, { mode: 0o600 });
  }

  /** Undefined where nothing was left, or nothing that can be read. */
  recall(place: Place): Memo | undefined {
    const file = this.#fileOf(place);
    try {
      return parseMemo(readFileSync(file, 'utf8'), file);
    } catch {
      return undefined;
    }
  }

  /** What can't be removed is overwritten by the next one. */
  forget(place: Place): void {
    removeFile(this.#fileOf(place));
  }

  /**
   * Takes an object for the rest of the deploy, so that of two constructs one alone changes or deletes it. Gives the
   * address that has it already; undefined where it is the caller's now. The first one has it: calls run side by side.
   */
  claim({ typeName, address }: Place, id: string): string | undefined {
    const file = this.#claimOf(typeName, id);
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#dropOldClaims();
      writeFileSync(file, address, { flag: 'wx', mode: 0o600 });
      return undefined;
    } catch {
      // It is there; or nothing can be written here, and then nobody can have it.
    }
    try {
      const holder = readFileSync(file, 'utf8');
      return holder === address ? undefined : holder;
    } catch {
      return undefined;
    }
  }

  release({ typeName }: Place, id: string): void {
    removeFile(this.#claimOf(typeName, id));
  }

  #fileOf({ typeName, address }: Place): string {
    return join(this.#folder, `before-${digest(`${typeName}\n${address}`)}.json`);
  }

  #claimOf(typeName: string, id: string): string {
    return join(this.#folder, `claim-${this.#deploy}-${digest(`${typeName}\n${id}`)}`);
  }

  #dropOldClaims(): void {
    for (const name of readdirSync(this.#folder))
      if (name.startsWith('claim-') && !name.startsWith(`claim-${this.#deploy}-`))
        removeFile(join(this.#folder, name));
  }
}

function parseMemo(text: string, file: string): Memo {
  const { before, id, next } = fieldsOf(JSON.parse(text));
  const made = next === undefined ? undefined : fieldsOf(next);
  const triggersOf = (value: unknown) => parseTriggers(JSON.stringify(value), file);
  return {
    ...(before !== undefined && { before: triggersOf(before) }),
    ...(typeof id === 'string' && { id }),
    ...(made !== undefined && {
      next: { triggers: triggersOf(made.triggers), ...(typeof made.id === 'string' && { id: made.id }) },
    }),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function removeFile(file: string): void {
  try {
    rmSync(file);
  } catch {
    // There is none, or the folder can't be written to.
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
