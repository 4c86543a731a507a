import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Methods } from '../wire/server';
import { serverStreaming, unary, type Entry, type StreamingName } from '../wire/service';
import type { Messages, UnaryName } from '../wire/shapes';
import { applyResourceChange } from './apply-resource-change';
import { callFunction } from './call-function';
import { configureProvider, stopProvider, validateProviderConfig } from './configure-provider';
import {
  attributesOf,
  describeOutcome,
  describeRequest,
  describeResult,
  describeStream,
} from './describe-operation';
import {
  getFunctions,
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
} from './describe-provider';
import { invokeAction } from './invoke-action';
import { listResource } from './list-resource';
import { moveResourceState } from './move-resource-state';
import { planResourceChange } from './plan-resource-change';
import { generateResourceConfig, importResourceState, readDataSource, readResource } from './read-objects';
import { upgradeResourceIdentity, upgradeResourceState } from './upgrade-state';
import type { Procedure, StreamingProcedure } from './procedure';
import {
  planAction,
  validateActionConfig,
  validateDataResourceConfig,
  validateListResourceConfig,
  validateResourceConfig,
} from './validate-config';

/** The service `tfplugin6.Provider`. Methods that are not listed answer UNIMPLEMENTED. */
export function providerService<S>(session: Session<S>): Methods {
  const explain = (error: unknown, request: object) => ({
    diagnostics: encodeDiagnostics(attributesOf(session, request), session.explain(error)),
  });
  const method = <Name extends UnaryName>(name: Name, procedure: Procedure<Name>): Entry =>
    unary(name, (message) => procedure(session, message), explain);

  /** A method that calls the service. The last one of a process reports what all of them have shown. */
  const operation = <Name extends OperationName>(name: Name, procedure: Procedure<Name>): Entry =>
    method(name, async (_session, message) => {
      const explained = async (): Promise<Messages[`${Name}Response`]> => {
        try {
          return await procedure(session, message);
        } catch (error) {
          return explain(error, message);
        }
      };
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

  /** A method that answers with a stream. Its `last` message has what `procedure` returns or fails with, and the report of the last operation. */
  const streaming = <Name extends StreamingName>(
    name: Name,
    procedure: StreamingProcedure<Name>,
    last: (diagnostics: readonly Messages['Diagnostic'][]) => Messages[`${Name}Event`] | undefined,
  ): Entry =>
    serverStreaming(name, async (message, stream) => {
      const explained = () =>
        procedure(session, message, stream).catch((error: unknown) =>
          encodeDiagnostics({}, session.explain(error)),
        );
      const { result, report } = await session.track(() =>
        session.log.run(() => describeStream(name, message), explained, describeResult),
      );
      return last([...result, ...encodeDiagnostics({}, report)]);
    });

  return new Map([
    method('GetMetadata', getMetadata),
    method('GetProviderSchema', getProviderSchema),
    method('ValidateProviderConfig', validateProviderConfig),
    method('ConfigureProvider', configureProvider),
    method('ValidateResourceConfig', validateResourceConfig),
    method('UpgradeResourceState', upgradeResourceState),
    method('GetResourceIdentitySchemas', getResourceIdentitySchemas),
    method('UpgradeResourceIdentity', upgradeResourceIdentity),
    method('ValidateDataResourceConfig', validateDataResourceConfig),
    operation('ReadDataSource', readDataSource),
    operation('ReadResource', readResource),
    operation('PlanResourceChange', planResourceChange),
    operation('ApplyResourceChange', applyResourceChange),
    operation('ImportResourceState', importResourceState),
    method('GetFunctions', getFunctions),
    method('CallFunction', callFunction),
    method('GenerateResourceConfig', generateResourceConfig),
    method('ValidateListResourceConfig', validateListResourceConfig),
    streaming('ListResource', listResource, (diagnostic) =>
      diagnostic.length === 0 ? undefined : { diagnostic },
    ),
    method('ValidateActionConfig', validateActionConfig),
    method('PlanAction', planAction),
    streaming('InvokeAction', invokeAction, (diagnostics) => ({ completed: { diagnostics } })),
    method('MoveResourceState', moveResourceState),
    method('StopProvider', stopProvider),
  ]);
}

type OperationName =
  | 'ReadDataSource'
  | 'ReadResource'
  | 'PlanResourceChange'
  | 'ApplyResourceChange'
  | 'ImportResourceState';
