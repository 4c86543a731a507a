/** The messages of `messages.ts` as TypeScript sees them, after decoding or before encoding. */

export interface DynamicValue {
  readonly msgpack?: Uint8Array;
  readonly json?: Uint8Array;
}

export interface StepMessage {
  readonly attributeName?: string;
  readonly elementKeyString?: string;
  readonly elementKeyInt?: number;
}

export interface DiagnosticMessage {
  readonly severity: number;
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: { readonly steps: readonly StepMessage[] };
}

export interface AttributeMessage {
  readonly name: string;
  readonly type?: Uint8Array;
  readonly nestedType?: { readonly attributes: readonly AttributeMessage[]; readonly nesting: number };
  readonly description: string;
  readonly descriptionKind: number;
  readonly deprecated?: boolean;
  readonly required: boolean;
  readonly optional: boolean;
  readonly computed: boolean;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
}

export interface SchemaMessage {
  readonly version: number;
  readonly block: {
    readonly version: number;
    readonly attributes: readonly AttributeMessage[];
    readonly description: string;
    readonly descriptionKind: number;
  };
}

export interface ServerCapabilities {
  readonly planDestroy: boolean;
  readonly getProviderSchemaOptional: boolean;
  readonly moveResourceState: boolean;
  readonly generateResourceConfig: boolean;
}

export interface FunctionParameterMessage {
  readonly name: string;
  readonly type: Uint8Array;
  readonly allowNullValue: boolean;
  readonly allowUnknownValues: boolean;
  readonly description: string;
  readonly descriptionKind: number;
}

export interface FunctionSignature {
  readonly parameters: readonly FunctionParameterMessage[];
  readonly variadicParameter?: FunctionParameterMessage | null;
  readonly return: { readonly type: Uint8Array };
  readonly summary: string;
  readonly description: string;
  readonly descriptionKind: number;
}

export type FunctionSignatures = Readonly<Record<string, FunctionSignature>>;

export interface FunctionError {
  readonly text: string;
  readonly functionArgument?: number;
}

export type Empty = Readonly<Record<string, never>>;

export interface WithDiagnostics {
  readonly diagnostics?: readonly DiagnosticMessage[];
}

export interface GetMetadataResponse extends WithDiagnostics {
  readonly serverCapabilities: ServerCapabilities;
  readonly resources: readonly TypeName[];
  readonly dataSources?: readonly TypeName[];
  readonly functions?: readonly { readonly name: string }[];
  readonly listResources?: readonly TypeName[];
  readonly actions?: readonly TypeName[];
}

export interface GetProviderSchemaResponse extends WithDiagnostics {
  readonly provider: SchemaMessage;
  readonly resourceSchemas: Readonly<Record<string, SchemaMessage>>;
  readonly dataSourceSchemas?: Readonly<Record<string, SchemaMessage>>;
  readonly listResourceSchemas?: Readonly<Record<string, SchemaMessage>>;
  readonly actionSchemas?: Readonly<Record<string, { readonly schema: SchemaMessage }>>;
  readonly serverCapabilities: ServerCapabilities;
  readonly functions?: FunctionSignatures;
}

export interface GetFunctionsResponse extends WithDiagnostics {
  readonly functions: FunctionSignatures;
}

export interface CallFunctionRequest {
  readonly name: string;
  readonly arguments: readonly DynamicValue[];
}

export interface CallFunctionResponse {
  readonly result?: DynamicValue | null;
  readonly error?: FunctionError | null;
}

export interface ConfigRequest {
  readonly config: DynamicValue;
}

export interface ConfigureProviderRequest extends ConfigRequest {
  readonly terraformVersion: string;
}

export type DiagnosticsResponse = WithDiagnostics;

export interface TypeName {
  readonly typeName: string;
}

export interface ValidateResourceConfigRequest extends TypeName {
  readonly config: DynamicValue;
  readonly clientCapabilities?: { readonly writeOnlyAttributesAllowed: boolean } | null;
}

