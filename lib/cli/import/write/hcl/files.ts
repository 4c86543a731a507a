import { isListValue, isObjectValue, isUnknown, type ObjectValue, type Value } from '../../../../schema';
import { firstFree } from '../../../project/identifiers';
import { providerBlock, requirement } from '../../../project/hcl-provider';
import { attributeLines, lifecycleBlocks, standingSettings } from '../../../project/standing-settings';
import type { ResourceCode } from '../../../../resources/code';
import { codeOf } from '../../../../resources/code-of';
import type { Inventory } from '../../inventory';
import { commentsOn } from '../config';
import { sharedGroups } from '../groups';
import { nameValues, type ProjectNames } from '../names';
import {
  slugOf,
  type AccountPlan,
  type FilePlan,
  type PlannedObject,
  type ProjectPlan,
} from '../project-plan';
import { findSharedValues, sharedKey } from '../shared-values';
import {
  expandedObject,
  list,
  objectOf,
  printBlocks,
  quoted,
  quoteText,
  verbatim,
  type Attribute,
  type Block,
  type Expression,
} from '../../../../hcl/print';
import { filterOf } from './filter';
import { own } from '../../../../ground/record';

/** The files of a Terraform configuration, without its README. */
export function writeHcl(plan: ProjectPlan, inventory: Inventory): Map<string, string> {
  const names = nameValues(plan, inventory, findSharedValues(plan, groups), newNamer);
  const owners = nameOwners(plan);
  const files = new Map([
    ['main.tf', printBlocks(mainBlocks(plan))],
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

/** An output is not shared: it repeats the fields of its job. */
const groups = sharedGroups.filter((group) => group !== 'outputs');

interface Context {
  readonly names: ProjectNames;
  readonly owners: ReadonlyMap<FilePlan, string>;
}

/** Letters, digits and underscores, in lower case. */
function newNamer(): (words: string, noun: string) => string {
  const taken = new Set<string>();
  return (words, noun) => {
    const free = firstFree(underscored(slugOf(words, noun)), (each) => taken.has(each), '_');
    taken.add(free);
    return free;
  };
}

function underscored(id: string): string {
  return id.replaceAll('-', '_');
}

/** Terraform reads the files of one folder only. */
export function fileName({ path }: Pick<FilePlan, 'path'>): string {
  return `${path.replace(/^(zone|account)s\//, '$1-')}.tf`;
}

/** How the objects of a zone or an account refer to it. */
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

function mainBlocks({ accounts }: ProjectPlan): Block[] {
  const isCurrent = accounts.some(({ needsCurrentLimits }) => needsCurrentLimits);
  return [
    {
      head: 'terraform',
      body: [
        { name: 'required_version', value: quoted('>= 1.11') },
        { head: 'required_providers', body: [requirement({ hasVersion: true })] },
      ],
    },
    providerBlock({ needsCurrentLimits: isCurrent }),
  ];
}

/** The import blocks of all objects. */
export function importsFile({ accounts }: ProjectPlan): string {
  const objects = accounts.flatMap(({ files }) => files.flatMap((file) => file.objects));
  const blocks = objects.map((planned): Block => ({
    head: 'import',
    body: [
      { name: 'to', value: verbatim(addressOf(planned)) },
      { name: 'id', value: quoted(planned.object.importId) },
    ],
  }));
  return `# The first apply imports the existing objects. After it, delete this file.\n\n${printBlocks(blocks)}`;
}

function addressOf({ object: { typeName }, id }: PlannedObject): string {
  return `${typeName}.${underscored(id)}`;
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
        value: valueOf(attribute, config, undefined),
      })),
    })),
  ];
  const body = groups
    .filter(({ members }) => members.length > 0)
    .map(({ name, members }) => ({ name, value: expandedObject(members) }));
  return body.length === 0 ? [] : [{ head: 'locals', body }];
}

function namedIds(accounts: readonly AccountPlan[], names: ProjectNames) {
  const members = new Map<string, Attribute[]>();
  for (const account of accounts)
    for (const { constant, members: own } of names.constantsOf(account))
      members.set(constant, [
        ...(members.get(constant) ?? []),
        ...own.map(({ name, id }) => ({ name, value: quoted(id) })),
      ]);
  return [...members].map(([constant, own]) => ({ name: localName(constant), members: own }));
}

/** `field_sets` for `fieldSets`. */
function localName(group: string): string {
  return group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The objects of a zone or an account. */
export function ownerBlocks(file: FilePlan, context: Context): Block[] {
  const { owner, objects, isZone } = file;
  const path = context.owners.get(file) ?? quoteText(owner.id);
  return objects.map((planned): Block => {
    const code = codeOf(planned.object.typeName);
    const commentsOf = commentsOn(code, planned.config, quoteText);
    return {
      head: `resource "${planned.object.typeName}" "${underscored(planned.id)}"`,
      body: [
        ...Object.keys(planned.config).map((attribute) => ({
          name: attribute,
          comments: commentsOf(attribute),
          value:
            attribute === (isZone ? 'zone_id' : 'account_id')
              ? verbatim(path)
              : valueOf(attribute, planned.config, context.names),
        })),
        ...standingLines(code),
      ],
    };
  });
}

function standingLines({ contract }: ResourceCode): (Attribute | Block)[] {
  const standing = standingSettings(contract);
  return [...attributeLines(standing), ...lifecycleBlocks(standing.lifecycle)];
}

/** @param names - undefined where a shared value itself is written */
function valueOf(attribute: string, config: ObjectValue, names: ProjectNames | undefined): Expression {
  const value = own(config, attribute) ?? null;
  const path = names === undefined ? undefined : sharedPath(attribute, config, names);
  if (path !== undefined) return verbatim(path);
  if (attribute === 'filter' && typeof value === 'string') return filterOf(value);
  if (attribute === 'output_options' && isObjectValue(value)) return outputOf(value, config, names);
  return plain(attribute, value, names);
}

/** The order of the fields is that of the shared list, if the job has one. */
function outputOf(output: ObjectValue, config: ObjectValue, names: ProjectNames | undefined): Expression {
  const fields = names && sharedPath('fields', config, names);
  return objectOf(
    Object.entries(output).map(([name, item]) => ({
      name,
      value: name === 'field_names' && fields !== undefined ? verbatim(fields) : plain(name, item, names),
    })),
  );
}

function sharedPath(attribute: string, config: ObjectValue, names: ProjectNames): string | undefined {
  const key = sharedKey(attribute, config);
  const [group, name] = (key === undefined ? undefined : names.shared(key))?.split('.') ?? [];
  return group === undefined || name === undefined ? undefined : `local.${localName(group)}.${name}`;
}

function plain(attribute: string, value: Value, names: ProjectNames | undefined): Expression {
  if (isListValue(value)) return list(value.map((item) => plain(attribute, item, names)));
  if (isObjectValue(value))
    return objectOf(Object.entries(value).map(([name, item]) => ({ name, value: plain(name, item, names) })));
  if (value === null || isUnknown(value)) throw new Error(`${attribute} has no value that HCL can have.`);
  if (typeof value !== 'string') return verbatim(String(value));
  const [group, name] = names?.ofAccount(attribute, value)?.split('.') ?? [];
  return group === undefined || name === undefined
    ? quoted(value)
    : verbatim(`local.${localName(group)}.${name}`);
}
