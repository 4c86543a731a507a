import {
  checkConfig,
  errorAt,
  formatPath,
  type Attributes,
  type Diagnostic,
  type ObjectValue,
} from '../../../schema';
import type { Session } from '../session';
import { encodeDiagnostics } from '../wire/diagnostic';
import type { Answer } from '../wire/shapes';
import { decodeObject } from '../wire/value';
import { findWriteOnly } from '../../state/write-only';

export function validateResourceConfig<S>(session: Session<S>): Answer<'ValidateResourceConfig'> {
  return (request) => {
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
    return Promise.resolve({ diagnostics: encodeDiagnostics(contract.attributes, diagnostics) });
  };
}

/** Terraform before 1.11 would store the value in the state. */
function refuseWriteOnly(attributes: Attributes, config: ObjectValue): Diagnostic[] {
  return findWriteOnly(attributes, config).map((path) =>
    errorAt(
      path,
      'Write-only attribute requires Terraform 1.11',
      `${formatPath(path)} is write-only: only Terraform 1.11 and later keep it out of plan and state. Upgrade Terraform.`,
    ),
  );
}
