import type {
  DiagnosticMessage,
  DynamicValue,
  ResourceIdentityData,
  StepMessage,
} from '../../../lib/drivers/plugin/wire/shapes';
import type { ObjectValue } from '../../../lib/schema';
import type { Connection } from './connection';
import { readIdentitySchema, readSchema, type Attributes, type Schema } from './schema';
import { decodeObject, encodeObject } from './values';

export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  readonly summary: string;
  readonly detail: string;
  /** Where in the configuration: names of attributes, keys of maps, places in lists. */
  readonly attribute: readonly (string | number)[];
  readonly address?: string;
}

export interface ObjectReply {
  readonly state: ObjectValue | null;
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined for an object without. */
  readonly identity?: ObjectValue | undefined;
}

export interface PlanReply extends ObjectReply {
  readonly replaces: readonly (readonly (string | number)[])[];
}

export interface PlanRequest {
  readonly prior: ObjectValue | null;
  readonly proposed: ObjectValue | null;
  readonly config: ObjectValue | null;
  readonly private: Uint8Array;
  readonly identity?: ObjectValue | undefined;
}

export interface ApplyRequest {
  readonly prior: ObjectValue | null;
  readonly planned: ObjectValue | null;
  readonly config: ObjectValue | null;
  readonly private: Uint8Array;
  readonly identity?: ObjectValue | undefined;
}

export interface Schemas {
  readonly provider: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
}

/** A provider as Terraform's core sees it: the calls of protocol 6, with decoded values. */
export interface Provider {
  schemas(): Promise<Schemas>;
  configure(config: ObjectValue): Promise<readonly Diagnostic[]>;
  validate(type: string, config: ObjectValue): Promise<readonly Diagnostic[]>;
  upgrade(type: string, version: number, stored: object): Promise<Omit<ObjectReply, 'private'>>;
  upgradeIdentity(
    type: string,
    version: number,
    stored: object,
  ): Promise<Pick<ObjectReply, 'identity' | 'diagnostics'>>;
  read(
    type: string,
    state: ObjectValue,
    privateState: Uint8Array,
    identity?: ObjectValue,
  ): Promise<ObjectReply>;
  plan(type: string, request: PlanRequest): Promise<PlanReply>;
  apply(type: string, request: ApplyRequest): Promise<ObjectReply>;
  /** By an import id, or by an identity. */
  import(type: string, target: string | ObjectValue): Promise<ObjectReply>;
  stop(): Promise<void>;
}

const service = '/tfplugin6.Provider';

/** The provider at the other end of a connection. */
export class RemoteProvider implements Provider {
  readonly #connection: Connection;
  #schemas: Promise<Schemas> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  schemas(): Promise<Schemas> {
    return (this.#schemas ??= this.#readSchemas());
  }

