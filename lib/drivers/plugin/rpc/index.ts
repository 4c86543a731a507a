import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import { unary, type UnaryMethod } from '../wire/service';
import type { MessageName, Messages } from '../wire/shapes';
import { applyResourceChange } from './apply-resource-change';
import { callFunction } from './call-function';
import { configureProvider } from './configure-provider';
import { attributesOf, describeOutcome, describeRequest } from './describe-operation';
import { getFunctions } from './get-functions';
import { getMetadata } from './get-metadata';
import { getProviderSchema } from './get-provider-schema';
import { getResourceIdentitySchemas } from './get-resource-identity-schemas';
import { importResourceState } from './import-resource-state';
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import { stopProvider } from './stop-provider';
import { upgradeResourceIdentity } from './upgrade-resource-identity';
import { upgradeResourceState } from './upgrade-resource-state';
import { validateDataResourceConfig } from './validate-data-resource-config';
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

  const methods: Readonly<Record<string, UnaryMethod>> = {
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
