import { localPlugins } from '../faults/support/local-plugin';
import { TerraformClient } from '../support/terraform-client';
import type { Running } from '../emulator/support';

/** Terraform's calls, with plugins in this process that call the emulator, or what the settings name. */
export function localTerraform(
  emulator: Running,
  configuration: () => object,
  settings: object = {},
): TerraformClient {
  const startPlugin = localPlugins();
  return new TerraformClient({
    provider: async () => (await startPlugin()).provider,
    configuration,
    settings: { base_url: emulator.url, api_token: emulator.token, ...settings },
  });
}
