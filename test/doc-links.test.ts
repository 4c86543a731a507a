import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { withDocLinks } from '../scripts/doc-links.mjs';
import { namesOf, withPythonNames } from '../scripts/languages/python/names.mjs';
import { anchorOf } from '../scripts/docs/markdown';

const root = join(__dirname, '..');
const isDeclared = (node: ts.Node): node is ts.ClassDeclaration | ts.InterfaceDeclaration =>
  ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node);

const files = [
  ...['edge-provider.ts', 'edge-provider-props.ts', 'secret-variable.ts', 'resources/edge-resource.ts'],
  ...['log-output.ts', 'log-output-props.ts'].map((file) => `resources/logpush-job/${file}`),
  ...readdirSync(join(root, 'lib/resources'), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .flatMap(({ name }) => [`resources/${name}/construct.ts`, `resources/${name}/construct-props.ts`])
    .filter((file) => existsSync(join(root, 'lib', file))),
];

/** The doc comments of the exported constructs, of their props and outputs, by name. */
function commentsOf(file: string): [name: string, see: string][] {
  const text = withDocLinks(file, readFileSync(join(root, 'lib', file), 'utf8'));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const see = (node: ts.Node) =>
    ts
      .getJSDocTags(node)
      .filter(({ tagName }) => tagName.text === 'see')
      .map((tag) => tag.getText())
      .join('');
  return source.statements.filter(isDeclared).flatMap((declared): [string, string][] => {
    const name = declared.name?.text ?? '';
    if (!declared.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isClassDeclaration(declared)) return [[name, see(declared)]];
    return declared.members
      .filter((each) => ts.isPropertySignature(each))
      .map((each) => [`${name}.${each.name.getText()}`, see(each)]);
  });
}

describe('the doc comments of the package', () => {
  const comments = files.flatMap(commentsOf).filter(([name]) => !name.startsWith('UniquenessRule'));

  it('of every construct and prop name its page and its error codes', () => {
    const address = /https:\S+\/docs\/\S+\.md#\S+ and the error codes https:\S+\/docs\/errors\.md#\S+/;
    expect(comments.filter(([, see]) => !address.test(see)).map(([name]) => name)).toEqual([]);
    expect(comments.length).toBeGreaterThan(120);
  });

  it('name only headings that exist', () => {
    const links = new Set(comments.flatMap(([, see]) => see.match(/docs\/\S+/g) ?? []));
    const missing = [...links].filter((link) => {
      const [page = '', anchor = ''] = link.split('#');
      if (!existsSync(join(root, page))) return true;
      const headings = readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.+)$/gm);
      return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor);
    });
    expect(missing).toEqual([]);
  });
});

describe('the docstrings of Python', () => {
  it('have its own names in code, and nowhere else', () => {
    const member = (name: string) => ({ name });
    const names = namesOf({
      types: {
        a: { properties: [member('ownershipChallenge'), member('id')], methods: [member('perZone')] },
      },
    });
    const code = [
      'Set ``ownershipChallenge`` or ``ownershipChallenge: value`` of ``X.perZone``.',
      'class JobWithownershipChallenge: # ``OwnershipChallenge`` ownershipChallenge',
    ].join('\n');
    expect(withPythonNames(code, names).split('\n')).toEqual([
      'Set ``ownership_challenge`` or ``ownership_challenge: value`` of ``X.per_zone``.',
      'class JobWithownershipChallenge: # ``OwnershipChallenge`` ownershipChallenge',
    ]);
  });
});
