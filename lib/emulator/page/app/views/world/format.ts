import { plural } from '../../../../../ground/words';

/** `1 h 5 min`; the two largest units of a duration. */
export function formatDuration(ms: number): string {
  const parts: string[] = [];
  let rest = ms;
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.length === 0 ? '0 s' : parts.slice(0, 2).join(' ');
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

export function formatSize(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A name for the file of an export, with the time of the emulator. */
export function fileNameAt(now: string): string {
  return `world-${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z.json`;
}

/** Counts accounts and zones of a fixture that nothing has checked yet. */
export function summaryOf(fixture: unknown): string {
  const lengthOf = (key: 'accounts' | 'zones') => {
    const list: unknown =
      typeof fixture === 'object' && fixture !== null ? Reflect.get(fixture, key) : undefined;
    return Array.isArray(list) ? list.length : 0;
  };
  return `${plural(lengthOf('accounts'), 'account')} and ${plural(lengthOf('zones'), 'zone')}`;
}
