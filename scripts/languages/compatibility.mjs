// What jsii accepts although another language cannot express it, or not as TypeScript does. jsii drops exported functions and constants
// and all overloads but the first, and it takes unions of any types: docs/decisions/0035-language-packages.md.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ts = createRequire(import.meta.url)('typescript');

/**
 * Finds what users of other languages would miss or could not write, one line each.
 *
 * @param assembly - the content of `.jsii`
 * @param entry - path of the declarations or sources of the module's index
 */
export function findIncompatibilities(assembly, entry) {
  return [...findInDeclarations(assembly, entry), ...Object.values(assembly.types).flatMap(findInType)];
}

function findInDeclarations({ name, types }, entry) {
  const program = ts.createProgram([entry], { noLib: true, noResolve: false, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const exported = checker
    .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(entry)))
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  return exported.flatMap((symbol) => [
    ...(types[`${name}.${symbol.name}`] === undefined
      ? [
          `${symbol.name}: is exported, and is no type of the other languages. Export a class, an enum or an interface.`,
        ]
      : []),
    ...overloadsOf(symbol).map(
      (member) =>
        `${symbol.name}.${member}: has overloads, of which jsii keeps the first. Give each its own name, or one signature.`,
    ),
  ]);
}

/** The members with several signatures, `constructor` included. */
function overloadsOf(symbol) {
  return [...(symbol.members ?? []), ...(symbol.exports ?? [])]
    .filter(([, { declarations = [] }]) => declarations.filter(isSignature).length > 1)
    .map(([member]) => (member === ts.InternalSymbolName.Constructor ? 'constructor' : member));
}

/** The implementation of overloads has a body, and a lone method has one too: it counts only beside others. */
function isSignature(declaration) {
  return (
    ts.isMethodDeclaration(declaration) ||
    ts.isMethodSignature(declaration) ||
    ts.isConstructorDeclaration(declaration)
  );
}

function findInType(type) {
  const problems = [];
  const add = (member, problem) =>
    problems.push(`${type.name}${member === '' ? '' : `.${member}`}: ${problem}`);
  if (type.kind === 'interface' && !type.datatype)
    add(
      '',
      'is an interface to implement, which calls back into the program. Make it a class, or data (readonly properties).',
    );
  const { properties = [], methods = [], initializer = {} } = type;
  const values = [
    ...properties.map((each) => [each, each.name]),
    ...[...methods, { ...initializer, name: 'constructor' }]
      .filter((each) => !each.protected)
      .flatMap(({ name, parameters = [], returns, async: isAsync }) => {
        if (isAsync) add(name, 'is asynchronous, which other languages call as if it were not.');
        return [...parameters.map((each) => [each, `${name}(${each.name})`]), [returns, `${name}()`]];
      }),
  ];
  for (const [value, place] of values)
    for (const problem of findInReference(value?.type)) add(place, problem);
  for (const [one, other] of twinsOf([...properties, ...methods]))
    add(one, `has the name of ${other} in languages that write names in another case.`);
  if ([...properties, ...methods].some(({ name }) => pascal(name) === type.name))
    add('', 'has a member with its own name, which C# refuses.');
  return problems;
}

/** What is wrong with a type: only values that each language has a notation for can be alternatives of each other. */
function findInReference(type) {
  if (type?.primitive === 'any') return ['is of any type, of which compilers know nothing.'];
  if (type?.collection !== undefined) return findInReference(type.collection.elementtype);
  if (type?.union === undefined) return [];
  const alternatives = type.union.types.map(({ primitive, fqn }) => primitive ?? fqn);
  const isToken = (each) => /^cdkt[fn]\.IResolvable$/.test(each);
  const isScalar = (each) => ['string', 'number', 'boolean'].includes(each);
  return alternatives.every((each) => each !== undefined && (isScalar(each) || isToken(each)))
    ? []
    : [
        `is a union of ${alternatives.map((each) => each ?? 'a collection').join(' and ')}. Use a class with a method for each.`,
      ];
}

/** Members that are one in a language of another case: `clientIP` and `ClientIP` are `client_ip` in Python. */
function twinsOf(members) {
  const first = new Map();
  return members.flatMap(({ name }) => {
    const key = name.toLowerCase();
    const known = first.get(key);
    if (known === undefined) first.set(key, name);
    return known === undefined || known === name ? [] : [[name, known]];
  });
}

const pascal = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** `node compatibility.mjs <folder of a jsii module> <its index>` */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = '', entry = ''] = process.argv.slice(2);
  const assembly = JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8'));
  const problems = findIncompatibilities(assembly, join(folder, entry));
  for (const each of problems) console.log(each);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