  async configure(config: ObjectValue): Promise<readonly Diagnostic[]> {
    const { attributes } = (await this.schemas()).provider;
    const request = { config: encodeObject(attributes, config) };
    const checked = await this.#connection.call(
      `${service}/ValidateProviderConfig`,
      ['ConfigRequest', request],
      'ValidateProviderConfigResponse',
    );
    const faults = readDiagnostics(checked.diagnostics);
    if (hasErrors(faults)) return faults;
    const { diagnostics } = await this.#connection.call(
      `${service}/ConfigureProvider`,
      ['ConfigureProviderRequest', { ...request, terraformVersion: '1.11.0' }],
      'DiagnosticsResponse',
    );
    return [...faults, ...readDiagnostics(diagnostics)];
  }

  async validate(typeName: string, config: ObjectValue): Promise<readonly Diagnostic[]> {
    const attributes = await this.#attributes(typeName);
    const clientCapabilities = { writeOnlyAttributesAllowed: true };
    const { diagnostics } = await this.#connection.call(
      `${service}/ValidateResourceConfig`,
      [
        'ValidateResourceConfigRequest',
        { typeName, config: encodeObject(attributes, config), clientCapabilities },
      ],
      'DiagnosticsResponse',
    );
    return readDiagnostics(diagnostics);
  }

  async upgrade(typeName: string, version: number, stored: object): Promise<Omit<ObjectReply, 'private'>> {
    const attributes = await this.#attributes(typeName);
    const rawState = { json: Buffer.from(JSON.stringify(stored)) };
    const reply = await this.#connection.call(
      `${service}/UpgradeResourceState`,
      ['UpgradeResourceStateRequest', { typeName, version, rawState }],
      'UpgradeResourceStateResponse',
    );
    return objectReply(attributes, reply.upgradedState, undefined, reply.diagnostics);
  }

  async upgradeIdentity(typeName: string, version: number, stored: object) {
    const schema = await this.#schema(typeName);
    const rawIdentity = { json: Buffer.from(JSON.stringify(stored)) };
    const reply = await this.#connection.call(
      `${service}/UpgradeResourceIdentity`,
      ['UpgradeResourceIdentityRequest', { typeName, version, rawIdentity }],
      'UpgradeResourceIdentityResponse',
    );
    return {
      identity: readIdentity(schema, reply.upgradedIdentity),
      diagnostics: readDiagnostics(reply.diagnostics),
    };
  }

  async read(
    typeName: string,
    state: ObjectValue,
    privateState: Uint8Array,
    identity?: ObjectValue,
  ): Promise<ObjectReply> {
    const schema = await this.#schema(typeName);
    const { attributes } = schema;
    const currentState = encodeObject(attributes, state);
    const reply = await this.#connection.call(
      `${service}/ReadResource`,
      [
        'ReadResourceRequest',
        {
          typeName,
          currentState,
          private: privateState,
          currentIdentity: encodeIdentity(schema, identity),
        },
      ],
      'ReadResourceResponse',
    );
    return {
      ...objectReply(attributes, reply.newState, reply.private, reply.diagnostics),
      identity: readIdentity(schema, reply.newIdentity),
    };
  }

  async plan(typeName: string, request: PlanRequest): Promise<PlanReply> {
    const schema = await this.#schema(typeName);
    const { attributes } = schema;
    const reply = await this.#connection.call(
      `${service}/PlanResourceChange`,
      [
        'PlanResourceChangeRequest',
        {
          typeName,
          priorState: encodeObject(attributes, request.prior),
          proposedNewState: encodeObject(attributes, request.proposed),
          config: encodeObject(attributes, request.config),
          priorPrivate: request.private,
          priorIdentity: encodeIdentity(schema, request.identity),
        },
      ],
      'PlanResourceChangeResponse',
    );
    return {
      ...objectReply(attributes, reply.plannedState, reply.plannedPrivate, reply.diagnostics),
      identity: readIdentity(schema, reply.plannedIdentity),
      replaces: (reply.requiresReplace ?? []).map(({ steps }) => steps.map(readStep)),
    };
  }

  async apply(typeName: string, request: ApplyRequest): Promise<ObjectReply> {
    const schema = await this.#schema(typeName);
    const { attributes } = schema;
    const reply = await this.#connection.call(
      `${service}/ApplyResourceChange`,
      [
        'ApplyResourceChangeRequest',
        {
          typeName,
          priorState: encodeObject(attributes, request.prior),
          plannedState: encodeObject(attributes, request.planned),
          config: encodeObject(attributes, request.config),
          plannedPrivate: request.private,
          plannedIdentity: encodeIdentity(schema, request.identity),
        },
      ],
      'ApplyResourceChangeResponse',
    );
    return {
      ...objectReply(attributes, reply.newState, reply.private, reply.diagnostics),
      identity: readIdentity(schema, reply.newIdentity),
    };
  }

  async import(typeName: string, target: string | ObjectValue): Promise<ObjectReply> {
    const schema = await this.#schema(typeName);
    const given =
      typeof target === 'string' ? { id: target } : { id: '', identity: encodeIdentity(schema, target) };
    const { importedResources: [imported] = [], diagnostics } = await this.#connection.call(
      `${service}/ImportResourceState`,
      ['ImportResourceStateRequest', { typeName, ...given }],
      'ImportResourceStateResponse',
    );
    return {
      ...objectReply(schema.attributes, imported?.state, imported?.private, diagnostics),
      identity: readIdentity(schema, imported?.identity),
    };
  }

  async stop(): Promise<void> {
    await this.#connection.call(`${service}/StopProvider`, ['Empty', {}], 'StopProviderResponse');
  }

  async #readSchemas(): Promise<Schemas> {
    const reply = await this.#connection.call(
      `${service}/GetProviderSchema`,
      ['Empty', {}],
      'GetProviderSchemaResponse',
    );
    const { identitySchemas } = await this.#connection.call(
      `${service}/GetResourceIdentitySchemas`,
      ['Empty', {}],
      'GetResourceIdentitySchemasResponse',
    );
    return {
      provider: readSchema(reply.provider),
      resources: Object.fromEntries(
        Object.entries(reply.resourceSchemas).map(([name, message]) => {
          const { identityAttributes: identity } = identitySchemas[name] ?? {};
          const schema = readSchema(message);
          return [
            name,
            identity === undefined ? schema : { ...schema, identity: readIdentitySchema(identity) },
          ];
        }),
      ),
    };
  }

  async #schema(type: string): Promise<Schema> {
    return schemaOf(await this.schemas(), type);
  }

  async #attributes(type: string): Promise<Attributes> {
    return (await this.#schema(type)).attributes;
  }
}

export function schemaOf({ resources }: Schemas, type: string): Schema {
  const found = resources[type];
  if (found === undefined) throw new Error(`Invalid resource type: the provider has no ${type}`);
  return found;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

function objectReply(
  attributes: Attributes,
  state: DynamicValue | null | undefined,
  privateState: Uint8Array | undefined,
  diagnostics: readonly DiagnosticMessage[] | undefined,
): ObjectReply {
  // A call that failed may have no object in its reply.
  const isGiven = state?.msgpack !== undefined && state.msgpack.length > 0;
  return {
    state: isGiven ? decodeObject(attributes, state) : null,
    private: privateState ?? new Uint8Array(),
    diagnostics: readDiagnostics(diagnostics),
  };
}

function encodeIdentity(
  { identity: attributes }: Schema,
  identity: ObjectValue | undefined,
): ResourceIdentityData | null {
  if (identity === undefined || attributes === undefined) return null;
  return { identityData: encodeObject(attributes, identity) };
}

function readIdentity(
  { identity: attributes }: Schema,
  message: ResourceIdentityData | null | undefined,
): ObjectValue | undefined {
  const { identityData } = message ?? {};
  if (identityData === undefined || identityData === null) return undefined;
  if (attributes === undefined) throw new Error('the plugin sent an identity of a type without');
  return decodeObject(attributes, identityData) ?? undefined;
}

function readDiagnostics(messages: readonly DiagnosticMessage[] = []): Diagnostic[] {
  return messages.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === 1 ? 'error' : 'warning',
    summary,
    detail,
    attribute: (attribute?.steps ?? []).map(readStep),
  }));
}

/** The codec fills in all three; the one that was sent is the one that is not its default, or the first place of a list. */
function readStep({ attributeName, elementKeyString, elementKeyInt }: StepMessage): string | number {
  if (attributeName !== undefined && attributeName !== '') return attributeName;
  if (elementKeyString !== undefined && elementKeyString !== '') return elementKeyString;
  return elementKeyInt ?? 0;
}
