import { start, type Running } from '../emulator/support';
import { localPlugins } from '../faults/support/local-plugin';
import { CommandFailed } from '../support/terraform-client/client';
import type { Diagnostic } from '../support/terraform-client/provider';
import { TerraformClient } from '../support/terraform-client';

/** An account with a zone that has a job, and a zone whose plan has none. */
export const account = 'a'.repeat(32);
export const zone = '1'.repeat(32);
export const pro = '2'.repeat(32);
export const unknown = '9'.repeat(32);

export const destination = 'https://logs.example.com/in';
const job = {
  id: 7,
  name: 'taken',
  dataset: 'http_requests',
  destination_conf: destination,
  enabled: true,
  logpull_options: 'fields=RayID',
};
const fixture = {
  accounts: [{ id: account, name: 'Example' }],
  zones: [
    { id: zone, account_id: account, name: 'example.com', plan: 'enterprise' as const, jobs: [job] },
    { id: pro, account_id: account, name: 'pro.example', plan: 'pro' as const },
  ],
};

/** The service, and the provider in this process, both anew for each test. */
export interface Service {
  readonly emulator: Running;
  terraform(type: string, attributes: object, settings?: object): TerraformClient;
}

export function useService(): () => Service {
  let service: Service | undefined;
  beforeEach(async () => {
    const emulator = await start({ fixture });
    const { provider } = await localPlugins()();
    const terraform: Service['terraform'] = (type, attributes, settings) =>
      new TerraformClient({
        provider: () => Promise.resolve(provider),
        configuration: () => ({ resource: { [type]: { it: attributes } } }),
        settings: { base_url: emulator.url, api_token: emulator.token, ...settings },
      });
    service = { emulator, terraform };
  });
  return () => {
    if (service === undefined) throw new Error('no test runs');
    return service;
  };
}

/** Throws what Terraform shows of a resource: the address, the attribute, the headline and the detail. */
export function say(diagnostics: readonly Diagnostic[]): never {
  const lines = diagnostics.map(
    ({ address, attribute, summary, detail }) => `${address} ${attribute.join('.')}: ${summary}. ${detail}`,
  );
  throw new Error(lines.join('\n'));
}

export async function apply(terraform: TerraformClient): Promise<never> {
  const diagnostics = await terraform.apply().catch((error: unknown) => {
    if (error instanceof CommandFailed) return error.diagnostics;
    throw error;
  });
  return say(diagnostics);
}
