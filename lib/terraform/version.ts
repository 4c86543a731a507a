import { isAtLeast } from '../ground/version';

/** What `terraform version` says. */
export interface ReportedVersion {
  readonly product: 'Terraform' | 'OpenTofu';
  readonly version: string;
}

/** Reads the output of `terraform version`; undefined if it has no version. */
export function readVersion(stdout: string): ReportedVersion | undefined {
  const [, product, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\S*)/m.exec(stdout) ?? [];
  return product === undefined || version === undefined
    ? undefined
    : { product: product as ReportedVersion['product'], version };
}

/** Whether it has write-only attributes, which the resources of this package need. */
export function hasWriteOnlyAttributes({ version }: ReportedVersion): boolean {
  return isAtLeast(version, [1, 11]);
}
