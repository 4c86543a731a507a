import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Transfers an object from a resource that Terraform deletes to one that it creates in the same apply, which adopts the object.
 *
 * Terraform plans both in any order and applies them in any order, in another process, to which a create passes nothing. So the
 * plan of the deletion decides, in its private state. If it comes first it cannot know of the create: then it notes a ticket, and
 * the plan of the create marks that ticket as taken by an empty file in the folder for temporary files. An apply on another
 * machine does not see the file, and deletes the object.
 */
export const transferred = 'transferred';

/** For the plan of a deletion that knows of no create: what it notes. */
export function newTicket(): string {
  return randomUUID();
}

/** For the plan of a create that adopts an object: marks the ticket of its planned deletion, if the same process has planned that. */
export function acceptTransfer(ticket: string | undefined): void {
  const path = pathOf(ticket);
  if (path === undefined) return;
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  } catch {
    // As if the apply ran on another machine.
  }
}

/** For a deletion: whether the plan transfers the object. `note` is what its plan has noted. */
export function isTransferred(note: string | undefined): boolean {
  if (note === transferred) return true;
  const path = pathOf(note);
  if (path === undefined || !existsSync(path)) return false;
  rmSync(path, { force: true });
  return true;
}

function pathOf(ticket: string | undefined): string | undefined {
  if (ticket === undefined || !/^[0-9a-f-]{36}$/.test(ticket)) return undefined;
  return join(tmpdir(), `cdktf-edge-platform-${ticket}`);
}
