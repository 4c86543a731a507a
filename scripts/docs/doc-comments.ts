import ts from 'typescript';

/** A prop of an interface, as its doc comment describes it. */
export interface Prop {
  readonly name: string;
  /** The name as it is spelled in the source. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly comment: string;
  /** The text of `@default`. */
  readonly defaultText?: string;
}

export interface EnumMember {
  /** With the name of the enum: `HealthStatus.HEALTHY`. */
  readonly name: string;
  readonly value: string;
  readonly comment: string;
}

/** A getter of a construct that returns the value of an attribute. */
export interface Output {
  readonly name: string;
  /** The attribute, with dots: `status.migration_state`. */
  readonly path: string;
  readonly comment: string;
}

/** What a caller of a class sees: `static fromJson(json: string): LogFilter`. */
export interface Member {
  readonly signature: string;
  readonly comment: string;
}

export interface ClassDoc {
  readonly comment: string;
  readonly outputs: readonly Output[];
  /** The constructor first, if it is public. */
  readonly members: readonly Member[];
}

/** The documented declarations of some sources, by name. */
export class DocComments {
  readonly interfaces = new Map<string, readonly Prop[]>();
  readonly #bases = new Map<string, string>();
  /** The interfaces and classes whose members are those of what extends them: nobody else sees them. */
  readonly #hidden = new Set<string>();
  readonly enums = new Map<string, readonly EnumMember[]>();
  readonly classes = new Map<string, ClassDoc>();

  /** Parses without checking types, which takes milliseconds. */
  add(path: string, text: string): void {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    for (const statement of source.statements) {
      if (ts.isInterfaceDeclaration(statement)) {
        this.interfaces.set(
          statement.name.text,
          statement.members.filter((each) => ts.isPropertySignature(each)).map(propOf),
        );
      }
      if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
        const [name, base] = [statement.name?.text ?? '', baseOf(statement)];
        if (base !== undefined) this.#bases.set(name, base);
        if (commentOf(statement).startsWith('Base of')) this.#hidden.add(name);
      }
      if (ts.isEnumDeclaration(statement)) this.enums.set(statement.name.text, membersOf(statement));
      if (ts.isClassDeclaration(statement) && statement.name)
        this.classes.set(statement.name.text, {
          comment: commentOf(statement),
          outputs: statement.members.flatMap(outputOf),
          members: [...statement.members]
            .sort((a, b) => Number(ts.isConstructorDeclaration(b)) - Number(ts.isConstructorDeclaration(a)))
            .flatMap((member) => memberOf(member, statement.name?.text ?? '')),
        });
    }
  }

  /** The props of an interface. Throws if no source declares it. */
  propsOf(name: string): readonly Prop[] {
    const props = this.interfaces.get(name);
    if (props === undefined) throw new Error(`No source declares the interface ${name}`);
    const hidden = this.#hiddenBaseOf(name);
    return hidden === undefined ? props : [...this.propsOf(hidden), ...props];
  }

  /** A class. Throws if no source declares it. */
  classOf(name: string): ClassDoc {
    const found = this.classes.get(name);
    if (found === undefined) throw new Error(`No source declares the class ${name}`);
    const hidden = this.#hiddenBaseOf(name);
    if (hidden === undefined) return found;
    const { outputs, members } = this.classOf(hidden);
    return { ...found, outputs: [...outputs, ...found.outputs], members: [...found.members, ...members] };
  }

  /** What an interface or a class extends for its users, by name. */
  baseOf(name: string): string | undefined {
    const hidden = this.#hiddenBaseOf(name);
    return hidden === undefined ? this.#bases.get(name) : this.baseOf(hidden);
  }

  #hiddenBaseOf(name: string): string | undefined {
    const base = this.#bases.get(name);
    return base !== undefined && this.#hidden.has(base) ? base : undefined;
  }
}

function propOf(node: ts.PropertySignature): Prop {
  const defaultText = tagOf(node, 'default');
  return {
    name: node.name.getText(),
    type: node.type?.getText() ?? '',
    isOptional: node.questionToken !== undefined,
    comment: commentOf(node),
    ...(defaultText !== undefined && { defaultText: defaultText.replace(/^- /, '') }),
  };
}

function membersOf(node: ts.EnumDeclaration): EnumMember[] {
  return node.members.map((member) => ({
    name: `${node.name.text}.${member.name.getText()}`,
    value: member.initializer && ts.isStringLiteral(member.initializer) ? member.initializer.text : '',
    comment: commentOf(member),
  }));
}

/** A getter whose body is `return this.outputs.get…Attribute('path')`. */
function outputOf(node: ts.ClassElement): Output[] {
  if (!ts.isGetAccessorDeclaration(node)) return [];
  const [, path] = /this\.outputs\.get\w+Attribute\('([\w.]+)'\)/.exec(node.getText()) ?? [];
  return path === undefined ? [] : [{ name: node.name.getText(), path, comment: commentOf(node) }];
}

function baseOf({ heritageClauses }: ts.ClassDeclaration | ts.InterfaceDeclaration): string | undefined {
  const [clause] = (heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return clause?.types[0]?.expression.getText();
}

/** A public member, which is none where its comment says `@internal`. */
function memberOf(node: ts.ClassElement, className: string): Member[] {
  const flags = ts.getCombinedModifierFlags(node);
  const isHidden = (flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
  if (isHidden || tagOf(node, 'internal') !== undefined) return [];
  const comment = commentOf(node);
  if (ts.isConstructorDeclaration(node))
    return [{ signature: `new ${className}(${parametersOf(node)})`, comment }];
  const name = `${(flags & ts.ModifierFlags.Static) === 0 ? '' : 'static '}${node.name?.getText() ?? ''}`;
  if (ts.isMethodDeclaration(node))
    return [{ signature: `${name}(${parametersOf(node)}): ${typeOf(node)}`, comment }];
  if (ts.isGetAccessorDeclaration(node)) return [{ signature: `${name}: ${typeOf(node)}`, comment }];
  return ts.isPropertyDeclaration(node) ? [{ signature: `${name}: ${typeOf(node)}`, comment }] : [];
}

function parametersOf({ parameters }: ts.SignatureDeclaration): string {
  return parameters
    .map(({ name, type, questionToken, initializer, dotDotDotToken }) => {
      const mark = questionToken === undefined && initializer === undefined ? '' : '?';
      const rest = dotDotDotToken === undefined ? '' : '...';
      // A default without a type is that of an options object or a literal.
      return `${rest}${name.getText()}${mark}${type === undefined ? '' : `: ${type.getText()}`}`;
    })
    .join(', ')
    .replaceAll(/\s+/g, ' ');
}

function typeOf({ type }: { readonly type?: ts.TypeNode | undefined }): string {
  return (type?.getText() ?? 'unknown').replaceAll(/\s+/g, ' ');
}

/** The paragraphs of a doc comment, without its tags. */
function commentOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter((each) => ts.isJSDoc(each));
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').trim();
}

function tagOf(node: ts.Node, name: string): string | undefined {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name);
  return tag && (ts.getTextOfJSDocComment(tag.comment) ?? '').trim();
}
