import { TerraformDataSource, TerraformResource, TerraformStack, TerraformVariable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { getOrAdd, onceFor } from '../ground/remember';

type Addressed = TerraformResource | TerraformDataSource | TerraformVariable;

/** The elements of ours in a stack, each with the construct that users know it by. Their addresses are checked at synth. */
const elementsIn = onceFor((stack: TerraformStack) => {
  const ours = new Map<Addressed, IConstruct>();
  stack.node.addValidation({ validate: () => findFaults(stack, ours) });
  return ours;
});

/** Refuses a name that Terraform does not take, and an address that another element of the stack has, of any library: the host would merge both. */
export function checkAddress(element: Addressed, construct: IConstruct = element): void {
  elementsIn(TerraformStack.of(element)).set(element, construct);
}

function findFaults(stack: TerraformStack, ours: ReadonlyMap<IConstruct, IConstruct>): string[] {
  const elements = new Map<string, Addressed[]>();
  for (const element of stack.node.findAll().filter(isAddressed))
    getOrAdd(elements, addressOf(element), () => []).push(element);
  return [...elements].flatMap(([address, found]) => {
    if (!found.some((each) => ours.has(each))) return [];
    const paths = found.map((each) => (ours.get(each) ?? each).node.path);
    const name = found[0]?.friendlyUniqueId ?? '';
    if (paths.length > 1)
      return [
        `${address}: ${paths.join(' and ')} have the same address in Terraform${lackedLetters(paths)}. They would become one ` +
          'resource with the attributes of all. Give one of them another id.',
      ];
    // The host would lose the configuration of all resources of the type.
    if (name === '__proto__')
      return [
        `${paths.join('')}: its name in Terraform would be "__proto__", which JavaScript reserves. Give it another id.`,
      ];
    if (/^[\p{ID_Start}_]/u.test(name)) return [];
    return [
      `${paths.join('')}: its name in Terraform would be "${name}", and a name begins with a letter or _` +
        `${lackedLetters(paths)}. Give it another id.`,
    ];
  });
}

function isAddressed(element: IConstruct): element is Addressed {
  return (
    TerraformResource.isTerraformResource(element) ||
    TerraformDataSource.isTerraformDataSource(element) ||
    element instanceof TerraformVariable
  );
}

function addressOf(element: Addressed): string {
  const name = element.friendlyUniqueId;
  if (element instanceof TerraformVariable) return `var.${name}`;
  const address = `${element.terraformResourceType}.${name}`;
  return TerraformDataSource.isTerraformDataSource(element) ? `data.${address}` : address;
}

function lackedLetters(paths: readonly string[]): string {
  const letters = new Set(paths.join('').replace(/[\w/-]/g, ''));
  const shown = [...letters].map((letter) =>
    /[\p{C}\p{Z}]/u.test(letter)
      ? `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
      : `"${letter}"`,
  );
  return shown.length === 0 ? '' : ` (names leave out ${shown.join(', ')})`;
}