export interface DataSourceRequest extends TypeName {
  readonly config: DynamicValue;
}

export interface ReadDataSourceResponse extends WithDiagnostics {
  readonly state?: DynamicValue;
}

export interface UpgradeResourceStateRequest extends TypeName {
  readonly version: number;
  readonly rawState?: { readonly json: Uint8Array } | null;
}

export interface UpgradeResourceStateResponse extends WithDiagnostics {
  readonly upgradedState?: DynamicValue;
}

/** What Terraform keeps beside the state to tell an object from others. */
export interface ResourceIdentityData {
  readonly identityData?: DynamicValue | null;
}

export interface IdentityAttributeMessage {
  readonly name: string;
  readonly type: Uint8Array;
  readonly requiredForImport: boolean;
  readonly optionalForImport: boolean;
  readonly description: string;
}

export interface GetResourceIdentitySchemasResponse extends WithDiagnostics {
  readonly identitySchemas: Readonly<
    Record<
      string,
      { readonly version: number; readonly identityAttributes: readonly IdentityAttributeMessage[] }
    >
  >;
}

export interface UpgradeResourceIdentityRequest extends TypeName {
  readonly version: number;
  readonly rawIdentity?: { readonly json: Uint8Array } | null;
}

export interface UpgradeResourceIdentityResponse extends WithDiagnostics {
  readonly upgradedIdentity?: ResourceIdentityData;
}

export interface ReadResourceRequest extends TypeName {
  readonly currentState: DynamicValue;
  readonly private: Uint8Array;
  readonly currentIdentity?: ResourceIdentityData | null;
}

export interface ReadResourceResponse extends WithDiagnostics {
  readonly newState?: DynamicValue;
  readonly private?: Uint8Array;
  readonly newIdentity?: ResourceIdentityData;
}

export interface PlanResourceChangeRequest extends TypeName {
  readonly priorState: DynamicValue;
  readonly proposedNewState: DynamicValue;
  readonly config: DynamicValue;
  readonly priorPrivate: Uint8Array;
  readonly priorIdentity?: ResourceIdentityData | null;
}

export interface PlanResourceChangeResponse extends WithDiagnostics {
  readonly plannedState?: DynamicValue;
  readonly requiresReplace?: readonly { readonly steps: readonly StepMessage[] }[];
  readonly plannedPrivate?: Uint8Array;
  readonly plannedIdentity?: ResourceIdentityData;
}

export interface ApplyResourceChangeRequest extends TypeName {
  readonly priorState: DynamicValue;
  readonly plannedState: DynamicValue;
  readonly config: DynamicValue;
  readonly plannedPrivate: Uint8Array;
  readonly plannedIdentity?: ResourceIdentityData | null;
}

export interface ApplyResourceChangeResponse extends WithDiagnostics {
  readonly newState?: DynamicValue;
  readonly private?: Uint8Array;
  readonly newIdentity?: ResourceIdentityData;
}

export interface ImportResourceStateRequest extends TypeName {
  readonly id: string;
  readonly identity?: ResourceIdentityData | null;
}

export interface ImportResourceStateResponse extends WithDiagnostics {
  readonly importedResources?: readonly {
    readonly typeName: string;
    readonly state: DynamicValue;
    readonly private: Uint8Array;
    readonly identity?: ResourceIdentityData;
  }[];
}

export interface GenerateResourceConfigRequest extends TypeName {
  readonly state: DynamicValue;
}

export interface GenerateResourceConfigResponse extends WithDiagnostics {
  readonly config?: DynamicValue;
}

export interface ListResourceRequest extends TypeName {
  readonly config: DynamicValue;
  readonly includeResourceObject: boolean;
  readonly limit: number;
}

