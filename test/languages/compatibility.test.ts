import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { makeFolderInPackage } from '../support/after-test';

const root = join(__dirname, '../..');
const script = join(root, 'scripts/languages/compatibility.mjs');
const jsii = createRequire(__filename).resolve('jsii/bin/jsii');

let folder: string;
beforeEach(() => {
  folder = makeFolderInPackage();
});

/** Compiles a jsii module, and returns what the check finds in it. */
function findings(source: string): readonly string[] {
  const manifest = {
    name: 'probe',
    version: '1.0.0',
    license: 'MIT',
    author: { name: 'probe' },
    repository: { type: 'git', url: 'https://example.com/probe.git' },
    main: 'index.js',
    types: 'index.d.ts',
    stability: 'experimental',
    peerDependencies: { cdktf: '^0.21.0', constructs: '^10.4.2' },
    devDependencies: { cdktf: '0.21.0', constructs: '10.4.2' },
    jsii: { outdir: 'out', targets: {} },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'README.md'), '');
  writeFileSync(join(folder, 'index.ts'), source);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  execFileSync(process.execPath, [jsii, '--silence-warnings=reserved-word'], {
    cwd: folder,
    stdio: 'pipe',
    env: {
      ...process.env,
      JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: process.versions.node.split('.')[0],
    },
  });
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, folder, 'index.ts'], {
    encoding: 'utf8',
  });
  const lines = stdout.trim() === '' ? [] : stdout.trim().split('\n');
  expect({ stderr, status }).toEqual({ stderr: '', status: lines.length === 0 ? 0 : 1 });
  return lines;
}

describe('a module that jsii accepts', () => {
  it('is refused where another language drops a part of it, or cannot express it', () => {
    const found = findings(`
      import type { IResolvable } from 'cdktf';
      export interface One { readonly name?: string }
      export interface Other { readonly size?: number; readonly either?: One | Other; readonly free?: any }
      export interface IListener { changed(): void }
      export class Thing {
        public constructor(public readonly zoneID: string) {}
        public static readonly ClientIP = 'a';
        public static readonly clientIP = 'b';
        public add(name: string): void;
        public add(count: number): void;
        public add(value: string | number): void { void value; }
        public many(values: string[] | string): void { void values; }
        public mixed(values: { [name: string]: boolean | One }): void { void values; }
        public async wait(): Promise<string> { return ''; }
        public thing(): void { return; }
        public listen(listener: IListener): void { listener.changed(); }
        protected synthesize(): any { return this.zoneID; }
      }
      export type Level = 'high' | 'low';
      export const limit = 40;
      export function count(enabled: boolean | IResolvable): string { return String(enabled); }
    `);
    expect(found.map((each) => each.replace(/[:,] .*/, '')).sort()).toEqual([
      'IListener',
      'Level',
      'Other.either',
      'Other.free',
      'Thing',
      'Thing.ClientIP',
      'Thing.add',
      'Thing.many(values)',
      'Thing.mixed(values)',
      'Thing.wait',
      'count',
      'limit',
    ]);
    expect(found).toContain(
      'Thing.add: has overloads, of which jsii keeps the first. Give each its own name, or one signature.',
    );
    expect(found).toContain(
      'Thing.ClientIP: has the name of clientIP in languages that write names in another case.',
    );
  });
});
