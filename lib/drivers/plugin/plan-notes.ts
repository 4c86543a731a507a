import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, isTexts, jsonOf, listOf, type JsonObject } from '../../ground/json';
import type { PlanNotes as HandlerNotes } from '../../resources/handler';
import { digestOf, effectKinds, type Effect, type Listing } from '../../schema';
import { isWhollyKnown, type Attributes, type ObjectValue } from '../../schema';

/** A plan of a resource, as far as its inputs were known. */
export interface NotedPlan {
  readonly typeName: string;
  readonly attributes: Attributes;
  readonly isCreate: boolean;
  readonly config: ObjectValue;
}

/**
 * What the plan of an apply would otherwise have to find out anew, in another process: the listings of the plan that it belongs to, and
 * what handlers note.
 *
 * Without a note the plan of the apply lists what it finds, and Terraform refuses it where the approved plan has another listing.
 * With a note the apply itself says what has changed, and does what is approved and still the same. So a note that is missing,
 * old or forged approves nothing: Terraform compares its text with the plan. What handlers note approves nothing either.
 *
 * The notes are lines of JSON in Terraform's data folder, of the newest plan of that folder. They have e-mail addresses, as the plan.
 */
export class PlanNotes implements HandlerNotes {
  readonly #path: string | undefined;
  #isOpen = false;
  #lines: readonly JsonObject[] | undefined;
  #listings: readonly Line[] | undefined;

  constructor(folder: string = process.env.TF_DATA_DIR ?? '.terraform') {
    this.#path = existsSync(folder) ? join(folder, 'edge-plan.jsonl') : undefined;
  }

  /** Notes the listing of a plan; undefined if it could not list anything. */
  addListing(plan: NotedPlan, listing: Listing | undefined): void {
    const { typeName, isCreate } = plan;
    this.#append({ typeName, isCreate, hashes: hashesOf(plan), listing });
  }

  add(note: unknown): void {
    this.#append({ note });
  }

  all(): readonly unknown[] {
    return this.#read().flatMap(({ note }) => (note === undefined ? [] : [note]));
  }

  #append(line: JsonObject): void {
    if (this.#path === undefined) return;
    // An apply that takes itself for a plan keeps the notes that it has found.
    this.#read();
    const run = JSON.stringify({ terraform: process.ppid, started: startOf(process.ppid) });
    try {
      // Several processes may plan for one Terraform: one for each configuration of the provider.
      if (!this.#isOpen && !textOfFile(this.#path).startsWith(`${run}\n`))
        writeFileSync(this.#path, `${run}\n`, { mode: 0o600 });
      this.#isOpen = true;
      appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
    } catch {
      // A folder that cannot be written to has no notes.
    }
  }

  /** The note of the approved plan; undefined where there is none. */
  findListing(plan: NotedPlan): Pick<Line, 'listing'> | undefined {
    this.#listings ??= this.#read().flatMap(readLine);
    const now = new Map(hashesOf(plan));
    return this.#listings
      .filter(({ typeName, isCreate }) => typeName === plan.typeName && isCreate === plan.isCreate)
      .filter(({ hashes }) => hashes.every(([name, hash]) => now.get(name) === hash))
      .sort((one, other) => other.hashes.length - one.hashes.length)[0];
  }

  #read(): readonly JsonObject[] {
    this.#lines ??= textOfFile(this.#path)
      .split('\n')
      .map((line) => fieldsOf(jsonOf(line)));
    return this.#lines;
  }
}

interface Line {
  readonly typeName: string;
  readonly isCreate: boolean;
  /** Of each attribute that was known. */
  readonly hashes: readonly (readonly [string, string])[];
  readonly listing: Listing | undefined;
}

function hashesOf({ attributes, config }: NotedPlan): [string, string][] {
  return Object.entries(attributes).flatMap(([name, { writeOnly }]) => {
    const value = config[name] ?? null;
    if (writeOnly === true || !isWhollyKnown(value)) return [];
    return [[name, createHash('sha256').update(JSON.stringify(value)).digest('base64url')]];
  });
}

function readLine({ typeName, isCreate, hashes, listing }: JsonObject): Line[] {
  const pairs = listOf(hashes).filter(isPair);
  if (typeof typeName !== 'string' || typeof isCreate !== 'boolean' || pairs.length === 0) return [];
  if (listing === undefined) return [{ typeName, isCreate, hashes: pairs, listing }];
  const { text, effects } = fieldsOf(listing);
  const read = listOf(effects).flatMap(readEffect);
  if (text === null) return [{ typeName, isCreate, hashes: pairs, listing: { text, effects: [] } }];
  // Terraform compares the text, which has the digest of the effects.
  return typeof text === 'string' && text.includes(digestOf(read))
    ? [{ typeName, isCreate, hashes: pairs, listing: { text, effects: read } }]
    : [];
}

function readEffect(value: unknown): Effect[] {
  const { kind, object, basis } = fieldsOf(value);
  const known = effectKinds.find((each) => each === kind);
  if (known === undefined || typeof object !== 'string' || typeof basis !== 'string') return [];
  return [{ kind: known, object, basis }];
}

function isPair(value: unknown): value is [string, string] {
  return isTexts(value) && value.length === 2;
}

/** When a process has started, where the system says so: in containers, each Terraform may have the same id. */
function startOf(pid: number): string | undefined {
  const [, ...fields] = textOfFile(`/proc/${pid}/stat`).split(') ');
  return fields.at(-1)?.split(' ')[19];
}

function textOfFile(path: string | undefined): string {
  try {
    return path === undefined ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
