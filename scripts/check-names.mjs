// Checks that names are data: a key that comes from outside must not reach what every object inherits. `record[name]` of a pool
// named `constructor` is a function, and a write under `__proto__` vanishes. TypeScript says which keys are of a few known ones.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(fileURLToPath(import.meta.url), '..', '..');

/** What must be found, each alone in a file of `lib`; the names are declared there. */
const refused = [
  'texts[name];',
  'texts[name] ?? "";',
  'maybe?.[name];',
  'nested.inner[name];',
  'json[name];',
  'JSON.parse(name)[name];',
  'process.env[name];',
  'if (Object.hasOwn(texts, other)) use(texts[name]);',
  'if (Object.hasOwn(json, name)) use(texts[name]);',
  'texts[`${name}x`];',
  'named[name as Names & string];',
  'target[name] = "x";',
  'target[name] ??= "x";',
  'name in texts;',
  'const { [name]: found } = texts; use(found);',
  'Object.assign(target, texts);',
  'Reflect.get(texts, name);',
  'Reflect.set(target, name, 1);',
  'Reflect.has(texts, name);',
  'for (const key in texts) use(key);',
  'texts.hasOwnProperty(name);',
  'class Holder { readonly #texts = texts; get(key: string) { return this.#texts[key]; } } use(Holder);',
  'const get = <K extends string>(key: K) => texts[key]; use(get);',
];

/** What must pass. */
const allowed = [
  'list[0];',
  'list[index];',
  'name[index];',
  'known[kind];',
  'known["a"];',
  'target["a"] = "x";',
  'map.get(name);',
  'if (!Object.hasOwn(Object.prototype, name)) Reflect.get(texts, name);',
  'if (Object.hasOwn(texts, name)) use(texts[name]);',
  'use(Object.hasOwn(texts, name) ? texts[name] : undefined);',
  'process.env[`TF_VAR_${name}`];',
  'delete target[name];',
  '({ [name]: 1 });',
  'Object.fromEntries([[name, 1]]);',
  'Object.assign(new Error(), { code: 1 });',
  '"a" in texts;',
  'const get = <K extends keyof typeof known>(key: K) => known[key]; use(get);',
];

const declarations = `
declare const name: string, other: string, index: number, kind: 'a' | 'b';
declare const texts: Readonly<Record<string, string>>, maybe: Readonly<Record<string, string>> | undefined;
declare const nested: { readonly inner: Readonly<Record<string, unknown>> }, json: { readonly [key: string]: unknown };
type Names = string; declare const named: Record<Names, string>;
declare const target: Record<string, unknown>, list: readonly string[], known: { readonly a: 1; readonly b: 2 };
declare const map: ReadonlyMap<string, string>; declare function use(value: unknown): void;
export {};
`;

/** What the others use, with tests of its own. */
const way = 'lib/ground/record.ts';

const inherited = Object.getOwnPropertyNames(Object.prototype);

const probes = new Map(
  [...refused, ...allowed].map((code, at) => [
    join(root, 'lib', `probe-${at}.ts`),
    `${declarations}${code}\n`,
  ]),
);
const problems = [];
for (const [project, extra] of [
  ['tsconfig.json', probes],
  ['lib/emulator/page/browser/tsconfig.json', new Map()],
]) {
  const program = programOf(project, extra);
  const checker = program.getTypeChecker();
  for (const file of program.getSourceFiles()) {
    const name = relative(root, file.fileName);
    if (file.isDeclarationFile || !name.startsWith('lib/') || name === way) continue;
    const found = findIn(file, checker);
    const code = extra.get(file.fileName)?.slice(declarations.length).trim();
    if (code === undefined) problems.push(...found);
    else if (refused.includes(code) && found.length === 0) problems.push(`the check does not find: ${code}`);
    else if (allowed.includes(code)) problems.push(...found.map(() => `the check refuses: ${code}`));
  }
}
if (problems.length > 0) {
  console.error(
    `Names of users are keys here. Use own, setOwn (lib/ground/record.ts), a Map, or Object.hasOwn beside the access:\n  ${[...new Set(problems)].join('\n  ')}`,
  );
  process.exitCode = 1;
} else {
  console.log(
    `No name of a user reaches what objects inherit. The check refuses ${refused.length} ways to it.`,
  );
}

