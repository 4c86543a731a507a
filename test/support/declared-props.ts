import { join } from 'node:path';
import ts from 'typescript';

/** What TypeScript declares for a value, as far as a test can make wrong values of it. */
export type DeclaredType =
  | { readonly kind: 'string' | 'number' | 'boolean' | 'token' | 'class' | 'any' }
  | { readonly kind: 'array' | 'map'; readonly element: Declared }
  | { readonly kind: 'interface'; readonly name: string; readonly members: () => readonly DeclaredMember[] };

export type Declared = readonly DeclaredType[];

export interface DeclaredMember {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: Declared;
}

export interface DeclaredMethod {
  readonly className: string;
  readonly name: string;
  readonly isStatic: boolean;
  readonly parameters: readonly (DeclaredMember & { readonly isRest: boolean })[];
}

const root = join(__dirname, '../..');

/** The interfaces and the public methods that `lib/index.ts` exports, read from the sources. */
export function readDeclarations(): {
  readonly interfaces: ReadonlyMap<string, readonly DeclaredMember[]>;
  readonly methods: readonly DeclaredMethod[];
} {
  const index = join(root, 'lib/index.ts');
  const program = ts.createProgram([index], {
    ...{ strict: true, skipLibCheck: true, types: [], lib: ['lib.es2022.d.ts'] },
    ...{ module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('lib/index.ts exports nothing');

  const membersOf = (type: ts.Type): DeclaredMember[] =>
    type.getProperties().map((property) => ({
      name: property.name,
      isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      type: declaredOf(checker.getTypeOfSymbol(property)),
    }));
  const declaredOf = (type: ts.Type): Declared => {
    const parts = type.isUnion() ? type.types : [type];
    return parts.flatMap((part) => (part.flags & ts.TypeFlags.Undefined ? [] : [partOf(part)]));
  };
  const partOf = (type: ts.Type): DeclaredType => {
    if (type.flags & ts.TypeFlags.Any) return { kind: 'any' };
    if (type.flags & ts.TypeFlags.StringLike) return { kind: 'string' };
    if (type.flags & ts.TypeFlags.NumberLike) return { kind: 'number' };
    if (type.flags & ts.TypeFlags.BooleanLike) return { kind: 'boolean' };
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element !== undefined) return { kind: 'array', element: declaredOf(element) };
    const value = type.getStringIndexType();
    if (value !== undefined) return { kind: 'map', element: declaredOf(value) };
    const name = type.symbol.name;
    if (name === 'IResolvable') return { kind: 'token' };
    return /^I[A-Z]/.test(name) || type.isClass() || name === 'Construct'
      ? { kind: 'class' }
      : { kind: 'interface', name, members: () => membersOf(type) };
  };

  const interfaces = new Map<string, readonly DeclaredMember[]>();
  const methods: DeclaredMethod[] = [];
  for (const exported of checker.getExportsOfModule(module)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    if (symbol.flags & ts.SymbolFlags.Interface) interfaces.set(symbol.name, membersOf(type));
    if ((symbol.flags & ts.SymbolFlags.Class) === 0) continue;
    for (const [isStatic, owner] of [
      [true, checker.getTypeOfSymbol(symbol)],
      [false, type],
    ] as const)
      for (const member of owner.getProperties()) methods.push(...methodOf(symbol.name, isStatic, member));
  }
  return { interfaces, methods };

  /** None for what cdktf declares, for what is private and for methods without parameters. */
  function methodOf(className: string, isStatic: boolean, member: ts.Symbol): DeclaredMethod[] {
    const declaration = member.valueDeclaration;
    if (declaration === undefined || !ts.isMethodDeclaration(declaration)) return [];
    const isOurs = declaration.getSourceFile().fileName.startsWith(join(root, 'lib'));
    const flags = ts.getCombinedModifierFlags(declaration);
    const isPublic = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) === 0;
    if (!isOurs || !isPublic || member.name.startsWith('_') || declaration.parameters.length === 0) return [];
    const parameters = declaration.parameters.map((parameter) => ({
      name: parameter.name.getText(),
      isOptional: checker.isOptionalParameter(parameter),
      isRest: parameter.dotDotDotToken !== undefined,
      type: declaredOf(checker.getTypeAtLocation(parameter)),
    }));
    return [{ className, name: member.name, isStatic, parameters }];
  }
}
