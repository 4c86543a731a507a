import type { Messages } from '../../../lib/drivers/plugin/wire/shapes';
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

export interface ApplyRequest extends Omit<PlanRequest, 'proposed'> {
  readonly planned: ObjectValue | null;
}

/** An object of a list, or only what there is to say. */
export interface ListEvent {
  readonly identity?: ObjectValue | undefined;
  readonly displayName: string;
  /** Undefined where the list does not include it. */
  readonly state?: ObjectValue | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ListOptions {
  readonly includesResource?: boolean;
  /** @default 100, as in Terraform */
  readonly limit?: number;
}

export interface ActionOutcome {
  readonly progress: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface MoveRequest {
  /** `registry.terraform.io/hashicorp/null` */
  readonly provider: string;
  readonly type: string;
  readonly version: number;
  readonly stored: object;
}

export interface Schemas {
  readonly provider: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
  readonly lists: Readonly<Record<string, Schema>>;
  readonly actions: Readonly<Record<string, Schema>>;
}

const service = '/tfplugin6.Provider';

/** A provider as Terraform's core sees it, at the other end of a connection: the calls of protocol 6, with decoded values. */
export class Provider {
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
      ['ValidateProviderConfigRequest', request],
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
    const schema = await this.#schema(typeName);
    const rawState = { json: Buffer.from(JSON.stringify(stored)) };
    const reply = await this.#connection.call(
      `${service}/UpgradeResourceState`,
      ['UpgradeResourceStateRequest', { typeName, version, rawState }],
      'UpgradeResourceStateResponse',
    );
    return objectReply(schema, { ...reply, state: reply.upgradedState });
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
    return objectReply(schema, { ...reply, state: reply.newState, identity: reply.newIdentity });
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
    const { plannedState: state, plannedPrivate, plannedIdentity: identity } = reply;
    return {
      ...objectReply(schema, { ...reply, state, private: plannedPrivate, identity }),
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
    return objectReply(schema, { ...reply, state: reply.newState, identity: reply.newIdentity });
  }

  /** By an import id, or by an identity. */
  async import(typeName: string, target: string | ObjectValue): Promise<ObjectReply> {
    const schema = await this.#schema(typeName);
    const given =
      typeof target === 'string' ? { id: target } : { id: '', identity: encodeIdentity(schema, target) };
    const { importedResources: [imported] = [], diagnostics } = await this.#connection.call(
      `${service}/ImportResourceState`,
      ['ImportResourceStateRequest', { typeName, ...given }],
      'ImportResourceStateResponse',
    );
    return objectReply(schema, { ...imported, diagnostics });
  }

  async generateConfig(typeName: string, state: ObjectValue): Promise<ObjectValue | null> {
    const attributes = await this.#attributes(typeName);
    const { config } = await this.#connection.call(
      `${service}/GenerateResourceConfig`,
      ['GenerateResourceConfigRequest', { typeName, state: encodeObject(attributes, state) }],
      'GenerateResourceConfigResponse',
    );
    return config ? decodeObject(attributes, config) : null;
  }

  async validateList(typeName: string, given: ObjectValue): Promise<readonly Diagnostic[]> {
    const { attributes } = schemaIn((await this.schemas()).lists, typeName);
    const { diagnostics } = await this.#connection.call(
      `${service}/ValidateListResourceConfig`,
      ['ReadDataSourceRequest', { typeName, config: encodeObject(attributes, complete(attributes, given)) }],
      'DiagnosticsResponse',
    );
    return readDiagnostics(diagnostics);
  }

  /** The objects and warnings of a list until its limit or its first error, as `ListResource` of Terraform's provider client does. */
  async list(
    typeName: string,
    given: ObjectValue,
    { includesResource = false, limit = 100 }: ListOptions = {},
  ): Promise<readonly ListEvent[]> {
    const { lists } = await this.schemas();
    const { attributes } = schemaIn(lists, typeName);
    const schema = await this.#schema(typeName);
    const config = encodeObject(attributes, complete(attributes, given));
    const events: ListEvent[] = [];
    const stream = this.#connection.stream(
      `${service}/ListResource`,
      ['ListResourceRequest', { typeName, config, includeResourceObject: includesResource, limit }],
      'ListResourceEvent',
    );
    for await (const event of stream) {
      const diagnostics = readDiagnostics(event.diagnostic);
      const identity = readIdentity(schema, event.identity);
      const { resourceObject, displayName = '' } = event;
      const state = isGiven(resourceObject) ? decodeObject(schema.attributes, resourceObject) : null;
      if (identity === undefined && diagnostics.length === 0)
        throw new Error('missing identity data in ListResource event');
      events.push({ identity, displayName, state: state ?? undefined, diagnostics });
      if (hasErrors(diagnostics)) break;
      if (events.filter((each) => each.identity !== undefined).length >= limit) break;
    }
    return events;
  }

  async validateAction(typeName: string, given: ObjectValue): Promise<readonly Diagnostic[]> {
    const config = await this.#actionConfig(typeName, given);
    const { diagnostics } = await this.#connection.call(
      `${service}/ValidateActionConfig`,
      ['ReadDataSourceRequest', { typeName, config }],
      'DiagnosticsResponse',
    );
    return readDiagnostics(diagnostics);
  }

  async planAction(actionType: string, given: ObjectValue): Promise<readonly Diagnostic[]> {
    const config = await this.#actionConfig(actionType, given);
    const { diagnostics } = await this.#connection.call(
      `${service}/PlanAction`,
      ['InvokeActionRequest', { actionType, config }],
      'DiagnosticsResponse',
    );
    return readDiagnostics(diagnostics);
  }

  async invoke(actionType: string, given: ObjectValue): Promise<ActionOutcome> {
    const config = await this.#actionConfig(actionType, given);
    const progress: string[] = [];
    const completed: (readonly Diagnostic[])[] = [];
    const stream = this.#connection.stream(
      `${service}/InvokeAction`,
      ['InvokeActionRequest', { actionType, config }],
      'InvokeActionEvent',
    );
    for await (const event of stream) {
      if (event.progress !== undefined && event.progress !== null) progress.push(event.progress.message);
      else completed.push(readDiagnostics(event.completed?.diagnostics));
    }
    const [diagnostics] = completed;
    if (diagnostics === undefined || completed.length > 1)
      throw new Error(`the action was completed ${completed.length} times`);
    return { progress, diagnostics };
  }

  async #actionConfig(type: string, given: ObjectValue): Promise<Messages['DynamicValue']> {
    const { attributes } = schemaIn((await this.schemas()).actions, type);
    return encodeObject(attributes, complete(attributes, given));
  }

  async move(targetTypeName: string, { provider, type, version, stored }: MoveRequest): Promise<ObjectReply> {
    const schema = await this.#schema(targetTypeName);
    const reply = await this.#connection.call(
      `${service}/MoveResourceState`,
      [
        'MoveResourceStateRequest',
        {
          sourceProviderAddress: provider,
          sourceTypeName: type,
          sourceSchemaVersion: version,
          sourceState: { json: Buffer.from(JSON.stringify(stored)) },
          targetTypeName,
        },
      ],
      'MoveResourceStateResponse',
    );
    const { targetState: state, targetPrivate, targetIdentity: identity } = reply;
    return objectReply(schema, { ...reply, state, private: targetPrivate, identity });
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
      lists: mapSchemas(reply.listResourceSchemas, (message) => message),
      actions: mapSchemas(reply.actionSchemas, ({ schema }) => schema),
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
  return schemaIn(resources, type);
}