function programOf(project, extra) {
  const path = join(root, project);
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, join(path, '..'));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => extra.get(name) ?? readFile(name);
  host.fileExists = (name) => extra.has(name) || fileExists(name);
  host.getSourceFile = (name, languageVersion, ...rest) =>
    extra.has(name)
      ? ts.createSourceFile(name, extra.get(name) ?? '', languageVersion, true)
      : getSourceFile(name, languageVersion, ...rest);
  const ours = fileNames.filter((name) => relative(root, name).startsWith('lib'));
  return ts.createProgram([...ours, ...extra.keys()], options, host);
}

function findIn(file, checker) {
  const found = [];
  const report = (node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    found.push(
      `${relative(root, file.fileName)}:${line + 1}: ${node.getText().replace(/\s+/g, ' ').slice(0, 100)}`,
    );
  };
  const isNamed = (node) => !isBounded(checker.getTypeAtLocation(node), checker);
  const visit = (node) => {
    if (ts.isElementAccessExpression(node)) {
      const isRecord = !isListLike(checker.getTypeAtLocation(node.expression), checker);
      if (
        isRecord &&
        isNamed(node.argumentExpression) &&
        !asksFor(node, node.expression.getText(), node.argumentExpression) &&
        !ts.isDeleteExpression(node.parent)
      )
        report(node);
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
      if (!ts.isPrivateIdentifier(node.left) && isNamed(node.left)) report(node);
    } else if (ts.isBindingElement(node) && node.propertyName !== undefined) {
      if (ts.isComputedPropertyName(node.propertyName) && isNamed(node.propertyName.expression)) report(node);
    } else if (ts.isForInStatement(node)) report(node.expression);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const called = node.expression.getText();
      const [, key] = node.arguments;
      if (called === 'Object.assign') {
        if (node.arguments.slice(1).some((each) => hasAnyKey(checker.getTypeAtLocation(each), checker)))
          report(node);
      } else if (/^Reflect\.(get|set|has)$/.test(called)) {
        if (key !== undefined && isNamed(key) && !asksFor(node, 'Object.prototype', key)) report(node);
      } else if (node.expression.name.text === 'hasOwnProperty') report(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Whether a key is one of a few known ones, or a number. */
function isBounded(type, checker) {
  if (type.isUnion()) return type.types.every((each) => isBounded(each, checker));
  if (type.isStringLiteral()) return !inherited.includes(type.value);
  if (type.flags & ts.TypeFlags.TemplateLiteral) {
    const [start] = type.texts;
    return start !== '' && !inherited.some((each) => each.startsWith(start) || start.startsWith(each));
  }
  const others =
    ts.TypeFlags.NumberLike | ts.TypeFlags.ESSymbolLike | ts.TypeFlags.Never | ts.TypeFlags.Index;
  if (type.flags & others)
    return (
      !(type.flags & ts.TypeFlags.Index) || isBounded(checker.getBaseConstraintOfType(type) ?? type, checker)
    );
  const constraint = checker.getBaseConstraintOfType(type);
  return constraint !== undefined && constraint !== type && isBounded(constraint, checker);
}

/** Arrays, tuples, buffers and texts: they have numbers as keys. */
function isListLike(type, checker) {
  if (type.isUnion()) return type.types.every((each) => isListLike(each, checker));
  if (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.Undefined | ts.TypeFlags.Null)) return true;
  const apparent = checker.getApparentType(type);
  return apparent.getNumberIndexType() !== undefined && apparent.getStringIndexType() === undefined;
}

function hasAnyKey(type, checker) {
  if (type.isUnionOrIntersection()) return type.types.some((each) => hasAnyKey(each, checker));
  return (
    (type.flags & ts.TypeFlags.Any) !== 0 || checker.getApparentType(type).getStringIndexType() !== undefined
  );
}

/** Whether the same function asks `Object.hasOwn` for a record and a key. */
function asksFor(node, record, key) {
  const scope = ts.findAncestor(node, (each) => ts.isFunctionLike(each) || ts.isSourceFile(each));
  return scope?.getText().includes(`Object.hasOwn(${record}, ${key.getText()})`) === true;
}
