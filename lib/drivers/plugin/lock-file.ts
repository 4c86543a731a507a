/** One provider in `.terraform.lock.hcl`, with the one hash that its package has. */
export interface LockEntry {
  readonly source: string;
  readonly version: string;
  readonly hash: string;
}

/**
 * The text of a lock file in which one provider has exactly this entry; all others stay as they are. A hash of an
 * older build of the same version would make Terraform refuse the plugin, so none is kept.
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
  const present = new RegExp(`^provider "${escape(source)}" \\{\\n(?:.*\\n)*?\\}\\n?`, 'm');
  if (present.test(text)) return text.replace(present, () => entry);
  return text.trim() === '' ? entry : `${text.trimEnd()}\n\n${entry}`;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