function schemaIn(schemas: Readonly<Record<string, Schema>>, type: string): Schema {
  const found = schemas[type];
  if (found === undefined) throw new Error(`Invalid resource type: the provider has no ${type}`);
  return found;
}

function mapSchemas<M>(
  messages: Readonly<Record<string, M>> = {},
  toSchema: (message: M) => Messages['Schema'],
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, readSchema(toSchema(message))]),
  );
}

/** A configuration with null for what it leaves out. */
function complete(attributes: Attributes, given: ObjectValue): ObjectValue {
  return Object.fromEntries(Object.keys(attributes).map((name) => [name, given[name] ?? null]));
}

function isGiven(value: Messages['DynamicValue'] | null | undefined): value is Messages['DynamicValue'] {
  return value?.msgpack !== undefined && value.msgpack.length > 0;
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

/** A call that failed may have no object in its reply. */
function objectReply(
  schema: Schema,
  reply: {
    readonly state?: Messages['DynamicValue'] | null | undefined;
    readonly private?: Uint8Array | undefined;
    readonly identity?: Messages['ResourceIdentityData'] | null | undefined;
    readonly diagnostics?: readonly Messages['Diagnostic'][] | undefined;
  },
): ObjectReply {
  return {
    state: isGiven(reply.state) ? decodeObject(schema.attributes, reply.state) : null,
    private: reply.private ?? new Uint8Array(),
    diagnostics: readDiagnostics(reply.diagnostics),
    identity: readIdentity(schema, reply.identity),
  };
}

function encodeIdentity(
  { identity: attributes }: Schema,
  identity: ObjectValue | undefined,
): Messages['ResourceIdentityData'] | null {
  if (identity === undefined || attributes === undefined) return null;
  return { identityData: encodeObject(attributes, identity) };
}

function readIdentity(
  { identity: attributes }: Schema,
  message: Messages['ResourceIdentityData'] | null | undefined,
): ObjectValue | undefined {
  const { identityData } = message ?? {};
  if (identityData === undefined || identityData === null) return undefined;
  if (attributes === undefined) throw new Error('the plugin sent an identity of a type without');
  return decodeObject(attributes, identityData) ?? undefined;
}

function readDiagnostics(messages: readonly Messages['Diagnostic'][] = []): Diagnostic[] {
  return messages.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === 1 ? 'error' : 'warning',
    summary,
    detail,
    attribute: (attribute?.steps ?? []).map(readStep),
  }));
}

/** The codec fills in all three; the one that was sent is the one that is not its default, or the first place of a list. */
function readStep({ attributeName, elementKeyString, elementKeyInt }: Messages['Step']): string | number {
  if (attributeName !== undefined && attributeName !== '') return attributeName;
  if (elementKeyString !== undefined && elementKeyString !== '') return elementKeyString;
  return elementKeyInt ?? 0;
}
