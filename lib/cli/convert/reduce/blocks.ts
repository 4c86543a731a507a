import { isObject, type JsonObject } from '../../../ground/json';
import type { OldModule } from '../model';
import type { WrittenObject } from '../../../hcl/template';
import { own } from '../../../ground/record';

/** A top-level block of a module. */
export interface ModuleBlock {
  readonly section: 'resource' | 'data' | 'variable' | 'local' | 'output' | 'module';
  /** Type and name of a resource or data source; else the name. */
  readonly labels: readonly string[];
  readonly body: WrittenObject;
  /** Relative to the root module. */
  readonly file: string;
}

const sections = {
  resource: 2,
  data: 2,
  variable: 1,
  output: 1,
  module: 1,
} as const;

/** The blocks that a reduced module may need, each local value as one. Override files are merged into what they override. */
export function blocksOf(module: OldModule): readonly ModuleBlock[] {
  const blocks = new Map<string, ModuleBlock>();
  const files = [...module.files].sort(
    (a, b) => Number(isOverrideFile(a.path)) - Number(isOverrideFile(b.path)),
  );
  for (const { path: file, content } of files)
    for (const block of blocksIn(content, file)) {
      const key = [block.section, ...block.labels].join('.');
      const before = blocks.get(key);
      blocks.set(key, before === undefined ? block : { ...before, body: { ...before.body, ...block.body } });
    }
  return [...blocks.values()];
}

/** The blocks of one file. */
export function blocksIn(content: JsonObject, file: string): readonly ModuleBlock[] {
  const labelled = Object.entries(sections).flatMap(([section, depth]) =>
    entriesOf(own(content, section), depth).map(([labels, body]) => ({
      section: section as ModuleBlock['section'],
      labels,
      body: body as WrittenObject,
      file,
    })),
  );
  const locals = bodiesOf(content.locals).flatMap((each) =>
    Object.entries(each).map(([name, value]): ModuleBlock => ({
      section: 'local',
      labels: [name],
      body: { value } as WrittenObject,
      file,
    })),
  );
  return [...labelled, ...locals];
}

/** Terraform merges these files into the others. */
export function isOverrideFile(path: string): boolean {
  return /(?:^|[/_])override\.tf(?:\.json)?$/.test(path);
}

function entriesOf(
  value: unknown,
  depth: number,
): (readonly [labels: readonly string[], body: JsonObject])[] {
  if (depth === 0) return bodiesOf(value).map((body) => [[], body] as const);
  return bodiesOf(value).flatMap((each) =>
    Object.entries(each).flatMap(([label, inner]) =>
      entriesOf(inner, depth - 1).map(([labels, body]) => [[label, ...labels], body] as const),
    ),
  );
}

/** The bodies of the blocks of a kind: a list in HCL, also an object in JSON. */
export function bodiesOf(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isObject);
}
