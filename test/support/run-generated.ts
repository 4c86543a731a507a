import { posix } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as cdktf from 'cdktf';
import * as constructs from 'constructs';
import { transformSync } from 'esbuild';
import * as edge from '../../lib';

/**
 * Runs `main.ts` of a generated project of CDK Terrain in this process, against the constructs of the sources, which import CDKTF. Nothing
 * is written.
 *
 * @returns the stacks of its apps
 */
export function runGenerated(files: ReadonlyMap<string, string>): readonly cdktf.TerraformStack[] {
  const apps: cdktf.App[] = [];
  class App extends cdktf.App {
    constructor() {
      super({ stackTraces: false });
    }
    /** Writes no files. */
    override synth(): void {
      apps.push(this);
    }
  }
  const textOf = (path: string): string => {
    const text = files.get(path);
    if (text === undefined) throw new Error(`The project has no file ${path}.`);
    return text;
  };
  const readFileSync = (path: string) => textOf(posix.relative(folder, path));
  const packages = new Map<string, unknown>([
    ['cdktn', { ...cdktf, App }],
    ['cdktf-edge-platform/cdktn', edge],
    ['constructs', constructs],
    ['node:fs', { readFileSync, existsSync: () => false }],
    ['node:path', posix],
  ]);
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const requireFrom = (name: string) =>
      name.startsWith('.') ? load(`${posix.join(posix.dirname(path), name)}.ts`) : packages.get(name);
    compile(textOf(path))(module, module.exports, requireFrom, folder);
    return module.exports;
  };
  load('main.ts');
  return apps.flatMap((app) => app.node.children.filter((each) => cdktf.TerraformStack.isStack(each)));
}

const folder = '/project';

type Run = (module: object, exports: object, require: (name: string) => unknown, __dirname: string) => void;

function compile(source: string): Run {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
  return runInThisContext(`(function (module, exports, require, __dirname) {${code}\n})`) as Run;
}

export function readTemplate(text: string): string {
  if (/(?<!\$)\$\{|(?<!%)%\{/.test(text)) throw new Error(`${text} has an expression`);
  return text.replace(/([$%])\1\{/g, '$1{');
}
