import type { Host } from '../../project/host';
import { addressSlugOf, Identifiers } from '../../project/identifiers';
import { SourceFile } from '../../project/source-file';
import { declaration, object, plainText } from '../../project/typescript';
import type { ImportedObject, Inventory } from '../inventory';
import { fileName, importsFile, ownerBlocks } from './hcl/files';
import { printBlocks } from '../../../hcl/print';
import { nameValues } from './names';
import {
  idsOf,
  planImportedProject,
  type AccountPlan,
  type FilePlan,
  type ProjectPlan,
} from './project-plan';
import { packageName } from '../../project/package-name';
import { newIdentifierNamer, ownerFile } from './typescript/files';

/** Files with objects that a project lacks, and the lines that a person adds to it. */
export interface Additions {
  readonly files: ReadonlyMap<string, string>;
  /** The lines for `main.ts`, by the name of the account whose stack they are for. HCL needs none. */
  readonly lines: readonly { readonly account: string; readonly lines: readonly string[] }[];
}

/**
 * Writes new files beside those of a project, for objects that it lacks. They share no values with the project, so none of its files changes.
 *
 * @param before - the objects of the project: those of the import, then those of each earlier addition
 */
export function writeAdditions(
  inventory: Inventory,
  before: readonly (readonly ImportedObject[])[],
  { language, host }: { readonly language: 'typescript' | 'hcl'; readonly host: Host },
): Additions {
  const suffix = `added-${before.length}`;
  const plan = withSuffix(planAfter(before, inventory), suffix);
  return language === 'hcl'
    ? { files: hclFiles(plan, suffix), lines: [] }
    : typescriptFiles(plan, inventory, suffix, host);
}

/** The plan of new objects. The constructs of earlier batches keep their ids. */
function planAfter(before: readonly (readonly ImportedObject[])[], { objects }: Inventory): ProjectPlan {
  const taken: string[] = [];
  for (const batch of before) taken.push(...idsOf(planImportedProject(batch, taken)));
  return planImportedProject(objects, taken);
}

function withSuffix(plan: ProjectPlan, suffix: string): ProjectPlan {
  const renamed = (file: FilePlan): FilePlan => ({ ...file, path: `${file.path}-${suffix}` });
  return {
    ...plan,
    accounts: plan.accounts.map((account) => ({ ...account, files: account.files.map(renamed) })),
  };
}

function typescriptFiles(plan: ProjectPlan, inventory: Inventory, suffix: string, host: Host): Additions {
  const names = nameValues(plan, inventory, new Map(), newIdentifierNamer);
  const files = new Map<string, string>();
  const identifiers = new Identifiers();
  const lines = plan.accounts.map((account) => {
    const path =
      plan.accounts.length === 1 ? suffix : `${suffix}-${addressSlugOf(account.account.name, 'account')}`;
    const identifier = identifiers.add(path, 'added');
    for (const file of account.files) files.set(`${file.path}.ts`, ownerFile(file, account, names, host));
    files.set(`${path}.ts`, additionFile(account, identifier, host));
    return {
      account: account.account.name,
      lines: [`import { ${identifier} } from './${path}';`, `${identifier}(stack);`],
    };
  });
  return { files, lines };
}

function additionFile({ files }: AccountPlan, identifier: string, host: Host): string {
  const file = new SourceFile(host);
  const scope = file.importType('constructs', 'Construct');
  const resource = file.import(packageName, 'EdgeResource');
  const members = files.flatMap(({ objects }) =>
    objects.map(({ id, object: { importId } }) => ({ name: id, code: plainText(importId) })),
  );
  file.add(
    '/** The existing objects, by the id of their construct. */',
    declaration('const', 'importIds: Record<string, string>', object(members)),
  );
  file.add(
    '/** Objects that were new in the account: call it with their stack. */',
    `export function ${identifier}(stack: ${scope}): void {`,
    ...files.map(({ path, identifier: own }) => `  ${file.import(`./${path}`, own)}(stack);`),
    '',
    '  // The next deploy imports the existing objects. After it, delete these lines and importIds.',
    '  for (const [id, importId] of Object.entries(importIds)) {',
    '    const construct = stack.node.tryFindChild(id);',
    `    if (construct instanceof ${resource}) construct.importFrom(importId);`,
    '  }',
    '}',
  );
  return file.toString();
}

function hclFiles(plan: ProjectPlan, suffix: string): Map<string, string> {
  const files = new Map([[`imports-${suffix}.tf`, importsFile(plan)]]);
  // Ids instead of locals, which the project may have under other names.
  const names = nameValues(plan, { referenced: [] }, new Map(), () => (words) => words);
  for (const { files: ofAccount } of plan.accounts)
    for (const file of ofAccount)
      files.set(fileName(file), printBlocks(ownerBlocks(file, { names, owners: new Map() })));
  return files;
}
