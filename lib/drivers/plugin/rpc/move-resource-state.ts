import { isObject, parseJson, type JsonObject } from '../../../ground/json';
import {
  decodeRetired,
  isRetiredKind,
  kindOf,
  movableProvider,
  successorOf,
  successorOfType,
  UnreadableState,
  type RetiredObject,
} from '../../../retired';
import { DiagnosticError, errorAt } from '../../../schema';
import { normalizeObject } from '../../state/final-state';
import { PrivateBytes } from '../private-state';
import type { Messages } from '../wire/shapes';
import { encodeIdentity } from '../wire/identity';
import { encodeObject } from '../wire/value';
import type { Procedure } from './procedure';

/** Moves the state of a resource of the service's own provider (`moved`). Terraform calls a process that it has not configured. */
export const moveResourceState: Procedure<'MoveResourceState'> = (session, request) => {
  const { contract, handler } = session.resource(request.targetTypeName);
  const privateState = new PrivateBytes(new Uint8Array());
  const state = orRefused(request, () => {
    const object = readSource(request);
    const successor = successorOf(object);
    if ('reason' in successor) throw refused(request, `${successor.reason} ${leaveIt}`);
    if (successor.type !== contract.typeName || handler.move === undefined)
      throw refused(request, `It becomes a resource of type ${successor.type}: name one in \`to\`.`);
    return normalizeObject(contract.attributes, handler.move(object, { privateState }));
  });
  return {
    targetState: encodeObject(contract.attributes, state),
    targetPrivate: privateState.bytes,
    targetIdentity: encodeIdentity(contract, state),
  };
};

const leaveIt = 'Remove the `moved` block, and keep the old resource in the configuration.';

function readSource(request: Messages['MoveResourceStateRequest']): RetiredObject {
  const { sourceTypeName: type, sourceProviderAddress: address, sourceSchemaVersion: version } = request;
  const { targetTypeName: target } = request;
  const provider = address.slice(address.lastIndexOf('/') + 1);
  if (provider === 'null' && type === 'null_resource') throw refused(request, otherDriver);
  // OpenTofu 1.12 names the provider of the target as soon as another instance of the resource has moved.
  const isSaidToBeOurs = target.startsWith(`${provider}_`) && type.startsWith(`${movableProvider}_`);
  if (provider !== movableProvider && !isSaidToBeOurs)
    throw refused(
      request,
      `Its provider is ${address}, and only objects of the provider \`${movableProvider}\` can be moved. Replace the \`moved\` ` +
        'block by a `removed` block and an `import` block.',
    );
  const kind = kindOf(type);
  if (!isRetiredKind(kind)) throw refused(request, `${successorOfType(kind).reason} ${leaveIt}`);
  return decodeRetired(kind, stateIn(request), version);
}

function orRefused<T>(request: Messages['MoveResourceStateRequest'], read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableState)) throw error;
    throw refused(
      request,
      `Its state cannot be read: ${error.message}. Run \`terraform apply -refresh-only\` with the old provider, or ` +
        'replace the `moved` block by a `removed` block and an `import` block.',
    );
  }
}

/** The error for a `null_resource`: it has the natural key of an object at most, and finding the object needs a call. */
const otherDriver =
  'A null_resource of the provisioner driver does not know the id of its object. Replace the `moved` block: `removed` blocks ' +
  'with `destroy = false` for the null_resource and the one that ends in _lifecycle, and an `import` block. See "Change the ' +
  'driver" in docs/drivers.md.';

function stateIn({ sourceState }: Messages['MoveResourceStateRequest']): JsonObject {
  const state = parseJson(Buffer.from(sourceState?.json ?? []).toString('utf8'));
  if (!isObject(state)) throw new UnreadableState('it is no object');
  return state;
}

function refused(
  { sourceTypeName: source, targetTypeName: target }: Messages['MoveResourceStateRequest'],
  detail: string,
): DiagnosticError {
  return new DiagnosticError([errorAt([], `Cannot move ${source} to ${target}`, detail)]);
}
