import { fieldsOf, parseJson, textOf } from '../../ground/json';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTriggers, type Triggers } from './request';

/** What is known about a construct's object until an apply or a deletion ends. */
export interface Memo {
  /** The triggers that were deployed last. They hold no secrets. */
  readonly before?: Triggers;
  /** The object's id, where a call returned it. */
  readonly id?: string;
  /** The object that is being created, as a replacement where there is one already. */
  readonly next?: PendingCreate;
}

interface PendingCreate {
  readonly triggers: Triggers;
  /** Set as soon as the object certainly exists. */
  readonly id?: string;
}

/** The owner of a memo: construct and instance, in Terraform's notation. */
export interface MemoKey {
  readonly typeName: string;
  readonly address: string;
}

/**
 * Memos that one call of the runner saves for the next, in files beside it. Terraform passes old triggers to destroy-time
 * provisioners only, which run just before the new ones are applied, and a provisioner cannot write to the state.
 */
export class Memory {
  readonly #folder: string;
  readonly #deploy: string;

  /** `deploy` is the same for all calls of one deploy, and for no other. */
  constructor(folder: string, deploy: string) {
    this.#folder = folder;
    this.#deploy = digest(deploy);
  }

  /** Fails where the folder is not writable. */
  save(key: MemoKey, memo: Memo): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#fileOf(key), `${JSON.stringify(memo)}\n`, { mode: 0o600 });
  }

  /** Undefined where there is no memo, or no readable one. */
  load(key: MemoKey): Memo | undefined {
    const file = this.#fileOf(key);
    try {
      return parseMemo(readFileSync(file, 'utf8'), file);
    } catch {
      return undefined;
    }
  }

  /** A file that cannot be removed is overwritten by the next memo. */
  forget(key: MemoKey): void {
    removeFile(this.#fileOf(key));
  }

  /**
   * Reserves an object for the rest of the deploy, so that only one of two constructs changes or deletes it. Returns the
   * address of the construct that has reserved it before; undefined where the caller has it now. Calls run in parallel:
   * the first one wins.
   */
  claim({ typeName, address }: MemoKey, id: string): string | undefined {
    const file = this.#claimOf(typeName, id);
    try {
      mkdirSync(this.#folder, { recursive: true });
      this.#dropOldClaims();
      writeFileSync(file, address, { flag: 'wx', mode: 0o600 });
      return undefined;
    } catch {
      // The file exists, or the folder is not writable and no construct can claim anything.
    }
    try {
      const holder = readFileSync(file, 'utf8');
      return holder === address ? undefined : holder;
    } catch {
      return undefined;
    }
  }

  release({ typeName }: MemoKey, id: string): void {
    removeFile(this.#claimOf(typeName, id));
  }

  #fileOf({ typeName, address }: MemoKey): string {
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
  const { before, id, next } = fieldsOf(parseJson(text));
  const made = next === undefined ? undefined : fieldsOf(next);
  const triggersOf = (value: unknown) => parseTriggers(JSON.stringify(value), file);
  return {
    ...(before !== undefined && { before: triggersOf(before) }),
    ...(typeof id === 'string' && { id }),
    ...(made && { next: { triggers: triggersOf(made.triggers), id: textOf(made.id) } }),
  };
}

function removeFile(file: string): void {
  try {
    rmSync(file);
  } catch {
    // It does not exist, or the folder is not writable.
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
