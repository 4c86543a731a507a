import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { dataSources } from '../../lib/data-sources';
import { resources } from '../../lib/resources';

const lib = join(__dirname, '../../lib');

/** The files beside `lib/resources` and `lib/data-sources` that name a type, and why they do. */
const reasons: Readonly<Record<string, string>> = {
  'retired/successors.ts': 'decides which type an object of another provider becomes, and knows no resource',
  'retired/names.ts': 'names of the API and of other providers, and the names here',
  'functions/destination.ts': 'the text of a function, which knows no resource',
  'functions/filter.ts': 'the text of a function, which knows no resource',
  'functions/log-fields.ts': 'the text of a function, which knows no resource',
  'functions/logpull-options.ts': 'the text of a function, which knows no resource',
  'cli/demo/stack.ts': 'the code that the demo shows and deploys',
  'cli/waf/help.ts': 'the text of --help, which loads no resource',
  'cli/waf/read.ts': 'a message with a command to run',
  'cli/convert/translate/custom-fields.ts': 'names the type that it translates to; the compiler checks it',
  'cli/convert/translate/jobs.ts': 'names the type that it translates to; the compiler checks it',
  'cli/convert/translate/policies.ts': 'names the type that it translates to; the compiler checks it',
  'cli/convert/translate/waf/once-per-zone.ts': 'code to write by hand, in a finding',
  'cli/convert/translate/waf/migration.ts': 'names the type that it translates to; the compiler checks it',
};

const types = [...resources, ...dataSources].map(({ contract }) => contract.typeName);
const isNamed = new RegExp(`\\b(?:${types.join('|')})\\b`);

it('the types of resources and data sources are named by their slices alone', () => {
  const files = readdirSync(lib, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/^(?:resources|data-sources)\//.test(file))
    .filter((file) => {
      const source = readFileSync(join(lib, file), 'utf8');
      return isNamed.test(source) && textsIn(source).some((text) => isNamed.test(text));
    });
  expect(files.sort()).toEqual(Object.keys(reasons).sort());
});

/** The tokens of a source with text: strings, templates and regular expressions, without comments. */
function textsIn(source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || ts.isTemplateHead(node))
      texts.push(node.text);
    if (ts.isPropertyName(node) && ts.isIdentifier(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX));
  return texts;
}
