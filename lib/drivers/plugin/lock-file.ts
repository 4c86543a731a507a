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
  const present = new RegExp(`^provider "${escape(source)}" \\{\\n(?:.*\\n)*?\\}\\n?`, 'm');
  if (present.test(text)) return text.replace(present, () => entry);
  return text.trim() === '' ? entry : `${text.trimEnd()}\n\n${entry}`;
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
