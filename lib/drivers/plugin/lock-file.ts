/** One provider in `.terraform.lock.hcl`. Terraform accepts a package with any of the hashes. */
export interface LockEntry {
  readonly source: string;
  readonly version: string;
  readonly hashes: readonly string[];
}

/**
 * Sets the entry of one provider in the text of a lock file; the other entries stay unchanged. The hashes that it has of the same
 * version stay too, as those of packages for other platforms; those of another version go. A file with the line
 * ends of Windows keeps them.
 *
 * @throws for a file that a merge has left in conflict
 */
export function setLockEntry(text: string, { source, version, hashes }: LockEntry): string {
  if (hasConflict(text))
    throw new Error(
      '.terraform.lock.hcl has the marks of a merge conflict. Keep one side of each, or delete the file and run `terraform init` again.',
    );
  const present = readLockEntry(text, source);
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const kept = present?.version === version ? present.hashes : [];
  const entry = [
    `provider "${source}" {`,
    `  version     = "${version}"`,
    `  constraints = "${version}"`,
    '  hashes = [',
    ...[...new Set([...kept, ...hashes])].sort().map((hash) => `    "${hash}",`),
    '  ]',
    '}',
    '',
  ].join(end);
  if (present !== undefined) return text.replace(entryPattern(source), () => entry);
  return text.trim() === '' ? entry : `${text.trimEnd()}${end}${end}${entry}`;
}

export function hasConflict(text: string): boolean {
  return /^(?:<{7}|>{7}) /m.test(text);
}

export function readLockEntry(
  text: string,
  source: string,
): { readonly version: string; readonly hashes: readonly string[] } | undefined {
  const [entry] = entryPattern(source).exec(text) ?? [];
  if (entry === undefined) return undefined;
  return {
    version: /^\s*version\s*=\s*"([^"]*)"/m.exec(entry)?.[1] ?? '',
    hashes: [...entry.matchAll(/^\s*"([^"]*)",?\r?$/gm)].map(([, hash = '']) => hash),
  };
}

function entryPattern(source: string): RegExp {
  return new RegExp(`^provider "${escape(source)}" \\{\\r?\\n(?:[^\\n]*\\n)*?\\}(?:\\r?\\n)?`, 'm');
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
