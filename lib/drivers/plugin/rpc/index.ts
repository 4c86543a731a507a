import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import { serverStreaming, unary, type Stream, type StreamingMethod, type UnaryMethod } from '../wire/service';
import type { DiagnosticMessage, MessageName, Messages } from '../wire/shapes';
import { applyResourceChange } from './apply-resource-change';
import { callFunction } from './call-function';
import { configureProvider } from './configure-provider';
import {
  attributesOf,
  describeOutcome,
  describeRequest,
  describeResult,
  describeStream,
} from './describe-operation';
import { generateResourceConfig } from './generate-resource-config';
import { getFunctions } from './get-functions';
import { getMetadata } from './get-metadata';
import { getProviderSchema } from './get-provider-schema';
import { getResourceIdentitySchemas } from './get-resource-identity-schemas';
import { importResourceState } from './import-resource-state';
import { invokeAction } from './invoke-action';
import { listResource } from './list-resource';
import { moveResourceState } from './move-resource-state';
import { planAction } from './plan-action';
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import { stopProvider } from './stop-provider';
import { upgradeResourceIdentity } from './upgrade-resource-identity';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateActionConfig } from './validate-action-config';
import { validateDataResourceConfig } from './validate-data-resource-config';
import { validateListResourceConfig } from './validate-list-resource-config';
import { validateProviderConfig } from './validate-provider-config';
import { validateResourceConfig } from './validate-resource-config';

