import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../lib/resources';
import { withTimeouts, type Attributes } from '../lib/schema';
import { argumentsOf, defaultOf, interfaceOf, mentions, type Argument } from '../scripts/docs/attributes';
import { exampleOf, hclOf } from '../scripts/docs/examples';
import { managedRulesets } from '../lib/waf';
import { pairsOn, withPython } from '../scripts/docs/blocks';
import { classNameOf } from '../scripts/docs/names';
import { border, makePages, readDocComments } from '../scripts/docs/pages';

import { withoutNotes } from './constructs/support';

const root = join(__dirname, '..');
const docs = readDocComments();

/** The types of the package would add those of browsers to the whole project. */
const { parse } = jest.requireActual<{
  parse: (file: string, text: string) => Promise<{ resource?: Blocks; variable?: object; filter?: unknown }>;
}>('@cdktf/hcl2json');

describe('the generated pages', () => {
  it('are those that `npm run docs` writes', async () => {
    const python = new Map(docsPages().flatMap((path) => [...pairsOn(readPage(path) ?? '')]));
    const pages = [...(await makePages((code) => python.get(code) ?? 'not translated'))];
    expect(pages.length).toBeGreaterThan(resources.length + 1);
    expect(pages.filter(([path, text]) => readPage(path) !== text).map(([path]) => path)).toEqual([]);
  });
});

describe('the Python of a page', () => {
  const page = 'Text.\n\n```ts\njob.importFrom(id);\n```\n\n```ts only\nexpect(job);\n```\n';
  const translated = withPython(page, () => 'job.import_from(id)\n');

  it('comes below its TypeScript', () => {
    expect(translated).toMatch(
      /importFrom\(id\);\n```\n\n```python [\da-f]{8}\njob\.import_from\(id\)\n```\n\n```ts only/,
    );
    expect(withPython(translated, () => 'job.import_from(id)\n')).toBe(translated);
  });

  it('is outdated when either language has changed', () => {
    expect([...pairsOn(translated)]).toEqual([['job.importFrom(id);\n', 'job.import_from(id)\n']]);
    expect([...pairsOn(translated.replace('importFrom', 'import'))]).toEqual([]);
    expect([...pairsOn(translated.replace('import_from', 'import'))]).toEqual([]);
  });
});

function docsPages(): string[] {
  return readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
}

function readPage(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

describe.each(resources.map(({ contract }) => [contract.typeName, withTimeouts(contract)] as const))(
  'the page of %s',
  (_, contract) => {
    const className = classNameOf(contract);
    const inner = ({ prop, attribute }: Argument): Argument[] =>
      prop !== undefined && attribute?.type.kind === 'nested'
        ? argumentsOf(attribute.type.attributes, interfaceOf(prop, docs))
        : [];
    const top = argumentsOf(contract.attributes, docs.propsOf(`${className}Props`));
    const all = [...top, ...top.flatMap(inner)];

    it('states every default as the contract has it', () => {
      const wrong = all.filter(({ prop, attribute }) => {
        const value = defaultOf(attribute);
        const isNamed = attribute !== undefined && named.some((each) => each === value);
        if (prop === undefined || value === undefined || value === '' || isNamed) return false;
        return !mentions(prop.defaultText ?? '', value, docs);
      });
      expect(wrong.map(({ prop }) => prop?.name)).toEqual([]);
    });

    it('states that a change replaces the object where it does', () => {
      const replacing = /\bA change (?:replaces|migrates)\b|\ba change replaces\b/;
      const stated = all.filter(({ prop }) => replacing.test(prop?.comment.replaceAll(/\s+/g, ' ') ?? ''));
      const actual = all.filter(({ prop, attribute }) => prop !== undefined && attribute?.replaces === true);
      expect(stated.map(({ name }) => name)).toEqual(actual.map(({ name }) => name));
    });

    it('has a comment for every prop', () => {
      expect(top.filter(({ prop }) => prop?.comment === '')).toEqual([]);
    });

    it('lists every computed attribute as an output', () => {
      const { outputs } = docs.classOf(className);
      const paths = outputs.map(({ path }) => path);
      expect(computedPaths(contract.attributes).filter((path) => !paths.includes(path))).toEqual([]);
    });
  },
);

/** Defaults that their comments describe by a name: a ruleset, a delimiter. */
const named = [managedRulesets.managed, ','];

function computedPaths(attributes: Attributes, prefix = ''): string[] {
  return Object.entries(attributes).flatMap(([name, { type, presence }]) => {
    if (presence !== 'computed') return [];
    return type.kind === 'nested' ? computedPaths(type.attributes, `${name}.`) : [`${prefix}${name}`];
  });
}

describe('the HCL of an example', () => {
  it.each(readdirSync(join(root, 'examples/resources')))('says what %s synthesizes', async (file) => {
    const { stack } = await exampleOf(file.replace(/\.ts$/, ''));
    const { resource = {}, variable = {} } = await readHcl(hclOf(stack));
    expect(bodiesOf(resource)).toEqual(bodiesOf(stack.resource ?? {}).map(withoutNotes));
    const types = Object.values(stack.variable ?? {}).map((body) => ({
      ...body,
      type: `\${${String(body.type)}}`,
    }));
    expect(Object.values(variable)).toEqual(types.map((body) => [body]));
  });
});

type Blocks = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The bodies of all resources. A block of HCL is a list of one. */
function bodiesOf(resource: Blocks): Record<string, unknown>[] {
  return Object.values(resource).flatMap(Object.values).flat() as Record<string, unknown>[];
}

/** HCL as the JSON that cdktf synthesizes, where a filter is JSON in a text and `lifecycle` is no list. */
async function readHcl(text: string): ReturnType<typeof parse> {
  const read = await parse('example.tf', text);
  const bodies = bodiesOf(read.resource ?? {});
  for (const body of bodies) {
    if (Array.isArray(body.lifecycle)) [body.lifecycle] = body.lifecycle as unknown[];
    const [, filter] = /^\$\{jsonencode\(([^]*)\)\}$/.exec(String(body.filter)) ?? [];
    if (filter !== undefined)
      body.filter = JSON.stringify((await parse('filter.tf', `filter = ${filter}`)).filter);
  }
  return read;
}

/** What is generated from its first line to its last one. */
const generated = ['docs/api.md', 'docs/terraform/'];

describe('a page', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'SECURITY.md',
    ...docsPages(),
  ];
  const byHand = pages.filter((path) => !generated.some((start) => path.startsWith(start)));

  it.each(pages)('%s has no table of more than four columns', (path) => {
    const rules = (readPage(path) ?? '').split('\n').filter((line) => /^\|( :?-+:? \|)+$/.test(line));
    expect(rules.filter((line) => line.split('|').length - 2 > 4)).toEqual([]);
  });

  it.each(byHand)('%s has no line of more than 400 characters', (path) => {
    const text = readPage(path) ?? '';
    const written = text.slice(Math.max(0, text.indexOf(border)));
    expect(written.split('\n').filter((line) => line.length > 400)).toEqual([]);
  });

  it.each(pages)('%s that has code or commands for CDK Terrain says what users of CDKTF change', (path) => {
    const text = readPage(path) ?? '';
    if (!/^import .* from 'cdktn'|^npx cdktn |^npm install .*cdktn/m.test(text)) return;
    expect(text).toMatch(/With CDKTF, /);
  });
});

describe('docs/README.md', () => {
  it('lists every page', () => {
    const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
    const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.md') && name !== 'README.md' && !name.startsWith('decisions'),
    );
    expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});
