import { filledTextOf, isObject } from '../../../ground/json';
import { own } from '../../../ground/record';
import type { Attributes, Contract, ObjectValue } from '../../../schema';
import { type Fields, objectFields } from '../../log/fields';
import type { Session } from '../session';
import type { Messages } from '../wire/shapes';
import { severity } from '../wire/diagnostic';
import { decodeObject } from '../wire/value';

/** The objects of requests and responses. What is planned names an object before what was. */
const objects = ['newState', 'plannedState', 'proposedNewState', 'config', 'currentState', 'priorState'];

/** The log fields of a request: the operation and its object. Terraform tells a provider no addresses. */
export function describeRequest<S>(session: Session<S>, method: string, request: object): Fields {
  const importId = 'id' in request ? filledTextOf(request.id) : undefined;
  return {
    operation: operationOf(session, method, request),
    resource_type: 'typeName' in request ? filledTextOf(request.typeName) : undefined,
    ...describeObjects(session, request, request),
    ...(importId !== undefined && { id: importId }),
  };
}

export function describeOutcome<S>(
  session: Session<S>,
  request: object,
  response: Messages['DiagnosticsResponse'],
): Fields {
  return { ...describeObjects(session, request, response), ...describeResult(response.diagnostics) };
}

export function describeResult(diagnostics: Messages['DiagnosticsResponse']['diagnostics'] = []): Fields {
  return diagnostics.some((each) => each.severity === severity.error) ? { error: 'failed' } : {};
}

export function describeStream(method: string, request: object): Fields {
  const type = 'typeName' in request ? request.typeName : 'actionType' in request ? request.actionType : '';
  return {
    operation: method === 'InvokeAction' ? 'invoke' : 'list',
    resource_type: filledTextOf(type),
  };
}

const operations: Readonly<Record<string, string>> = {
  ReadDataSource: 'read',
  ReadResource: 'read',
  PlanResourceChange: 'plan',
  ImportResourceState: 'import',
};

function operationOf<S>(session: Session<S>, method: string, request: object): string {
  const named = own(operations, method);
  if (named !== undefined) return named;
  const has = (name: string) => objectOf(session, request, request, name) !== undefined;
  if (!has('plannedState')) return 'delete';
  return has('priorState') ? 'update' : 'create';
}

function describeObjects<S>(session: Session<S>, request: object, message: object): Fields {
  const found = objects.map((name) => objectOf(session, request, message, name));
  return objectFields(found.filter((object) => object !== undefined));
}

function objectOf<S>(
  session: Session<S>,
  request: object,
  message: object,
  name: string,
): ObjectValue | undefined {
  const value: unknown = own(message as Readonly<Record<string, unknown>>, name);
  if (!isDynamicValue(value)) return undefined;
  return decodeObject(attributesOf(session, request), value) ?? undefined;
}

function isDynamicValue(value: unknown): value is Messages['DynamicValue'] {
  return isObject(value) && 'msgpack' in value;
}

/** The attributes that the paths of an error refer to: those of the resource or data source, otherwise those of the provider. */
export function attributesOf<S>({ provider }: Session<S>, request: object): Attributes {
  if (!('typeName' in request)) return provider.attributes;
  const { typeName } = request;
  const types: readonly { readonly contract: Contract }[] = [
    ...provider.resources,
    ...(provider.dataSources ?? []),
  ];
  return types.find(({ contract }) => contract.typeName === typeName)?.contract.attributes ?? {};
}