/** The service `tfplugin6.Provider`. Methods that are not listed answer UNIMPLEMENTED. */
export function providerService<S>(session: Session<S>): {
  definition: ServiceDefinition;
  implementation: UntypedServiceImplementation;
} {
  const explain = (error: unknown, request: object) => ({
    diagnostics: encodeDiagnostics(attributesOf(session, request), session.explain(error)),
  });
  const method = <Q extends MessageName, R extends MessageName>(
    name: string,
    request: Q,
    response: R,
    answer: (request: Messages[Q]) => Promise<Messages[R]>,
  ): UnaryMethod => unary(`/tfplugin6.Provider/${name}`, request, response, answer, explain);

  /** A method that calls the service. The last one of a process reports what all of them waited. */
  const operation = <Q extends MessageName, R extends OperationResponse>(
    name: string,
    request: Q,
    response: R,
    answer: (request: Messages[Q]) => Promise<Messages[R]>,
  ): UnaryMethod =>
    method(name, request, response, async (message) => {
      const explained = (): Promise<Messages[R]> =>
        answer(message).catch((error: unknown) => explain(error, message));
      const logged = () =>
        session.log.run(
          () => describeRequest(session, name, message),
          explained,
          (result) => describeOutcome(session, message, result),
        );
      const { result, report } = await session.track<Messages[R]>(logged);
      if (report === undefined) return result;
      return { ...result, diagnostics: [...(result.diagnostics ?? []), ...encodeDiagnostics({}, [report])] };
    });

  /**
   * A method that calls the service and answers with a stream.
   *
   * @param answer - writes messages, and returns what else there is to say
   * @param last - the last message, with that, what it failed with, and what the last operation of the process reports
   */
  const streaming = <Q extends MessageName, R extends MessageName>(
    name: string,
    request: Q,
    response: R,
    answer: (request: Messages[Q], stream: Stream<Messages[R]>) => Promise<DiagnosticMessage[]>,
    last: (diagnostics: readonly DiagnosticMessage[]) => Messages[R] | undefined,
  ): StreamingMethod =>
    serverStreaming(`/tfplugin6.Provider/${name}`, request, response, async (message, stream) => {
      const explained = () =>
        answer(message, stream).catch((error: unknown) => encodeDiagnostics({}, session.explain(error)));
      const { result, report } = await session.track(() =>
        session.log.run(() => describeStream(name, message), explained, describeResult),
      );
      const end = last([...result, ...encodeDiagnostics({}, report === undefined ? [] : [report])]);
      if (end !== undefined) await stream.write(end);
    });

  const methods: Readonly<Record<string, UnaryMethod | StreamingMethod>> = {
    GetMetadata: method('GetMetadata', 'Empty', 'GetMetadataResponse', getMetadata(session)),
    GetProviderSchema: method(
      'GetProviderSchema',
      'Empty',
      'GetProviderSchemaResponse',
      getProviderSchema(session),
    ),
    ValidateProviderConfig: method(
      'ValidateProviderConfig',
      'ConfigRequest',
      'ValidateProviderConfigResponse',
      validateProviderConfig(session),
    ),
    ConfigureProvider: method(
      'ConfigureProvider',
      'ConfigureProviderRequest',
      'DiagnosticsResponse',
      configureProvider(session),
    ),
    ValidateResourceConfig: method(
      'ValidateResourceConfig',
      'ValidateResourceConfigRequest',
      'DiagnosticsResponse',
      validateResourceConfig(session),
    ),
    UpgradeResourceState: method(
      'UpgradeResourceState',
      'UpgradeResourceStateRequest',
      'UpgradeResourceStateResponse',
      upgradeResourceState(session),
    ),
    GetResourceIdentitySchemas: method(
      'GetResourceIdentitySchemas',
      'Empty',
      'GetResourceIdentitySchemasResponse',
      getResourceIdentitySchemas(session),
    ),
    UpgradeResourceIdentity: method(
      'UpgradeResourceIdentity',
      'UpgradeResourceIdentityRequest',
      'UpgradeResourceIdentityResponse',
      upgradeResourceIdentity(session),
    ),
    ValidateDataResourceConfig: method(
      'ValidateDataResourceConfig',
      'DataSourceRequest',
      'DiagnosticsResponse',
      validateDataResourceConfig(session),
    ),
    ReadDataSource: operation(
      'ReadDataSource',
      'DataSourceRequest',
      'ReadDataSourceResponse',
      readDataSource(session),
    ),
    ReadResource: operation(
      'ReadResource',
      'ReadResourceRequest',
      'ReadResourceResponse',
      readResource(session),
    ),
    PlanResourceChange: operation(
      'PlanResourceChange',
      'PlanResourceChangeRequest',
      'PlanResourceChangeResponse',
      planResourceChange(session),
    ),
    ApplyResourceChange: operation(
      'ApplyResourceChange',
      'ApplyResourceChangeRequest',
      'ApplyResourceChangeResponse',
      applyResourceChange(session),
    ),
    ImportResourceState: operation(
      'ImportResourceState',
      'ImportResourceStateRequest',
      'ImportResourceStateResponse',
      importResourceState(session),
    ),
    GetFunctions: method('GetFunctions', 'Empty', 'GetFunctionsResponse', getFunctions(session)),
    CallFunction: method(
      'CallFunction',
      'CallFunctionRequest',
      'CallFunctionResponse',
      callFunction(session),
    ),
    GenerateResourceConfig: method(
      'GenerateResourceConfig',
      'GenerateResourceConfigRequest',
      'GenerateResourceConfigResponse',
      generateResourceConfig(session),
    ),
    ValidateListResourceConfig: method(
      'ValidateListResourceConfig',
      'DataSourceRequest',
      'DiagnosticsResponse',
      validateListResourceConfig(session),
    ),
    ListResource: streaming(
      'ListResource',
      'ListResourceRequest',
      'ListResourceEvent',
      listResource(session),
      (diagnostic) => (diagnostic.length === 0 ? undefined : { diagnostic }),
    ),
    ValidateActionConfig: method(
      'ValidateActionConfig',
      'DataSourceRequest',
      'DiagnosticsResponse',
      validateActionConfig(session),
    ),
    PlanAction: method('PlanAction', 'ActionRequest', 'DiagnosticsResponse', planAction(session)),
    InvokeAction: streaming(
      'InvokeAction',
      'ActionRequest',
      'InvokeActionEvent',
      invokeAction(session),
      (diagnostics) => ({ completed: { diagnostics } }),
    ),
    MoveResourceState: method(
      'MoveResourceState',
      'MoveResourceStateRequest',
      'MoveResourceStateResponse',
      moveResourceState(session),
    ),
    StopProvider: method('StopProvider', 'Empty', 'StopProviderResponse', stopProvider(session)),
  };

  return {
    definition: Object.fromEntries(Object.entries(methods).map(([name, each]) => [name, each.definition])),
    implementation: Object.fromEntries(
      Object.entries(methods).map(([name, each]) => [name, each.implementation]),
    ),
  };
}

type OperationResponse =
  | 'ReadDataSourceResponse'
  | 'ReadResourceResponse'
  | 'PlanResourceChangeResponse'
  | 'ApplyResourceChangeResponse'
  | 'ImportResourceStateResponse';
