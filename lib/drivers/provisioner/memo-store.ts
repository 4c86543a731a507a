import { fieldsOf, parseJson, textOf } from '../../ground/json';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTriggers, type Triggers } from './request';

/** The facts about a construct's object until an apply or a deletion ends. */
export interface Memo {
  /** The triggers that were deployed last. They hold no secrets. */
  readonly before?: Triggers;
  /** The object's id, where a call returned it: the proof that the object is the construct's. Empty for a procedure, see `idOf`. */
  readonly id?: string;
  /** Whether the object has the triggers in `before`, and Terraform alone does not know yet. */
  readonly isDone?: boolean;
  /** The object that is being created, as a replacement where there is one already. */
  readonly next?: { readonly triggers: Triggers; readonly id?: string };
}

/** The owner of a memo: construct and instance, in Terraform's notation. */
export interface MemoKey {
  readonly typeName: string;
  readonly address: string;
}

/** Memos for the next call, in files: Terraform passes old triggers to destroy-time provisioners only, and no provisioner writes to the state. */
export class MemoStore {
  constructor(private readonly folder: string) {}

  /** Saves a memo. Fails where the folder is not writable. */
  save(key: MemoKey, memo: Memo): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.#fileOf(key), `${JSON.stringify(memo)}\n`, { mode: 0o600 });
  }

  load(key: MemoKey): Memo | undefined {
    const file = this.#fileOf(key);
    try {
      return parseMemo(readFileSync(file, 'utf8'), file);
    } catch {
      return undefined;
    }
  }

  /** Removes a memo. A file that cannot be removed is overwritten by the next one. */
  forget(key: MemoKey): void {
    try {
      rmSync(this.#fileOf(key));
    } catch {
      // It does not exist, or the folder is not writable.
    }
  }

  #fileOf({ typeName, address }: MemoKey): string {
    const digest = createHash('sha256').update(`${typeName}\n${address}`).digest('hex').slice(0, 16);
    return join(this.folder, `before-${digest}.json`);
  }
}

function parseMemo(text: string, file: string): Memo {
  const { before, id, isDone, next } = fieldsOf(parseJson(text));
  const made = next === undefined ? undefined : fieldsOf(next);
  const triggersOf = (value: unknown) => parseTriggers(JSON.stringify(value), file);
  return {
    ...(before !== undefined && { before: triggersOf(before) }),
    ...(typeof id === 'string' && { id }),
    ...(isDone === true && { isDone }),
    ...(made && { next: { triggers: triggersOf(made.triggers), id: textOf(made.id) } }),
  };
}
