import { posix } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as cdktf from 'cdktf';
import * as constructs from 'constructs';
import { transformSync } from 'esbuild';
import * as edge from '../../../lib';

/** Terraform's JSON syntax. */
export interface StackJson {
  readonly [type: string]: unknown;
  readonly terraform: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly resource: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** Runs the code of a converted project in this process, against the constructs of the sources: what Terraform reads of its stack. */
export function synthesize(files: ReadonlyMap<string, string>): StackJson {
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
  const readFileSync = (path: string) => textOf(files, posix.relative('/project', path));
  const packages = new Map<string, unknown>([
    ['cdktf', { ...cdktf, App }],
    ['cdktf-edge-platform', edge],
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
    compile(textOf(files, path))(module, module.exports, requireFrom, '/project');
    return module.exports;
  };
  load('main.ts');
  const [stack] = apps.flatMap((app) =>
    app.node.children.filter((each) => cdktf.TerraformStack.isStack(each)),
  );
  if (stack === undefined) throw new Error('main.ts makes no stack.');
  // Those of the stack start terraform.
  const faults = stack.node.findAll().flatMap((each) => (each === stack ? [] : each.node.validate()));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  stack.prepareStack();
  return withoutMetadata(stack.toTerraform()) as StackJson;
}

type Run = (module: object, exports: object, require: (name: string) => unknown, __dirname: string) => void;

function compile(source: string): Run {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
  return runInThisContext(`(function (module, exports, require, __dirname) {${code}\n})`) as Run;
}

function textOf(files: ReadonlyMap<string, string>, path: string): string {
  const text = files.get(path);
  if (text === undefined) throw new Error(`The project has no file ${path}.`);
  return text;
}

function withoutMetadata(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMetadata);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '//' && name !== 'applied_at')
      .map(([name, each]) => [name, withoutMetadata(each)]),
  );
}
