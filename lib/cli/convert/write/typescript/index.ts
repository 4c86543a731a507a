import { posix } from 'node:path';
import { needsCurrentLimits } from '../../../import/write/config';
import { mainFile } from '../../../project/main-file';
import { hosts, type Host } from '../../../project/host';
import { Identifiers } from '../../../project/identifiers';
import { packageName } from '../../../project/package-name';
import { projectFiles } from '../../../project/project-files';
import { SourceFile } from '../../../project/source-file';
import { stackFile } from '../../../project/stacks';
import { visible } from '../../../../ground/visible';
import { call, declaration, name, object, plainText, statement, value } from '../../../project/typescript';
import type { Conversion, ConvertedObject, FindingPlace, OldConfiguration } from '../../model';
import { isWrittenObject, type WrittenObject } from '../../../../hcl/template';
import { knownValues } from '../../../project/written-values';
import { movesFile, movesFileName, newFilePaths, writeModule } from '../hcl/project';
import { OldComments } from '../old-comments';
import { planChanges } from '../plan-changes';
import { withTodoFiles, type WrittenCode } from '../todos';
import { constructLines, writtenCode } from '../../../project/objects/construct';
import { toObjectCode } from '../remark-lines';
import { planConvertedProject, type FilePlan, type ProjectPlan } from './plan';
import { ownProjectSection, terraformFolder } from './own-project';
import { restFile, restOf } from './rest';

export interface TypescriptOptions {
  /** The name of the project and its stack, such as that of the old folder. */
  readonly name: string;
  readonly host: Host;
}

/**
 * The path in the project of another file of the old folder: each synth copies it into the folder of the stack.
 *
 * @param path - in a copy of the old folder
 */
export function pathInProject(path: string): string {
  return posix.join(terraformFolder, path);
}

/**
 * The files of a project in TypeScript, by path: a file with constructs for each old one, and below `terraform` the rest of the configuration as
 * its owner wrote it, which each synth puts beside what the host writes. A pure function.
 */
export function writeTypescriptProject(
  old: OldConfiguration,
  conversion: Conversion,
  options: TypescriptOptions,
): WrittenCode {
  const { host } = options;
  const { modules, findings } = planChanges(old, conversion);
  const changes = modules.get('');
  if (changes === undefined) throw new Error('The configuration has no root module.');
  const { objects } = changes;
  const variables = conversion.variables.filter(({ module }) => module === '');
  const plan = planConvertedProject(options.name, objects, variables);
  const rest = restOf(changes);
  const children = [...modules.values()].filter(({ module }) => module.path !== '');
  const files = projectFiles({
    name: options.name,
    description: `${options.name}, converted from the retired resources.`,
    entry: 'main.ts',
    host,
  });
  const comments = new OldComments(changes.module);
  const moves = movesFile(conversion.moves, '');
  const hasRest =
    rest.files.size + Object.keys(rest.settings).length + children.length > 0 ||
    objects.some(readsFiles) ||
    moves !== undefined;
  const stack = {
    constant: 'stack',
    id: plan.stack,
    needsCurrentLimits: conversion.objects.some(({ typeName, config }) =>
      needsCurrentLimits(typeName, knownValues(config)),
    ),
    overrides: rest.provider,
    calls: [
      ...(hasRest ? [{ from: './configuration', callee: 'addConfiguration' }] : []),
      ...(variables.length > 0 ? [{ from: './variables', callee: 'variables' }] : []),
      ...plan.files.map(({ path, identifier }) => ({ from: `./${path}`, callee: identifier })),
    ],
  };
  files.set('main.ts', mainFile(host, [stack]));
  for (const file of plan.files) files.set(`${file.path}.ts`, constructsFile(file, comments, host));
  if (variables.length > 0) files.set('variables.ts', variablesFile(plan, host));
  if (hasRest) files.set('configuration.ts', configurationFile(rest.settings, host));
  const restPath = pathInProject(restFile);
  // What a project synthesizes may have secrets of its environment.
  if (rest.files.has(restFile)) files.set('.gitignore', `${files.get('.gitignore') ?? ''}${restPath}\n`);
  for (const [path, text] of [
    ...rest.files,
    ...(moves === undefined ? [] : [[movesFileName, moves] as const]),
    ...children.flatMap((each) => [...writeModule(old, conversion, each)]),
  ])
    files.set(pathInProject(path), text);
  return {
    files,
    findings: withTodoFiles(findings, fileIn(old, plan)),
    section: ownProjectSection(old, conversion, plan),
  };
}

/** The path of the file of a finding: one of constructs, or one that stays. */
function fileIn(old: OldConfiguration, plan: ProjectPlan) {
  const places = newFilePaths(old);
  const constructs = new Map(plan.files.map(({ file, path }) => [file, `${path}.ts`]));
  return ({ file, isObject }: FindingPlace) => {
    const place = places.get(file) ?? file;
    const own = isObject ? constructs.get(file) : undefined;
    return own ?? pathInProject(posix.basename(place) === stackFile ? restFile : place);
  };
}

