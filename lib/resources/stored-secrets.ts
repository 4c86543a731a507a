import { Aspects, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { isSecret, type Attributes, type Contract } from '../schema';
import { isExpression, propName, type GivenAttributes } from './expressions';
import { findReferences, indexReferences, isEphemeralVariable } from './references';
import { addWarning } from './synth-warnings';
import { isInTree } from './zone-registry';
import { own } from '../ground/record';
import { onceFor } from '../ground/remember';

interface Secret {
  readonly construct: Construct;
  readonly prop: string;
  readonly value: unknown;
}

const secretsOf = new WeakMap<TerraformStack, Secret[]>();

/** Warns once of each variable in the stack that holds a secret and is not ephemeral: Terraform writes its value into plan files. */
export function warnOfStoredSecrets(construct: Construct, contract: Contract, given: GivenAttributes): void {
  const secrets = secretNames(contract.attributes)
    .filter((name) => hasExpression(own(given, name)))
    .map((name) => ({ construct, prop: propName(name), value: own(given, name) }));
  if (secrets.length === 0) return;
  const stack = TerraformStack.of(construct);
  const known = secretsOf.get(stack);
  if (known !== undefined) {
    known.push(...secrets);
    return;
  }
  secretsOf.set(stack, secrets);
  Aspects.of(stack).add({
    visit: (node) => {
      if (node === stack) warnOfPlainVariables(stack, secrets);
    },
  });
}

const secretNames = onceFor((attributes: Attributes) =>
  Object.keys(attributes).filter((name) => isSecret(own(attributes, name))),
);

function warnOfPlainVariables(stack: TerraformStack, secrets: readonly Secret[]): void {
  const index = indexReferences(stack);
  const warned = new Set<Construct>();
  for (const { construct, prop, value } of secrets.filter((each) => isInTree(each.construct)))
    for (const variable of findReferences(construct, value, (reference) => index.get(reference)).variables) {
      if (warned.has(variable) || isEphemeralVariable(variable)) continue;
      warned.add(variable);
      addWarning(
        variable,
        'stored_variable',
        `The variable is not ephemeral and holds a secret, ${prop} of ${construct.node.path}: a saved plan contains its ` +
          'value in clear text, even if the variable is sensitive. Declare it as a SecretVariable.',
      );
    }
}

/** Whether a value is an expression, or has one as an item or key. */
function hasExpression(value: unknown): boolean {
  if (isExpression(value)) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some((each) => each.some(hasExpression))
  );
}
