import { posix } from 'node:path';
import type { Host } from '../../../project/host';
import { Identifiers } from '../../../project/identifiers';
import { constructLines, type ConstructScope } from '../../../project/objects/construct';
import { enumMember, propOf, readConfig, valueCode } from '../../../project/objects/props';
import { mainFile } from '../../../project/main-file';
import { packageName } from '../../../project/package-name';
import { projectFiles } from '../../../project/project-files';
import { SourceFile } from '../../../project/source-file';
import { writtenValues } from '../../../project/written-values';
import { textsOf } from '../../../../ground/json';
import { own } from '../../../../ground/record';
import { visible } from '../../../../ground/visible';
import { array, declaration, name, object, plainText, value, type Member } from '../../../project/typescript';
import { codeOf } from '../../../../resources/code-of';
import type { Inventory } from '../../inventory';
import { notesOn } from '../config';
import { sharedGroups } from '../groups';
import { nameValues, type Namer, type ProjectNames } from '../names';
import type { AccountPlan, FilePlan, PlannedObject, ProjectPlan } from '../project-plan';
import { findSharedValues, sharedKey } from '../shared-values';

export interface TypescriptOptions {
  readonly name: string;
  readonly description: string;
  readonly host: Host;
}

export function writeTypescript(
  plan: ProjectPlan,
  inventory: Inventory,
  options: TypescriptOptions,
): Map<string, string> {
  const names = nameValues(plan, inventory, findSharedValues(plan), newIdentifierNamer);
  const { host } = options;
  const files = projectFiles({ ...options, entry: 'main.ts' });
  files.set('main.ts', importedMainFile(plan, host));
  files.set('imports.ts', importsFile(plan, host));
  if (names.groups.length > 0) files.set(`${sharedPath}.ts`, sharedFile(names, host));
  for (const account of plan.accounts)
    for (const file of account.files) files.set(`${file.path}.ts`, ownerFile(file, account, names, host));
  return files;
}

export function newIdentifierNamer(): Namer {
  const taken = new Identifiers();
  return (words, noun) => taken.add(words, noun);
}

const sharedPath = 'shared';

function importedMainFile({ accounts }: ProjectPlan, host: Host): string {
  const functions = accounts.flatMap(({ files }) => files.map(({ identifier }) => identifier));
  const variables = new Identifiers(['app', 'stack', 'importExisting', ...functions]);
  return mainFile(
    host,
    accounts.map(({ account, id, files, needsCurrentLimits }) => ({
      comment: comment(`Account ${account.name}`),
      constant: accounts.length === 1 ? 'stack' : variables.add(`${id} stack`, 'stack'),
      id,
      needsCurrentLimits,
      calls: files.map(({ path, identifier }) => ({ from: `./${path}`, callee: identifier })),
    })),
    {
      comment: 'The first deploy imports the existing objects. After it, delete this line and imports.ts.',
      from: './imports',
      callee: 'importExisting',
      argument: 'app',
    },
  );
}

function importsFile({ accounts }: ProjectPlan, host: Host): string {
  const file = new SourceFile(host);
  const app = file.importType('cdktf', 'App');
  const resource = file.import(packageName, 'EdgeResource');
  const members = accounts.flatMap(({ files }) =>
    files.flatMap(({ path, objects }) =>
      objects.map(({ id, object: { importId } }, at): Member => ({
        name: id,
        code: plainText(importId),
        comments: at === 0 ? [`${path}.ts`] : [],
      })),
    ),
  );
  file.add(
    '/** The existing objects, by the id of their construct. */',
    declaration('const', 'importIds: Record<string, string>', object(members)),
  );
  file.add(
    '/** Makes the next deploy import the existing objects instead of creating them. */',
    `export function importExisting(app: ${app}): void {`,
    '  for (const [id, importId] of Object.entries(importIds)) {',
    '    const constructs = app.node.children.map((stack) => stack.node.tryFindChild(id));',
    `    const construct = constructs.find((each) => each instanceof ${resource});`,
    `    if (!construct) throw new Error(\`No stack has a construct "\${id}". Correct its line in imports.ts.\`);`,
    '    construct.importFrom(importId);',
    '  }',
    '}',
  );
  return file.toString();
}

function sharedFile(names: ProjectNames, host: Host): string {
  const file = new SourceFile(host);
  for (const { group, values } of names.groups) {
    const members = values.map(({ name: each, shared: { attribute, config, code } }) => ({
      name: each,
      code: valueCode(attribute, readConfig(writtenValues(config), code), file),
    }));
    file.add(`/** ${sharedGroups[group].title} */`, declaration('export const', group, object(members)));
  }
  return file.toString();
}

export function ownerFile(plan: FilePlan, account: AccountPlan, names: ProjectNames, host: Host): string {
  const file = new SourceFile(host);
  const scope = file.importType('constructs', 'Construct');
  const { owner, isZone, identifier, objects, path } = plan;
  const constant = isZone ? 'zoneId' : 'accountId';
  file.add(
    comment(`${isZone ? 'Zone' : 'Account'} ${owner.name}`),
    declaration('const', constant, value(owner.id)),
  );
  const named: Naming = {
    names,
    sharedModule: relativeModule(path, sharedPath),
    owner: { attribute: isZone ? 'zone_id' : 'account_id', constant },
  };
  const code = objects.map((planned) => constructCode(planned, file, named));
  if (!isZone)
    for (const { constant: group, members } of names.constantsOf(account))
      file.add(
        declaration(
          'const',
          group,
          object(members.map(({ name: each, id }) => ({ name: each, code: value(id) }))),
        ),
      );
  file.add(`export function ${identifier}(scope: ${scope}): void {`, code.join('\n\n'), '}');
  return file.toString();
}

interface Naming {
  readonly names: ProjectNames;
  readonly sharedModule: string;
  readonly owner: { readonly attribute: string; readonly constant: string };
}

function constructCode(planned: PlannedObject, file: SourceFile, naming: Naming): string {
  const { object: imported, id, config } = planned;
  const { typeName } = imported;
  const notes = notesOn(typeName, config, enumMember);
  const namedValues = namedProps(planned, file, naming);
  const scope: ConstructScope = { file, scope: 'scope', identifiers: new Identifiers(), namedValues };
  return constructLines({ typeName, config: writtenValues(config), notes }, { id }, scope).join('\n');
}

/** The props whose values have a name in the code, or some of whose items have one. */
function namedProps(
  { object: { typeName }, config }: PlannedObject,
  file: SourceFile,
  { names, sharedModule, owner }: Naming,
): Readonly<Record<string, Member>> {
  const code = codeOf(typeName);
  const props = Object.keys(config).flatMap((attribute): [string, Member][] => {
    if (attribute === owner.attribute)
      return [[attribute, { name: owner.constant, code: name(owner.constant) }]];
    const prop = propOf(attribute, readConfig(writtenValues(config), code));
    const shared = names.shared(sharedKey(attribute, config));
    if (shared !== undefined) {
      file.import(sharedModule, shared.split('.', 1).join(''));
      return [[attribute, { name: prop, code: name(shared) }]];
    }
    if (own(code.references, attribute) === undefined) return [];
    const items = textsOf(own(config, attribute)).map((id) => {
      const path = names.ofAccount(attribute, id);
      return path === undefined ? value(id) : name(path);
    });
    return [[attribute, { name: prop, code: array(items) }]];
  });
  return Object.fromEntries(props);
}

function comment(text: string): string {
  return `/** ${visible(text).replaceAll('*/', '* /')} */`;
}

function relativeModule(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
