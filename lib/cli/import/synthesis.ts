import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, join, resolve } from 'node:path';
import { fieldsOf, isObject, type JsonObject } from '../../ground/json';
import { runProgram } from '../../ground/program';
import { readJsonFile } from '../files';
import { chooseHost } from '../project/host';
import { stackFile, stacksIn } from '../project/stacks';

interface SynthesizedStack {
  readonly name: string;
  /** The folder of its cdk.tf.json, with the provider beside it. */
  readonly folder: string;
  readonly content: JsonObject;
}

/** A text about the packages that a project needs to be synthesized; undefined if none is missing. */
export function findMissingPackages(project: string): string | undefined {
  const missing = [chooseHost(undefined, project), 'constructs', 'cdktf-edge-platform', 'typescript'].filter(
    (name) => findPackage(project, name) === undefined,
  );
  if (missing.length === 0) return undefined;
  const verb = missing.length === 1 ? 'is' : 'are';
  return `${missing.join(', ')} ${verb} not installed. Run \`npm install\` in ${project}.`;
}

/** The folder of a package, as Node.js finds it from the code of the project. */
function findPackage(project: string, name: string): string | undefined {
  return packageFolders(project)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(join(path, 'package.json')));
}

/** The folders with packages, the nearest first. */
function packageFolders(project: string): readonly string[] {
  return createRequire(join(resolve(project), 'main.js')).resolve.paths('constructs') ?? [];
}

/** Compiles a project under `strict`. @returns the output of the compiler as one text; nothing if it compiles */
export async function compileProject(
  project: string,
): Promise<readonly { readonly subject: string; readonly text: string }[]> {
  const compiler = join(findPackage(project, 'typescript') ?? '', 'bin', 'tsc');
  const { code, output } = await runProgram(process.execPath, [compiler, '--noEmit', '--strict'], {
    cwd: project,
    env: projectEnvironment(project),
  });
  return code === 0 ? [] : [{ subject: 'tsc --noEmit --strict', text: output }];
}

/**
 * Runs the app of a project, as its cdktf.json says, and writes the stacks into another folder than the project's own.
 *
 * @throws an Error with the output of an app that fails
 */
export async function synthesizeProject(project: string, outdir: string): Promise<SynthesizedStack[]> {
  const config = await readJsonFile(join(project, 'cdktf.json'));
  const app = isObject(config) ? config.app : undefined;
  if (typeof app !== 'string') throw new Error(`${join(project, 'cdktf.json')} names no app.`);
  const { code, output } = await runProgram(app, [], {
    cwd: project,
    env: { ...projectEnvironment(project), CDKTF_OUTDIR: resolve(outdir) },
    shell: true,
  });
  if (code !== 0)
    throw new Error(`the project cannot be synthesized: \`${app}\` ended with ${code}:\n${output}`);
  return Promise.all(
    stacksIn(outdir).map(async (folder) => ({
      name: basename(folder),
      folder,
      content: fieldsOf(await readJsonFile(join(folder, stackFile))),
    })),
  );
}

/** The environment with the project's own programs first. npx asks no registry for those that are missing. */
function projectEnvironment(project: string): NodeJS.ProcessEnv {
  const programs = packageFolders(project).map((folder) => join(folder, '.bin'));
  const { PATH = '' } = process.env;
  return { ...process.env, PATH: [...programs, PATH].join(delimiter), npm_config_yes: 'false' };
}
