import { encoder, Root, Type, util, Writer, type IField, type IMapField, type IType } from 'protobufjs/light';
import type { MessageName, Messages } from './shapes';
import { own } from '../../../ground/record';

/**
 * The messages of plugin protocol 6 that this provider uses, and those of go-plugin's own services. Each row is
 * `field: 'type = number'` with the protocol's number. Fields that this provider neither
 * sends nor reads are left out, as protobuf allows.
 */
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Empty: {},
  DynamicValue: { msgpack: 'bytes = 1', json: 'bytes = 2' },
  Diagnostic: {
    severity: 'int32 = 1',
    summary: 'string = 2',
    detail: 'string = 3',
    attribute: 'AttributePath = 4',
  },
  Step: { attributeName: 'string = 1', elementKeyString: 'string = 2', elementKeyInt: 'int64 = 3' },
  AttributePath: { steps: 'repeated Step = 1' },
  RawState: { json: 'bytes = 1' },
  ResourceIdentityData: { identityData: 'DynamicValue = 1' },
  ServerCapabilities: {
    planDestroy: 'bool = 1',
    getProviderSchemaOptional: 'bool = 2',
    moveResourceState: 'bool = 3',
    generateResourceConfig: 'bool = 4',
  },
  ClientCapabilities: { deferralAllowed: 'bool = 1', writeOnlyAttributesAllowed: 'bool = 2' },

  Schema: { version: 'int64 = 1', block: 'Block = 2' },
  Block: {
    version: 'int64 = 1',
    attributes: 'repeated Attribute = 2',
    description: 'string = 4',
    descriptionKind: 'int32 = 5',
  },
  Attribute: {
    name: 'string = 1',
    type: 'bytes = 2',
    description: 'string = 3',
    required: 'bool = 4',
    optional: 'bool = 5',
    computed: 'bool = 6',
    sensitive: 'bool = 7',
    descriptionKind: 'int32 = 8',
    deprecated: 'bool = 9',
    nestedType: 'NestedObject = 10',
    writeOnly: 'bool = 11',
  },
  NestedObject: { attributes: 'repeated Attribute = 1', nesting: 'int32 = 3' },

  FunctionSignature: {
    parameters: 'repeated FunctionParameter = 1',
    variadicParameter: 'FunctionParameter = 2',
    return: 'FunctionReturn = 3',
    summary: 'string = 4',
    description: 'string = 5',
    descriptionKind: 'int32 = 6',
  },
  FunctionParameter: {
    name: 'string = 1',
    type: 'bytes = 2',
    allowNullValue: 'bool = 3',
    allowUnknownValues: 'bool = 4',
    description: 'string = 5',
    descriptionKind: 'int32 = 6',
  },
  FunctionReturn: { type: 'bytes = 1' },
  FunctionError: { text: 'string = 1', functionArgument: 'optional int64 = 2' },
  FunctionName: { name: 'string = 1' },
  GetFunctionsResponse: {
    functions: 'map<string, FunctionSignature> = 1',
    diagnostics: 'repeated Diagnostic = 2',
  },
  CallFunctionRequest: { name: 'string = 1', arguments: 'repeated DynamicValue = 2' },
  CallFunctionResponse: { result: 'DynamicValue = 1', error: 'FunctionError = 2' },

  TypeName: { typeName: 'string = 1' },
  GetMetadataResponse: {
    serverCapabilities: 'ServerCapabilities = 1',
    diagnostics: 'repeated Diagnostic = 2',
    dataSources: 'repeated TypeName = 3',
    resources: 'repeated TypeName = 4',
    functions: 'repeated FunctionName = 5',
    listResources: 'repeated TypeName = 7',
    actions: 'repeated TypeName = 9',
  },
  GetProviderSchemaResponse: {
    provider: 'Schema = 1',
    resourceSchemas: 'map<string, Schema> = 2',
    dataSourceSchemas: 'map<string, Schema> = 3',
    diagnostics: 'repeated Diagnostic = 4',
    serverCapabilities: 'ServerCapabilities = 6',
    functions: 'map<string, FunctionSignature> = 7',
    listResourceSchemas: 'map<string, Schema> = 9',
    actionSchemas: 'map<string, ActionSchema> = 11',
  },
  ActionSchema: { schema: 'Schema = 1' },
  ConfigRequest: { config: 'DynamicValue = 1' },
  ValidateProviderConfigResponse: { diagnostics: 'repeated Diagnostic = 2' },
  ConfigureProviderRequest: { terraformVersion: 'string = 1', config: 'DynamicValue = 2' },
  DiagnosticsResponse: { diagnostics: 'repeated Diagnostic = 1' },
  ValidateResourceConfigRequest: {
    typeName: 'string = 1',
    config: 'DynamicValue = 2',
    clientCapabilities: 'ClientCapabilities = 3',
  },
  DataSourceRequest: { typeName: 'string = 1', config: 'DynamicValue = 2' },
  ReadDataSourceResponse: { state: 'DynamicValue = 1', diagnostics: 'repeated Diagnostic = 2' },
  UpgradeResourceStateRequest: { typeName: 'string = 1', version: 'int64 = 2', rawState: 'RawState = 3' },
  UpgradeResourceStateResponse: { upgradedState: 'DynamicValue = 1', diagnostics: 'repeated Diagnostic = 2' },
  ResourceIdentitySchema: { version: 'int64 = 1', identityAttributes: 'repeated IdentityAttribute = 2' },
  IdentityAttribute: {
    name: 'string = 1',
    type: 'bytes = 2',
    requiredForImport: 'bool = 3',
    optionalForImport: 'bool = 4',
    description: 'string = 5',
  },
  GetResourceIdentitySchemasResponse: {
    identitySchemas: 'map<string, ResourceIdentitySchema> = 1',
    diagnostics: 'repeated Diagnostic = 2',
  },
  UpgradeResourceIdentityRequest: {
    typeName: 'string = 1',
    version: 'int64 = 2',
    rawIdentity: 'RawState = 3',
  },
  UpgradeResourceIdentityResponse: {
    upgradedIdentity: 'ResourceIdentityData = 1',
    diagnostics: 'repeated Diagnostic = 2',
  },
  ReadResourceRequest: {
    typeName: 'string = 1',
    currentState: 'DynamicValue = 2',
    private: 'bytes = 3',
    currentIdentity: 'ResourceIdentityData = 6',
  },
  ReadResourceResponse: {
    newState: 'DynamicValue = 1',
    diagnostics: 'repeated Diagnostic = 2',
    private: 'bytes = 3',
    newIdentity: 'ResourceIdentityData = 5',
  },
  PlanResourceChangeRequest: {
    typeName: 'string = 1',
    priorState: 'DynamicValue = 2',
    proposedNewState: 'DynamicValue = 3',
    config: 'DynamicValue = 4',
    priorPrivate: 'bytes = 5',
    priorIdentity: 'ResourceIdentityData = 8',
  },
  PlanResourceChangeResponse: {
    plannedState: 'DynamicValue = 1',
    requiresReplace: 'repeated AttributePath = 2',
    plannedPrivate: 'bytes = 3',
    diagnostics: 'repeated Diagnostic = 4',
    plannedIdentity: 'ResourceIdentityData = 7',
  },
  ApplyResourceChangeRequest: {
    typeName: 'string = 1',
    priorState: 'DynamicValue = 2',
    plannedState: 'DynamicValue = 3',
    config: 'DynamicValue = 4',
    plannedPrivate: 'bytes = 5',
    plannedIdentity: 'ResourceIdentityData = 7',
  },
  ApplyResourceChangeResponse: {
    newState: 'DynamicValue = 1',
    private: 'bytes = 2',
    diagnostics: 'repeated Diagnostic = 3',
    newIdentity: 'ResourceIdentityData = 5',
  },
  ImportResourceStateRequest: {
    typeName: 'string = 1',
    id: 'string = 2',
    identity: 'ResourceIdentityData = 4',
  },
  ImportedResource: {
    typeName: 'string = 1',
    state: 'DynamicValue = 2',
    private: 'bytes = 3',
    identity: 'ResourceIdentityData = 4',
  },
  ImportResourceStateResponse: {
    importedResources: 'repeated ImportedResource = 1',
    diagnostics: 'repeated Diagnostic = 2',
  },
  GenerateResourceConfigRequest: { typeName: 'string = 1', state: 'DynamicValue = 2' },
  GenerateResourceConfigResponse: { config: 'DynamicValue = 1', diagnostics: 'repeated Diagnostic = 2' },
  ListResourceRequest: {
    typeName: 'string = 1',
    config: 'DynamicValue = 2',
    includeResourceObject: 'bool = 3',
    limit: 'int64 = 4',
  },
  ListResourceEvent: {
    identity: 'ResourceIdentityData = 1',
    displayName: 'string = 2',
    resourceObject: 'DynamicValue = 3',
    diagnostic: 'repeated Diagnostic = 4',
  },
  ActionRequest: { actionType: 'string = 1', config: 'DynamicValue = 2' },
  ActionProgress: { message: 'string = 1' },
  InvokeActionEvent: { progress: 'ActionProgress = 1', completed: 'DiagnosticsResponse = 2' },
  MoveResourceStateRequest: {
    sourceProviderAddress: 'string = 1',
    sourceTypeName: 'string = 2',
    sourceSchemaVersion: 'int64 = 3',
    sourceState: 'RawState = 4',
    targetTypeName: 'string = 5',
  },
  MoveResourceStateResponse: {
    targetState: 'DynamicValue = 1',
    diagnostics: 'repeated Diagnostic = 2',
    targetPrivate: 'bytes = 3',
    targetIdentity: 'ResourceIdentityData = 4',
  },
  StopProviderResponse: { error: 'string = 1' },

  StdioData: { channel: 'int32 = 1', data: 'bytes = 2' },
  ConnInfo: { serviceId: 'uint32 = 1', network: 'string = 2', address: 'string = 3' },
};

