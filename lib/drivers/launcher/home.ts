import { homedir } from 'node:os';

/** The home directory; empty if the system has no entry for the user. */
export function findHome(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}
