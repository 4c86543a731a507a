import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import {
  serverStreaming,
  unary,
  type StreamedAnswer,
  type StreamingMethod,
  type StreamingName,
  type UnaryMethod,
} from '../wire/service';
import type { Answer, Messages, UnaryName } from '../wire/shapes';
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
import { planResourceChange } from './plan-resource-change';
import { readDataSource } from './read-data-source';
import { readResource } from './read-resource';
import { stopProvider } from './stop-provider';
import { upgradeResourceIdentity } from './upgrade-resource-identity';
import { upgradeResourceState } from './upgrade-resource-state';
import {
  planAction,
  validateActionConfig,
  validateDataResourceConfig,
  validateListResourceConfig,
} from './validate-config';
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
  const method = <Name extends UnaryName>(name: Name, answer: Answer<Name>): UnaryMethod =>
    unary(`${service}/${name}`, `${name}Request`, `${name}Response`, answer, explain);

  /** A method that calls the service. The last one of a process reports what all of them have shown. */
  const operation = <Name extends OperationName>(name: Name, answer: Answer<Name>): UnaryMethod =>
    method(name, async (message) => {
      const explained = (): ReturnType<Answer<Name>> =>
        answer(message).catch((error: unknown) => explain(error, message));
      const logged = () =>
        session.log.run(
          () => describeRequest(session, name, message),
          explained,
          (result) => describeOutcome(session, message, result),
        );
      const { result, report } = await session.track<Messages[`${Name}Response`]>(logged);
      if (report.length === 0) return result;
      return { ...result, diagnostics: [...(result.diagnostics ?? []), ...encodeDiagnostics({}, report)] };
    });

  /**
   * A method that calls the service and answers with a stream.
   *
   * @param answer - writes messages, and returns what else there is to say
   * @param last - the last message, with that, what it failed with, and what the last operation of the process reports
   */
  const streaming = <Name extends StreamingName>(
    name: Name,
    answer: StreamedAnswer<Name>,
    last: (diagnostics: readonly Messages['Diagnostic'][]) => Messages[`${Name}Event`] | undefined,
  ): StreamingMethod =>
    serverStreaming(`${service}/${name}`, `${name}Request`, `${name}Event`, async (message, stream) => {
      const explained = () =>
        answer(message, stream).catch((error: unknown) => encodeDiagnostics({}, session.explain(error)));
      const { result, report } = await session.track(() =>
        session.log.run(() => describeStream(name, message), explained, describeResult),
      );
      const end = last([...result, ...encodeDiagnostics({}, report)]);
      if (end !== undefined) await stream.write(end);
    });

  const methods: Readonly<Record<string, UnaryMethod | StreamingMethod>> = {
    GetMetadata: method('GetMetadata', getMetadata(session)),
    GetProviderSchema: method('GetProviderSchema', getProviderSchema(session)),
    ValidateProviderConfig: method('ValidateProviderConfig', validateProviderConfig(session)),
    ConfigureProvider: method('ConfigureProvider', configureProvider(session)),
    ValidateResourceConfig: method('ValidateResourceConfig', validateResourceConfig(session)),
    UpgradeResourceState: method('UpgradeResourceState', upgradeResourceState(session)),
    GetResourceIdentitySchemas: method('GetResourceIdentitySchemas', getResourceIdentitySchemas(session)),
    UpgradeResourceIdentity: method('UpgradeResourceIdentity', upgradeResourceIdentity(session)),
    ValidateDataResourceConfig: method('ValidateDataResourceConfig', validateDataResourceConfig(session)),
    ReadDataSource: operation('ReadDataSource', readDataSource(session)),
    ReadResource: operation('ReadResource', readResource(session)),
    PlanResourceChange: operation('PlanResourceChange', planResourceChange(session)),
    ApplyResourceChange: operation('ApplyResourceChange', applyResourceChange(session)),
    ImportResourceState: operation('ImportResourceState', importResourceState(session)),
    GetFunctions: method('GetFunctions', getFunctions(session)),
    CallFunction: method('CallFunction', callFunction(session)),
    GenerateResourceConfig: method('GenerateResourceConfig', generateResourceConfig(session)),
    ValidateListResourceConfig: method('ValidateListResourceConfig', validateListResourceConfig(session)),
    ListResource: streaming('ListResource', listResource(session), (diagnostic) =>
      diagnostic.length === 0 ? undefined : { diagnostic },
    ),
    ValidateActionConfig: method('ValidateActionConfig', validateActionConfig(session)),
    PlanAction: method('PlanAction', planAction(session)),
    InvokeAction: streaming('InvokeAction', invokeAction(session), (diagnostics) => ({
      completed: { diagnostics },
    })),
    MoveResourceState: method('MoveResourceState', moveResourceState(session)),
    StopProvider: method('StopProvider', stopProvider(session)),
  };

  return {
    definition: Object.fromEntries(Object.entries(methods).map(([name, each]) => [name, each.definition])),
    implementation: Object.fromEntries(
      Object.entries(methods).map(([name, each]) => [name, each.implementation]),
    ),
  };
}

const service = '/tfplugin6.Provider';

type OperationName =
  | 'ReadDataSource'
  | 'ReadResource'
  | 'PlanResourceChange'
  | 'ApplyResourceChange'
  | 'ImportResourceState';
