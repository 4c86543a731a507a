import { EdgeClient } from '../../client';
import { dataSources } from '../../data-sources';
import { resources } from '../../resources';
import { configurationAttributes, resolveConfiguration, settingsOf } from '../configuration';
import { explainClientError } from '../explain';
import { warnOfWaits } from '../waits';
import type { ProviderDefinition } from './provider';
import { serve } from './serve';

/** The provider `edge`: all resources and data sources, with one client. */
const edge: ProviderDefinition<EdgeClient> = {
  attributes: configurationAttributes,
  description:
    'Custom log fields, log-delivery jobs, pool notifications and managed rules of an edge platform.',
  resources,
  dataSources,
  settingsOf: (config) => settingsOf(config, process.env),
  configure(config) {
    const resolved = resolveConfiguration(config, process.env);
    if ('configuration' in resolved)
      return {
        isReady: true,
        service: new EdgeClient(resolved.configuration),
        settings: resolved.settings,
      };
    return { isReady: false, unavailable: resolved.problems, isLater: resolved.isLater };
  },
  explain: explainClientError,
  describeWaits: ({ waits }) => warnOfWaits(waits),
  close: (client) => client.close(),
};

void serve(edge);
