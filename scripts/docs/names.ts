import type { Contract } from '../../lib/schema';

type Named = Pick<Contract, 'typeName'>;

/** The class of a resource's construct, by its type name: `LogpushJob` for `edge_logpush_job`. */
export function classNameOf({ typeName }: Named): string {
  return typeName.replace(/^edge/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The folder of a resource, which is the name of its page: `logpush-job`. */
export function folderOf({ typeName }: Named): string {
  return typeName.replace(/^edge_/, '').replaceAll('_', '-');
}

/** The page of a construct, below docs. */
export function pageOf(contract: Named): string {
  return `resources/${folderOf(contract)}.md`;
}

/** The page of a resource in HCL, below docs, in the layout of the Terraform registry. */
export function registryPageOf({ typeName }: Named): string {
  return `terraform/resources/${typeName.replace(/^edge_/, '')}.md`;
}
