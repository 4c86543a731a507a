import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

const lib = join(__dirname, '../../lib');

describe('the functions of lib', () => {
  it('have different bodies: what two rooms need is in ground, or in the room that owns the fact', () => {
    const places = new Map<string, string[]>();
    for (const file of readdirSync(lib, { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(file))
        for (const { line, body } of functionsOf(file, readFileSync(join(lib, file), 'utf8')))
          for (const reader of readersOf(file.split(sep).join('/'))) {
            const key = `${reader} ${body}`;
            places.set(key, [...(places.get(key) ?? []), `${file}:${line}`]);
          }
    expect([...places.values()].filter((each) => each.length > 1)).toEqual([]);
  });
});

/** Shorter ones, such as `typeof value === 'string'`, say no more than a name for them would. */
const shortestBody = 30;

/** Who may import a file. The emulator is an independent witness of what others say about the API; the script of its page runs in a browser. */
function readersOf(file: string): readonly string[] {
  if (file.startsWith('emulator/page/browser/')) return ['page'];
  if (file.startsWith('emulator/')) return ['emulator'];
  if (file.startsWith('ground/')) return ['page', 'emulator', 'others'];
  return /^(logs|waf)\//.test(file) ? ['emulator', 'others'] : ['others'];
}

function functionsOf(file: string, text: string): { readonly line: number; readonly body: string }[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: { line: number; body: string }[] = [];
  const visit = (node: ts.Node, outer: readonly string[]): void => {
    const own = functionAt(node);
    const names = own === undefined ? [] : namesIn(node);
    if (own?.body !== undefined) {
      const tokens = tokensOf(own.body, names);
      const textOf = (parts: readonly string[]) => parts.join(' ').replaceAll(' : ', ':');
      const body = textOf(tokens).replace(/^\{ return (.*) ; \}$/, '$1');
      const given = textOf(own.parameters.flatMap((each) => tokensOf(each, names)));
      // What uses the variables of a function around it is a part of that one.
      if (body.length >= shortestBody && !tokens.some((token) => outer.includes(token)))
        found.push({
          line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          body: `(${given}) ${body}`,
        });
    }
    node.forEachChild((child) => {
      visit(child, [...outer, ...names]);
    });
  };
  visit(source, []);
  return found;
}

function functionAt(
  node: ts.Node,
): ts.FunctionDeclaration | ts.MethodDeclaration | ts.ArrowFunction | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) return node;
  if (!ts.isVariableDeclaration(node) || node.initializer === undefined) return undefined;
  return ts.isArrowFunction(node.initializer) ? node.initializer : undefined;
}

/** The names that a function gives: its own, which it may call, and those of its parameters and variables. */
function namesIn(node: ts.Node): string[] {
  const found = ts.isMethodDeclaration(node) ? [''] : [];
  const visit = (each: ts.Node): void => {
    const isDeclared =
      ts.isParameter(each) ||
      ts.isVariableDeclaration(each) ||
      ts.isBindingElement(each) ||
      ts.isFunctionDeclaration(each);
    if (isDeclared && each.name !== undefined && ts.isIdentifier(each.name)) found.push(each.name.text);
    each.forEachChild(visit);
  };
  visit(node);
  return [...new Set(found)];
}

function tokensOf(node: ts.Node, names: readonly string[]): string[] {
  if (ts.isTypeNode(node) || node.kind === ts.SyntaxKind.JSDoc) return [];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return tokensOf(node.expression, names);
  const { parent } = node;
  if (ts.isIdentifier(node)) {
    const numbered = names.includes(node.text) ? `$${names.indexOf(node.text)}` : node.text;
    if (ts.isShorthandPropertyAssignment(parent)) return [`${node.text}:${numbered}`];
    if (ts.isBindingElement(parent)) {
      if (parent.propertyName === node) return [node.text];
      const isMember = parent.propertyName === undefined && ts.isObjectBindingPattern(parent.parent);
      return [parent.name === node && isMember ? `${node.text}:${numbered}` : numbered];
    }
    const isMember = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
    return [isMember && parent.name === node ? node.text : numbered];
  }
  const children = node.getChildren();
  return children.length === 0 ? [node.getText()] : children.flatMap((child) => tokensOf(child, names));
}
