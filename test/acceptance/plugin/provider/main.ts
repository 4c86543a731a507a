import { serve } from '../../../../lib/drivers/plugin/serve';
import { resource } from '../../../../lib/resources/resource';
import { errorAt, isUnknown, optional, string } from '../../../../lib/schema';
import { thingContract } from './contract';
import { thingHandler } from './handler';
import { Store } from './store';

const transport = process.env.FAKE_TRANSPORT === 'tcp' ? 'tcp' : undefined;
if (transport === 'tcp') process.stderr.write('listening through TCP\n');

/** A provider for the tests of the driver alone: it shares nothing with `edge` but the driver. */
void serve<Store>(
  {
    attributes: {
      folder: optional(string, { description: 'Where the things are; FAKE_FOLDER by default.' }),
    },
    description: 'Things in a folder.',
    resources: [resource(thingContract, thingHandler)],
    configure({ folder }) {
      if (isUnknown(folder)) {
        const later = errorAt(['folder'], 'Folder not known yet', 'Apply what it comes from first.');
        return { isReady: false, unavailable: [later], isLater: true };
      }
      const path = typeof folder === 'string' ? folder : process.env.FAKE_FOLDER;
      if (path !== undefined) return { isReady: true, service: new Store(path) };
      const missing = errorAt(['folder'], 'No folder', 'Set folder or FAKE_FOLDER.');
      return { isReady: false, unavailable: [missing], isLater: false };
    },
  },
  transport,
);
