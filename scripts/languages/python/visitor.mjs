// The Python of jsii-rosetta, with what it gets wrong for these constructs put right.
import { createRequire } from 'node:module';
import ts from 'typescript';

const { PythonVisitor, renderTree } = createRequire(import.meta.url)('jsii-rosetta');

/** The class of what a visitor returns. jsii-rosetta does not export it. */
const { constructor: Output } = new PythonVisitor().thisKeyword();

export class Visitor extends PythonVisitor {
  /** Structs that the code makes and TypeScript has no names for: Python must import them. */
  structs = new Set();

  importedNameForType({ fqn }) {
    const name = fqn.split('.').at(-1);
    this.structs.add(name);
    return name;
  }

  /** Keywords end in an underscore, constants of classes are in capitals: the names that jsii-pacmak gives. */
  identifier(node, context) {
    const output = super.identifier(node, context);
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    if (isMember && isConstant(context.typeChecker.getSymbolAtLocation(node)))
      return new Output([constantName(node.text)]);
    return isMember && keywords.has(node.text) ? new Output([`${node.text}_`]) : output;
  }

  /** jsii-rosetta leaves what is in the braces as it is in TypeScript. */
  templateExpression(node, context) {
    const parts = node.templateSpans.map(
      ({ expression, literal }) => `{${renderTree(context.convert(expression))}}${escaped(literal.text)}`,
    );
    return new Output([`f"${escaped(node.head.text)}${parts.join('')}"`]);
  }

  spreadAssignment(node, context) {
    return new Output(['**', context.convert(node.expression)], [], { canBreakLine: true });
  }

  /** Types are no syntax in the body, but readers of Python expect them in a signature. */
  parameterDeclaration(node, context) {
    const type = node.type?.getText();
    if (type === undefined || !ts.isConstructorDeclaration(node.parent))
      return super.parameterDeclaration(node, context);
    return new Output([context.convert(node.name), ': ', pythonTypes[type] ?? type]);
  }
}

const pythonTypes = { string: 'str', number: 'float', boolean: 'bool' };

const keywords = new Set(['and', 'or', 'not', 'in', 'is', 'from', 'import', 'with', 'as', 'lambda']);

function isConstant(symbol) {
  const declaration = symbol?.valueDeclaration;
  if (declaration === undefined || !ts.isPropertyDeclaration(declaration)) return false;
  const flags = ts.getCombinedModifierFlags(declaration);
  return (flags & ts.ModifierFlags.Static) !== 0 && (flags & ts.ModifierFlags.Readonly) !== 0;
}

function constantName(name) {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z]+)/g, '$1_$2')
    .toUpperCase();
}

function escaped(text) {
  return JSON.stringify(text).slice(1, -1).replaceAll(/[{}]/g, '$&$&');
}
