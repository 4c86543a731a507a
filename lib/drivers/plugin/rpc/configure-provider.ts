import { checkAttributes } from '../../../schema';
import { encodeDiagnostics } from '../wire/diagnostic';
import { decodeObject } from '../wire/value';
import type { Procedure } from './procedure';

export const validateProviderConfig: Procedure<'ValidateProviderConfig'> = (session, request) => {
  const { attributes } = session.provider;
  const config = decodeObject(attributes, request.config) ?? {};
  session.recordConfiguration(config);
  return { diagnostics: encodeDiagnostics(attributes, checkAttributes(attributes, config, [])) };
};

/** Creates the service. A value that is not known yet is an error only when a resource needs the service: a plan gets as far as it can. */
export const configureProvider: Procedure<'ConfigureProvider'> = (session, { config, terraformVersion }) => {
  const { attributes } = session.provider;
  const configured = session.provider.configure(decodeObject(attributes, config) ?? {}, terraformVersion);
  session.configure(configured);
  const diagnostics = configured.isReady || configured.isLater ? [] : configured.unavailable;
  return { diagnostics: encodeDiagnostics(attributes, diagnostics) };
};

/** Stops the provider, because the user interrupted Terraform: cancels the calls to the service. Each apply then returns the objects that exist. */
export const stopProvider: Procedure<'StopProvider'> = (session) => {
  session.stop();
  return { error: '' };
};