/** An object, or only diagnostics. */
export interface ListResourceEvent {
  readonly identity?: ResourceIdentityData | null;
  readonly displayName?: string;
  readonly resourceObject?: DynamicValue | null;
  readonly diagnostic?: readonly DiagnosticMessage[];
}

export interface ActionRequest {
  readonly actionType: string;
  readonly config: DynamicValue;
}

/** One of both. The last event is completed. */
export interface InvokeActionEvent {
  readonly progress?: { readonly message: string } | null;
  readonly completed?: WithDiagnostics | null;
}

export interface MoveResourceStateRequest {
  readonly sourceProviderAddress: string;
  readonly sourceTypeName: string;
  readonly sourceSchemaVersion: number;
  readonly sourceState?: { readonly json: Uint8Array } | null;
  readonly targetTypeName: string;
}

export interface MoveResourceStateResponse extends WithDiagnostics {
  readonly targetState?: DynamicValue;
  readonly targetPrivate?: Uint8Array;
  readonly targetIdentity?: ResourceIdentityData | null;
}

export interface StopProviderResponse {
  readonly error: string;
}

export interface StdioData {
  readonly channel: number;
  readonly data: Uint8Array;
}

export interface ConnInfo {
  readonly serviceId: number;
  readonly network: string;
  readonly address: string;
}

/** The message of each name in `messages.ts`. */
export interface Messages {
  readonly Empty: Empty;
  readonly GetMetadataResponse: GetMetadataResponse;
  readonly GetProviderSchemaResponse: GetProviderSchemaResponse;
  readonly ConfigRequest: ConfigRequest;
  readonly ValidateProviderConfigResponse: DiagnosticsResponse;
  readonly ConfigureProviderRequest: ConfigureProviderRequest;
  readonly DiagnosticsResponse: DiagnosticsResponse;
  readonly ValidateResourceConfigRequest: ValidateResourceConfigRequest;
  readonly DataSourceRequest: DataSourceRequest;
  readonly ReadDataSourceResponse: ReadDataSourceResponse;
  readonly UpgradeResourceStateRequest: UpgradeResourceStateRequest;
  readonly UpgradeResourceStateResponse: UpgradeResourceStateResponse;
  readonly GetResourceIdentitySchemasResponse: GetResourceIdentitySchemasResponse;
  readonly UpgradeResourceIdentityRequest: UpgradeResourceIdentityRequest;
  readonly UpgradeResourceIdentityResponse: UpgradeResourceIdentityResponse;
  readonly ReadResourceRequest: ReadResourceRequest;
  readonly ReadResourceResponse: ReadResourceResponse;
  readonly PlanResourceChangeRequest: PlanResourceChangeRequest;
  readonly PlanResourceChangeResponse: PlanResourceChangeResponse;
  readonly ApplyResourceChangeRequest: ApplyResourceChangeRequest;
  readonly ApplyResourceChangeResponse: ApplyResourceChangeResponse;
  readonly ImportResourceStateRequest: ImportResourceStateRequest;
  readonly ImportResourceStateResponse: ImportResourceStateResponse;
  readonly GenerateResourceConfigRequest: GenerateResourceConfigRequest;
  readonly GenerateResourceConfigResponse: GenerateResourceConfigResponse;
  readonly ListResourceRequest: ListResourceRequest;
  readonly ListResourceEvent: ListResourceEvent;
  readonly ActionRequest: ActionRequest;
  readonly InvokeActionEvent: InvokeActionEvent;
  readonly MoveResourceStateRequest: MoveResourceStateRequest;
  readonly MoveResourceStateResponse: MoveResourceStateResponse;
  readonly StopProviderResponse: StopProviderResponse;
  readonly GetFunctionsResponse: GetFunctionsResponse;
  readonly CallFunctionRequest: CallFunctionRequest;
  readonly CallFunctionResponse: CallFunctionResponse;
  readonly StdioData: StdioData;
  readonly ConnInfo: ConnInfo;
}

export type MessageName = keyof Messages;
