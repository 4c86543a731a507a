import type { ObjectValue } from '../../../../schema';
import { addressSlugOf, takeFree } from '../../../project/identifiers';
import { providerFile } from '../../../project/hcl-provider';
import { attributeExpression, importBlock, resourceBlock } from '../../../project/objects/resource-block';
import { writtenValues } from '../../../project/written-values';
import type { ResourceType } from '../../../../resources';
import { codeOf } from '../../../../resources/code-of';
import type { Inventory } from '../../inventory';
import { notesOn } from '../config';
import { nameValues, type Namer, type ProjectNames } from '../names';
import { type AccountPlan, type FilePlan, type ProjectPlan } from '../project-plan';
import { findSharedValues, sharedKey } from '../shared-values';
import { printBlocks, quoted, quoteText, type Attribute, type Block } from '../../../../hcl/print';
import { isWrittenList, isWrittenObject, type Written, type WrittenObject } from '../../../../hcl/template';
import { mapRecord, own } from '../../../../ground/record';
import { getOrAdd } from '../../../../ground/remember';

export function writeHcl(plan: ProjectPlan, inventory: Inventory): Map<string, string> {
  const names = nameValues(plan, inventory, findSharedValues(plan, unshared), newNamer);
  const owners = nameOwners(plan);
  const needsLimits = plan.accounts.some(({ needsCurrentLimits }) => needsCurrentLimits);
  const files = new Map([
    ['main.tf', providerFile({ ...root, needsCurrentLimits: needsLimits }) ?? ''],
    ['imports.tf', importsFile(plan)],
    ['.gitignore', '.terraform/\nterraform.d/\n*.tfstate\n*.tfstate.*\n'],
  ]);
  const locals = localBlocks(plan, names, owners);
  if (locals.length > 0) files.set('locals.tf', printBlocks(locals));
  for (const account of plan.accounts)
    for (const file of account.files)
      files.set(fileName(file), printBlocks(ownerBlocks(file, { names, owners })));
  return files;
}

/** The provider needs of the root module, which has no provider yet. */
const root = { isRoot: true, needsRequirement: true, needsConfiguration: true };

/** An output is not shared in HCL: it repeats the fields of its job. */
const unshared = 'outputs';

interface Context {
  readonly names: ProjectNames;
  readonly owners: ReadonlyMap<FilePlan, string>;
}

function newNamer(): Namer {
  const taken = new Set<string>();
  return (words, noun) => takeFree(underscored(addressSlugOf(words, noun)), taken, '_');
}

function underscored(id: string): string {
  return id.replaceAll('-', '_');
}

/** The name of a file. Terraform reads the files of one folder only, so it has no path. */
export function fileName({ path }: Pick<FilePlan, 'path'>): string {
  return `${path.replace(/^(zone|account)s\//, '$1-')}.tf`;
}

/** The expressions by which the objects of a zone or an account refer to it. */
function nameOwners({ accounts }: ProjectPlan): ReadonlyMap<FilePlan, string> {
  const [zoneName, accountName] = [newNamer(), newNamer()];
  return new Map(
    accounts.flatMap(({ account, files }) =>
      files.map((file) => {
        if (!file.isZone) return [file, `local.accounts.${accountName(account.name, 'account')}`] as const;
        return [file, `local.zones.${zoneName(file.owner.name, 'zone')}`] as const;
      }),
    ),
  );
}

export function importsFile({ accounts }: ProjectPlan): string {
  const objects = accounts.flatMap(({ files }) => files.flatMap((file) => file.objects));
  const blocks = objects.map(({ object: { typeName, importId }, id }) =>
    importBlock({ to: `${typeName}.${underscored(id)}`, id: importId }),
  );
  return `# The first apply imports the existing objects. After it, delete this file.\n\n${printBlocks(blocks)}`;
}

function localBlocks({ accounts }: ProjectPlan, names: ProjectNames, owners: Context['owners']): Block[] {
  const all = [...owners].map(([file, path]) => ({ file, path }));
  const idsOf = (isZone: boolean) =>
    all
      .filter(({ file }) => file.isZone === isZone)
      .map(({ file, path }): Attribute => ({
        name: path.split('.').at(-1) ?? '',
        value: quoted(file.owner.id),
        comments: [file.owner.name],
      }));
  const groups = [
    { name: 'accounts', members: idsOf(false) },
    { name: 'zones', members: idsOf(true) },
    ...namedIds(accounts, names),
    ...names.groups.map(({ group, values }) => ({
      name: localName(group),
      members: values.map(({ name, shared: { attribute, config } }) => ({
        name,
        value: attributeExpression(attribute, own(writtenValues(config), attribute) ?? null),
      })),
    })),
  ];
  const body = groups
    .filter(({ members }) => members.length > 0)
    .map(({ name, members }): Attribute => ({ name, value: { kind: 'object', members, isExpanded: true } }));
  return body.length === 0 ? [] : [{ head: 'locals', body }];
}

function namedIds(accounts: readonly AccountPlan[], names: ProjectNames) {
  const members = new Map<string, Attribute[]>();
  for (const account of accounts)
    for (const { constant, members: own } of names.constantsOf(account))
      getOrAdd(members, constant, () => []).push(...own.map(({ name, id }) => ({ name, value: quoted(id) })));
  return [...members].map(([constant, own]) => ({ name: localName(constant), members: own }));
}

/** The name of a group in HCL: `field_sets` for `fieldSets`. */
function localName(group: string): string {
  return group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function ownerBlocks(file: FilePlan, context: Context): Block[] {
  return file.objects.map(({ object: { typeName }, id, config }) => {
    const notes = notesOn(typeName, config, quoteText);
    return resourceBlock(
      { typeName, config: namedConfig(file, typeName, config, context), notes },
      underscored(id),
    );
  });
}

/** A config in which shared values and objects are references. */
function namedConfig(
  file: FilePlan,
  typeName: ResourceType,
  config: ObjectValue,
  { names, owners }: Context,
): WrittenObject {
  const { references = {} } = codeOf(typeName);
  const shared = (attribute: string) => localOf(names.shared(sharedKey(attribute, config)));
  const named = (attribute: string, written: Written): Written => {
    if (attribute === (file.isZone ? 'zone_id' : 'account_id'))
      return templateOf(owners.get(file)) ?? written;
    const path = shared(attribute);
    if (path !== undefined) return path;
    // The order of the fields is that of the shared list, if the job has one.
    const fields = attribute === 'output_options' ? shared('fields') : undefined;
    if (fields !== undefined && isWrittenObject(written) && 'field_names' in written)
      return { ...written, field_names: fields };
    if (own(references, attribute) === undefined || !isWrittenList(written)) return written;
    return written.map((id) =>
      typeof id === 'string' ? (localOf(names.ofAccount(attribute, id)) ?? id) : id,
    );
  };
  return mapRecord(writtenValues(config), (written, attribute) => named(attribute, written));
}

/** The template for the path of a shared value: `${local.field_sets.http}` for `fieldSets.http`. */
function localOf(path: string | undefined): string | undefined {
  const [group = '', name = ''] = path?.split('.') ?? [];
  return path && templateOf(`local.${localName(group)}.${name}`);
}

function templateOf(expression: string | undefined): string | undefined {
  return expression && `\${${expression}}`;
}
