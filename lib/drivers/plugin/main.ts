import type { EdgeClient } from '../../client';
import { dataSources } from '../../data-sources';
import { functions } from '../../functions';
import { resources } from '../../resources';
import { actions } from '../../resources/actions';
import { lists } from '../../resources/lists';
import { configurationAttributes, resolveConfiguration, settingsOf } from '../configuration';
import { clientErrorExplainer } from '../explain';
import { Log } from '../log/log';
import { terraformSink } from '../log/sinks';
import { deployDetails, openLogFile, openService } from '../service';
import { warnOfWaits } from '../waits';
import type { ProviderDefinition } from './provider';
import { serve } from './serve';

const file = openLogFile(process.env, (text) => process.stderr.write(`${text}\n`));
const log = new Log([...terraformSink(process.env), ...('sinks' in file ? file.sinks : [])], {
  program: 'plugin',
  pid: process.pid,
});

const edge: ProviderDefinition<EdgeClient> = {
  attributes: configurationAttributes,
  description:
    'Custom log fields, log-delivery jobs, pool notifications and managed rules of an edge platform.',
  resources,
  dataSources,
  functions,
  lists,
  actions,
  settingsOf: (config) => settingsOf(config, process.env),
  log,
  configure(config, terraformVersion) {
    if ('problem' in file) return { isReady: false, unavailable: [file.problem], isLater: false };
    const resolved = resolveConfiguration(config, process.env);
    if ('configuration' in resolved)
      return {
        isReady: true,
        service: openService(resolved.configuration, log, ['plugin', ...deployDetails(terraformVersion)]),
        api: resolved.configuration.baseUrl,
        settings: resolved.settings,
      };
    return { isReady: false, unavailable: resolved.problems, isLater: resolved.isLater };
  },
  explain: clientErrorExplainer(),
  describeWaits: ({ waits }) => warnOfWaits(waits),
  close: async (client) => {
    await client.close();
    log.end();
  },
};

void serve(edge);