/** Whether an object refers to files of the old folder. */
function readsFiles({ config, meta }: ConvertedObject): boolean {
  return /\bpath\.|\b(?:file\w*|templatefile)\(/.test(JSON.stringify([config, meta]));
}

function constructsFile(
  { identifier, objects, file: source }: FilePlan,
  comments: OldComments,
  host: Host,
): string {
  const file = new SourceFile(host);
  const scope = file.importType('constructs', 'Construct');
  const identifiers = new Identifiers(['scope', identifier]);
  const code = objects.map(({ it, id, needsName }) =>
    [
      ...localLines(it, file),
      ...constructLines(
        toObjectCode(it, comments.of(it)),
        { id, ...(needsName && { logicalId: it.name }) },
        { file, scope: 'scope', identifiers, namedValues: {} },
      ),
    ].join('\n'),
  );
  file.add(
    `/** ${posix.basename(source) === stackFile ? 'The new resources of the stack' : `From ${visible(source).replaceAll('*/', '* /')}`}. */`,
    `export function ${identifier}(scope: ${scope}): void {`,
    code.join('\n\n'),
    '}',
  );
  return file.toString();
}

function localLines({ locals = {} }: ConvertedObject, file: SourceFile): readonly string[] {
  return Object.entries(locals).map(([local, code]) => {
    const construct = file.import('cdktf', 'TerraformLocal');
    return statement(call(`new ${construct}`, name('scope'), plainText(local), writtenCode(code)), 2);
  });
}

function variablesFile({ variables }: ProjectPlan, host: Host): string {
  const file = new SourceFile(host);
  const scope = file.importType('constructs', 'Construct');
  const constants = new Identifiers(['scope', 'variables']);
  const code = variables.map(({ it, id, needsName }) => {
    const construct = it.ephemeral
      ? file.import(packageName, 'SecretVariable')
      : file.import('cdktf', 'TerraformVariable');
    const props = object({
      ...(!it.ephemeral && { type: plainText(it.type) }),
      description: value(it.description),
      ...(it.default !== undefined && { default: value(it.default) }),
      ...(it.sensitive && !it.ephemeral && { sensitive: value(true) }),
    });
    const made = call(`new ${construct}`, name('scope'), plainText(id), props);
    if (!needsName) return statement(made, 2);
    const constant = constants.add(id, 'variable');
    return [
      declaration('const', constant, made, 2),
      statement(call(`${constant}.overrideLogicalId`, plainText(it.name)), 2),
    ].join('\n');
  });
  file.add(
    '/** What the new resources need beside the variables that you have. */',
    `export function variables(scope: ${scope}): void {`,
    code.join('\n\n'),
    '}',
  );
  return file.toString();
}

function configurationFile(settings: WrittenObject, host: Host): string {
  const file = new SourceFile(host);
  const [app, stack] = [file.import('cdktf', 'App'), file.importType('cdktf', 'TerraformStack')];
  for (const imported of ['cpSync', 'existsSync']) file.import('node:fs', imported);
  for (const imported of ['basename', 'join']) file.import('node:path', imported);
  const replaced = replacedBackend(settings);
  file.add(
    '/** Adds the configuration that was not converted, as it was. Replace it with constructs whenever you like. */',
    `export function addConfiguration(stack: ${stack}): void {`,
    ...(Object.keys(settings).length === 0
      ? []
      : [statement(call('stack.addOverride', plainText('terraform'), writtenCode(settings)), 2)]),
    ...(replaced === undefined
      ? []
      : [
          `  // Instead of the local backend that ${hosts[host].title} adds, the state stays where it is.`,
          `  stack.addOverride('${replaced}', undefined);`,
        ]),
    `  copyFiles(join(${app}.of(stack).outdir, 'stacks', stack.node.id));`,
    '}',
  );
  file.add(
    `/** Copies the code, its modules and other files into the folder of the stack, beside what ${hosts[host].title} writes there. */`,
    'function copyFiles(folder: string): void {',
    `  const files = join(__dirname, '${terraformFolder}');`,
    '  // The versions of the providers that Terraform has selected stay.',
    `  const isNew = (_: string, to: string) => basename(to) !== '.terraform.lock.hcl' || !existsSync(to);`,
    '  if (existsSync(files)) cpSync(files, folder, { recursive: true, filter: isNew });',
    '}',
  );
  return file.toString();
}

/** The path of the local backend that CDKTF adds, where the configuration says otherwise where the state is. */
function replacedBackend(terraform: WrittenObject): string | undefined {
  if ('cloud' in terraform) return 'terraform.backend';
  const { backend } = terraform;
  return isWrittenObject(backend) && !('local' in backend) ? 'terraform.backend.local' : undefined;
}
