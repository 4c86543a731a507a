import {
  DefaultTokenResolver,
  StringConcat,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Tokenization,
} from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Finds the references of a value in the stack of a construct, directly or through locals: variables, and whether an ephemeral resource
 * is among it. Tokens of the value may be unresolved.
 *
 * @param find - the variable or local of a reference, from an index that is made once where many values are searched
 */
export function findReferences(
  construct: IConstruct,
  value: unknown,
  find: (reference: string) => Referenced | undefined = (reference) =>
    findReferenced(TerraformStack.of(construct), reference),
) {
  const seen = new Set<string>();
  const variables: TerraformVariable[] = [];
  let hasEphemeralResource = false;
  const visit = (part: unknown) => {
    const text = JSON.stringify([resolveIn(construct, part)]);
    hasEphemeralResource ||= /\bephemeral\./.test(text);
    for (const reference of text.match(/\b(?:var|local)\.[\w-]+/g) ?? []) {
      if (seen.has(reference)) continue;
      seen.add(reference);
      const found = find(reference);
      if (found instanceof TerraformVariable) variables.push(found);
      else if (found !== undefined) visit(found.toTerraform());
    }
  };
  visit(value);
  return { variables, hasEphemeralResource };
}

/** Whether a variable is ephemeral. cdktf knows no such property, so an override has it. */
export function isEphemeralVariable(variable: TerraformVariable): boolean {
  const declared = variable.toTerraform() as { variable: Record<string, { ephemeral?: boolean }> };
  return Object.values(declared.variable).some(({ ephemeral }) => ephemeral === true);
}

export function resolveIn(scope: IConstruct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}

type Referenced = TerraformVariable | TerraformLocal;

/** The index of each stack at its last search. */
const referenced = new WeakMap<TerraformStack, ReadonlyMap<string, Referenced>>();

/** Searches the stack again only where the reference is new: a search for every construct would take quadratic time. */
function findReferenced(stack: TerraformStack, reference: string): Referenced | undefined {
  const known = referenced.get(stack)?.get(reference);
  if (known !== undefined && referenceTo(known) === reference) return known;
  const found = indexReferences(stack);
  referenced.set(stack, found);
  return found.get(reference);
}

export function indexReferences(stack: TerraformStack): ReadonlyMap<string, Referenced> {
  const all = stack.node
    .findAll()
    .filter((each) => each instanceof TerraformVariable || each instanceof TerraformLocal);
  return new Map(all.map((each) => [referenceTo(each), each]));
}

function referenceTo(element: Referenced): string {
  return `${element instanceof TerraformVariable ? 'var' : 'local'}.${element.friendlyUniqueId}`;
}
