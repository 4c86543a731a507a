import { createHash } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, isTexts, jsonOf, listOf, textOf, type JsonObject } from '../../ground/json';
import type { PlanNotes as HandlerNotes } from '../../resources/handler';
import { digestOf, effectKinds, isWhollyKnown } from '../../schema';
import type { Effect, Listing, Attributes, ObjectValue } from '../../schema';
import { own } from '../../ground/record';

/** The line of an apply that has read the notes. */
const taken = '{"taken":true}\n';

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
  readonly #run = currentRun();
  #isOpen = false;
  #isTaken = false;
  /** How many bytes of the file `news` has read. */
  #seen = 0;
  #lines: readonly JsonObject[] | undefined;
  #all: readonly unknown[] | undefined;
  #decisions: readonly Line[] | undefined;

  constructor(folder: string = process.env.TF_DATA_DIR ?? '.terraform') {
    this.#path = existsSync(folder) ? join(folder, 'edge-plan.jsonl') : undefined;
  }

  addDecisions(plan: NotedPlan, { listing, adopts }: Decisions): void {
    const { typeName, isCreate } = plan;
    this.#append({ typeName, isCreate, hashes: hashesOf(plan), listing, adopts });
  }

  add(note: unknown): void {
    this.#append({ note });
  }

  all(): readonly unknown[] {
    const lines = this.#take();
    return (this.#all ??= notesIn(lines));
  }

  peek(): readonly unknown[] {
    return (this.#all ??= notesIn(this.#read()));
  }

  ofSameRun(): readonly unknown[] {
    const [first, ...lines] = this.#read();
    const isSameRun = JSON.stringify(first) === this.#run;
    if (!isSameRun || lines.some(({ taken: isTaken }) => isTaken === true)) return [];
    // Another configuration of the provider plans beside this one.
    const others = [...new Set(lines.map(({ plugin }) => plugin))].filter(
      (plugin) => plugin !== process.pid && isRunning(plugin),
    );
    return others.length === 0
      ? this.peek()
      : notesIn(lines.filter(({ plugin }) => !others.includes(plugin)));
  }

  news(): readonly unknown[] {
    const head = `${this.#run}\n`;
    // Each plan of a resource asks, so only what is new is read.
    const { text, start } = textFrom(this.#path, head.length, this.#seen);
    const added = text.slice(head.length, text.lastIndexOf('\n') + 1);
    if (!text.startsWith(head) || added.includes(taken)) return [];
    this.#seen = start + Buffer.byteLength(added);
    return notesIn(added.split('\n').map((line) => fieldsOf(jsonOf(line))));
  }

  #append(line: JsonObject): void {
    if (this.#path === undefined || this.#isTaken) return;
    // An apply that takes itself for a plan keeps the notes that it has found.
    this.#read();
    const run = this.#run;
    try {
      // Several processes may plan for one Terraform: one for each configuration of the provider.
      const before = this.#isOpen ? undefined : textOfFile(this.#path);
      if (before !== undefined && (!before.startsWith(`${run}\n`) || before.includes(taken)))
        writeFileSync(this.#path, `${run}\n`, { mode: 0o600 });
      this.#isOpen = true;
      appendFileSync(this.#path, `${JSON.stringify({ ...line, plugin: process.pid })}\n`);
    } catch {
      // A folder that cannot be written to has no notes.
    }
  }

  /** The note of the approved plan; undefined where there is none. */
  findDecisions(plan: NotedPlan): Decisions | undefined {
    // The newest first.
    this.#decisions ??= this.#take().flatMap(readLine).reverse();
    const now = new Map(hashesOf(plan));
    return this.#decisions
      .filter(({ typeName, isCreate }) => typeName === plan.typeName && isCreate === plan.isCreate)
      .filter(({ hashes }) => hashes.every(([name, hash]) => now.get(name) === hash))
      .sort((one, other) => other.hashes.length - one.hashes.length)[0];
  }

  /** The notes, for an apply. The next plan begins anew, also that of the same Terraform, such as in `terraform test`. */
  #take(): readonly JsonObject[] {
    const lines = this.#read();
    if (!this.#isTaken && this.#path !== undefined && existsSync(this.#path))
      try {
        appendFileSync(this.#path, taken);
      } catch {
        // The next Terraform has another id.
      }
    this.#isTaken = true;
    return lines;
  }

  #read(): readonly JsonObject[] {
    this.#lines ??= textOfFile(this.#path)
      .split('\n')
      .map((line) => fieldsOf(jsonOf(line)));
    return this.#lines;
  }
}

/** What a plan binds its apply to. */
export interface Decisions {
  /** Undefined if the plan could not list anything. */
  readonly listing?: Listing | undefined;
  /** The id of the object that a create adopts; undefined if it creates one. */
  readonly adopts?: string | undefined;
}

interface Line extends Decisions {
  readonly typeName: string;
  readonly isCreate: boolean;
  /** Of each attribute that was known. */
  readonly hashes: readonly (readonly [string, string])[];
}

function hashesOf({ attributes, config }: NotedPlan): [string, string][] {
  return Object.entries(attributes).flatMap(([name, { writeOnly }]) => {
    const value = own(config, name) ?? null;
    if (writeOnly === true || !isWhollyKnown(value)) return [];
    return [[name, createHash('sha256').update(JSON.stringify(value)).digest('base64url')]];
  });
}

function readLine({ typeName, isCreate, hashes, listing, adopts: adopted }: JsonObject): Line[] {
  const pairs = listOf(hashes).filter(isPair);
  if (typeof typeName !== 'string' || typeof isCreate !== 'boolean' || pairs.length === 0) return [];
  const adopts = textOf(adopted);
  const noted = { typeName, isCreate, hashes: pairs, adopts };
  if (listing === undefined) return [noted];
  const { text, effects } = fieldsOf(listing);
  const read = listOf(effects).flatMap(readEffect);
  if (text === null) return [{ ...noted, listing: { text, effects: [] } }];
  // Terraform compares the text, which has the digest of the effects.
  return typeof text === 'string' && text.includes(digestOf(read))
    ? [{ ...noted, listing: { text, effects: read } }]
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

function notesIn(lines: readonly JsonObject[]): unknown[] {
  return lines.flatMap(({ note }) => (note === undefined ? [] : [note]));
}

function isRunning(pid: unknown): boolean {
  try {
    return typeof pid === 'number' && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The first line of the notes of a Terraform. */
function currentRun(): string {
  return JSON.stringify({ terraform: process.ppid, started: startOf(process.ppid) });
}

/** When a process has started, where the system says so: in containers, each Terraform may have the same id. */
function startOf(pid: number): string | undefined {
  const [, ...fields] = textOfFile(`/proc/${pid}/stat`).split(') ');
  return fields.at(-1)?.split(' ')[19];
}

/** The first bytes of a file, and those from a place on: all others if Terraform has begun the file anew. Empty if it cannot be read. */
function textFrom(
  path: string | undefined,
  first: number,
  from: number,
): { readonly text: string; readonly start: number } {
  let file: number | undefined;
  try {
    if (path === undefined) return { text: '', start: 0 };
    file = openSync(path, 'r');
    const { size } = fstatSync(file);
    const start = from < first || from > size ? first : from;
    const bytes = Buffer.alloc(first + Math.max(0, size - start));
    const read =
      readSync(file, bytes, 0, first, 0) + readSync(file, bytes, first, bytes.length - first, start);
    return { text: bytes.toString('utf8', 0, read), start };
  } catch {
    return { text: '', start: 0 };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function textOfFile(path: string | undefined): string {
  try {
    return path === undefined ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
