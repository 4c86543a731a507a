import { EdgeClient, type Clock } from '../../../lib/client';
import { configurationAttributes, resolveConfiguration } from '../../../lib/drivers/configuration';
import { explainClientError } from '../../../lib/drivers/explain';
import { resources } from '../../../lib/resources';
import { actions } from '../../../lib/resources/actions';
import { lists } from '../../../lib/resources/lists';
import { afterTest } from '../../support/after-test';
import { IdleClock } from '../../support/idle-clock';
import { startLocalPlugin } from '../../support/terraform-client/local';
import type { Plugin } from './deployment';

export interface LocalPluginOptions {
  /** Milliseconds without a reply after which a call has failed. @default 30_000 */
  readonly timeoutMs?: number;
  readonly requestsPer5Minutes?: number;
  /** @default - one that jumps over every wait */
  readonly clock?: Clock;
}

/** Starts plugins in this process, which are killed after the test: quickly, and with a clock of the test. */
export function localPlugins({
  timeoutMs = 30_000,
  requestsPer5Minutes,
  clock = new IdleClock(),
}: LocalPluginOptions = {}) {
  return (): Promise<Plugin> => {
    const clients: EdgeClient[] = [];
    const plugin = startLocalPlugin<EdgeClient>({
      attributes: configurationAttributes,
      description: 'The provider, without the process of the plugin.',
      resources,
      lists,
      actions,
      configure: (config) => {
        const resolved = resolveConfiguration(config, {});
        if (!('configuration' in resolved)) throw new Error('the test does not configure the provider');
        const limit = requestsPer5Minutes === undefined ? {} : { requestsPer5Minutes };
        const service = new EdgeClient({ ...resolved.configuration, ...limit, timeoutMs, clock });
        clients.push(service);
        return { isReady: true, service, api: resolved.configuration.baseUrl, settings: resolved.settings };
      },
      explain: explainClientError,
    });
    const kill = async () => {
      plugin.kill();
      await Promise.all(clients.map((each) => each.close()));
    };
    afterTest(kill);
    return Promise.resolve({ provider: plugin.provider, kill });
  };
}