/** Messages with a oneof. Such a field is encoded even with its default value: index 0 is a step. */
const choices: Readonly<Record<string, string>> = { Step: 'selector' };

const root = new Root();

/** Encodes and decodes one message. */
export interface Codec<N extends MessageName> {
  encode(message: Messages[N]): Buffer;
  decode(bytes: Uint8Array): Messages[N];
}

export function codec<N extends MessageName>(name: N): Codec<N> {
  return {
    encode(message) {
      const type = typeOf(name);
      return Buffer.from(type.encode(message).finish());
    },
    decode(bytes) {
      const type = typeOf(name);
      return type.toObject(type.decode(bytes), { longs: Number, defaults: true }) as Messages[N];
    },
  };
}

/** Makes the types of a message and of those in it when the first is used: most processes use few. */
function typeOf(name: string): Type {
  const known = root.get(name);
  if (known instanceof Type) return known;
  const declared = message(name);
  const made = Type.fromJSON(name, declared);
  root.add(made);
  made.encode = (value, writer) => {
    const types = made.fieldsArray.map((each) => each.resolve().resolvedType);
    // Only what writes the message: the library would also generate what reads and checks it, which takes most of a first call.
    made.encode = encoder(made)({ Writer, types, util }) as Type['encode'];
    return made.encode(value, writer);
  };
  for (const { type } of Object.values(declared.fields)) if (Object.hasOwn(tables, type)) typeOf(type);
  return made;
}

function message(name: string): IType {
  const rows = own(tables, name) ?? {};
  const fields = Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, field(row)]));
  const choice = own(choices, name);
  if (choice !== undefined) return { fields, oneofs: { [choice]: { oneof: Object.keys(rows) } } };
  // What protobuf calls optional is a choice of one: a default value differs from none.
  const alone = Object.keys(rows).filter((key) => own(rows, key)?.startsWith(optional));
  return { fields, oneofs: Object.fromEntries(alone.map((key) => [`_${key}`, { oneof: [key] }])) };
}

const optional = 'optional ';
const repeated = 'repeated ';

function field(row: string): IField | IMapField {
  const [declared = '', id] = row.split(' = ');
  const map = /^map<(\w+), (\w+)>$/.exec(declared);
  if (map?.[1] !== undefined && map[2] !== undefined)
    return { id: Number(id), keyType: map[1], type: map[2] };
  const [rule] = [optional, repeated].filter((each) => declared.startsWith(each));
  const type = declared.slice(rule?.length ?? 0);
  return { id: Number(id), type, ...(rule === repeated ? { rule: 'repeated' } : {}) };
}
