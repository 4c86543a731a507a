import { posix } from 'node:path';
import { runInThisContext } from 'node:vm';
import * as cdktf from 'cdktf';
import * as constructs from 'constructs';
import { transformSync } from 'esbuild';
import * as edge from '../../../lib';
import type { ObjectValue } from '../../../lib/schema';

/** What a project synthesizes, of all its stacks. */
export interface Synthesized {
  /** The attributes of each resource as Terraform reads them, by address. */
  readonly resources: ReadonlyMap<string, ObjectValue>;
  /** The import ids, by address. */
  readonly imports: ReadonlyMap<string, string>;
}

/** Runs the code of a CDKTF project in this process, against the constructs of the sources. */
export function runProject(files: ReadonlyMap<string, string>): Synthesized {
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
  const packages = new Map<string, unknown>([
    ['cdktf', { ...cdktf, App }],
    ['cdktf-edge-platform', edge],
    ['constructs', constructs],
  ]);
  const loaded = new Map<string, { exports: unknown }>();
  const load = (path: string): unknown => {
    const known = loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const requireFrom = (name: string) =>
      name.startsWith('.') ? load(`${posix.join(posix.dirname(path), name)}.ts`) : packages.get(name);
    compile(files.get(path) ?? missing(path))(module, module.exports, requireFrom);
    return module.exports;
  };
  load('main.ts');
  return collect(
    apps.flatMap((app) => app.node.children.filter((each) => cdktf.TerraformStack.isStack(each))),
  );
}

type Run = (module: object, exports: object, require: (name: string) => unknown) => void;

function compile(source: string): Run {
  const { code } = transformSync(source, { loader: 'ts', format: 'cjs' });
  return runInThisContext(`(function (module, exports, require) {${code}\n})`) as Run;
}

interface Stack {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly import?: readonly { readonly to: string; readonly id: string }[];
}

function collect(stacks: readonly cdktf.TerraformStack[]): Synthesized {
  const resources = new Map<string, ObjectValue>();
  const imports = new Map<string, string>();
  for (const stack of stacks) {
    const json = JSON.parse(cdktf.Testing.synth(stack)) as Stack;
    // Those of the stack start terraform.
    const faults = stack.node.findAll().flatMap((each) => (each === stack ? [] : each.node.validate()));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    for (const [type, byName] of Object.entries(json.resource ?? {}))
      for (const [name, body] of Object.entries(byName)) {
        const attributes = Object.entries(body).filter(
          ([each]) => !['lifecycle', 'applied_at'].includes(each),
        );
        resources.set(`${type}.${name}`, readTemplates(Object.fromEntries(attributes)) as ObjectValue);
      }
    for (const { to, id } of json.import ?? []) imports.set(to, id);
  }
  return { resources, imports };
}

/** Texts without expressions, as Terraform reads them. */
function readTemplates(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readTemplates);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readTemplates(item)]));
  if (typeof value !== 'string') return value;
  if (/(?<!\$)\$\{|(?<!%)%\{/.test(value)) throw new Error(`${value} has an expression`);
  return value.replace(/([$%])\1\{/g, '$1{');
}

function missing(path: string): never {
  throw new Error(`The project has no file ${path}.`);
}
