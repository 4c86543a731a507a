import { checkConfig, errorAt, formatPath } from '../../../schema';
import type { Attributes, Contract, Diagnostic, ObjectValue } from '../../../schema';
import { findWriteOnly } from '../../state/desired-state';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Messages } from '../wire/shapes';
import { decodeObject } from '../wire/value';
import type { Procedure } from './procedure';

type Result = Messages['DiagnosticsResponse'];

export const validateResourceConfig: Procedure<'ValidateResourceConfig'> = (session, request) => {
  const { contract, handler } = session.resource(request.typeName);
  const { settings } = session;
  const config = decodeObject(contract.attributes, request.config) ?? {};
  const writeOnlyAllowed = request.clientCapabilities?.writeOnlyAttributesAllowed === true;
  const diagnostics = [
    // A plan asks the service, and `terraform plan` validates first.
    ...checkConfig(contract, config).filter(({ isAnswered }) => isAnswered !== true),
    ...((settings && handler.validate?.(config, settings)) ?? []),
    ...(writeOnlyAllowed ? [] : refuseWriteOnly(contract.attributes, config)),
  ];
  return { diagnostics: encodeDiagnostics(contract.attributes, diagnostics) };
};

/** Refuses write-only values for Terraform before 1.11, which would store them in the state. */
function refuseWriteOnly(attributes: Attributes, config: ObjectValue): Diagnostic[] {
  return findWriteOnly(attributes, config).map((path) =>
    errorAt(
      path,
      'Write-only attribute requires Terraform 1.11',
      `${formatPath(path)} is write-only: only Terraform 1.11 and later keep it out of plan and state. Upgrade Terraform.`,
    ),
  );
}

export const validateDataResourceConfig: Procedure<'ValidateDataResourceConfig'> = (
  session,
  { typeName, config },
) => check(session.dataSource(typeName), config);

export const validateListResourceConfig: Procedure<'ValidateListResourceConfig'> = (
  session,
  { typeName, config },
) => check(session.list(typeName), config);

export const validateActionConfig: Procedure<'ValidateActionConfig'> = (session, { typeName, config }) =>
  check(session.action(typeName), config);

/** Checks an action once more with what the plan knows. An action does nothing before the apply. */
export const planAction: Procedure<'PlanAction'> = (session, { actionType, config }) =>
  check(session.action(actionType), config);

function check({ contract }: { readonly contract: Contract }, config: Messages['DynamicValue']): Result {
  const values = decodeObject(contract.attributes, config) ?? {};
  return { diagnostics: encodeDiagnostics(contract.attributes, checkConfig(contract, values)) };
}
