/** One provider in `.terraform.lock.hcl`, with the one hash that its package has. */
export interface LockEntry {
  readonly source: string;
  readonly version: string;
  readonly hash: string;
}

/**
 * Sets the entry of one provider in the text of a lock file; the other entries stay unchanged. Hashes of an older build of
 * the same version are dropped: Terraform would refuse the plugin.
 */
export function setLockEntry(text: string, { source, version, hash }: LockEntry): string {
  const entry = [
    `provider "${source}" {`,
    `  version     = "${version}"`,
    `  constraints = "${version}"`,
    '  hashes = [',
    `    "${hash}",`,
    '  ]',
    '}',
    '',
  ].join('\n');
  const present = entryPattern(source);
  if (present.test(text)) return text.replace(present, () => entry);
  return text.trim() === '' ? entry : `${text.trimEnd()}\n\n${entry}`;
}

/** The entry of one provider in the text of a lock file, with all its hashes; undefined if there is none. */
export function readLockEntry(
  text: string,
  source: string,
): { readonly version: string; readonly hashes: readonly string[] } | undefined {
  const [entry] = entryPattern(source).exec(text) ?? [];
  if (entry === undefined) return undefined;
  return {
    version: /^\s*version\s*=\s*"([^"]*)"/m.exec(entry)?.[1] ?? '',
    hashes: [...entry.matchAll(/^\s*"([^"]*)",?$/gm)].map(([, hash = '']) => hash),
  };
}

function entryPattern(source: string): RegExp {
  return new RegExp(`^provider "${escape(source)}" \\{\\n(?:.*\\n)*?\\}\\n?`, 'm');
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
