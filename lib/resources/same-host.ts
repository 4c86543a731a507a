import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isObject } from '../ground/json';
import { usageError } from './user-frames';

/** cdktf and cdktn accept each other's constructs until synth, which then fails. Stacks of two copies of one host have the same members. */
export function refuseOtherHost(name: string, scope: object): void {
  const stack = TerraformStack.of(scope as IConstruct);
  if (stack instanceof TerraformStack || hasSameMembers(stack, TerraformStack.prototype)) return;
  throw usageError(
    `[${(scope as IConstruct).node.path}] ${name}: the stack is of another package, or another version of it, than these constructs. ` +
      'With cdktf, import the constructs from cdktf-edge-platform; with cdktn, from cdktf-edge-platform/cdktn. ' +
      'If you do, the project has two versions of that package: find them with npm ls cdktf cdktn.',
  );
}

/** Whether an object is of a class like that of the prototype, which another copy of its package defines. */
function hasSameMembers(object: object, prototype: object): boolean {
  const { name } = prototype.constructor;
  let other: unknown = Object.getPrototypeOf(object);
  while (isObject(other) && other.constructor.name !== name) other = Object.getPrototypeOf(other);
  return isObject(other) && membersOf(other) === membersOf(prototype);
}

function membersOf(prototype: object): string {
  return Object.getOwnPropertyNames(prototype).sort().join();
}
