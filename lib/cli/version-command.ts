import { Command } from 'commander';
import { packageVersion } from '../client/package-version';
import { formatDocument } from './document';
import { json } from './options';
import { print } from './terminal';

/** `edge-platform version`: what a report of a problem begins with. */
export function versionCommand(): Command {
  return new Command('version')
    .description('Print the versions of this package and of Node.js, and the platform.')
    .option(...json)
    .action(async (options: { readonly json?: true }) => {
      const { currentPlatform } = await import('../drivers/plugin/platform.js');
      const { version, execPath } = process;
      const found = {
        package: packageVersion(),
        platform: currentPlatform(),
        node: version.slice(1),
        node_path: execPath,
      };
      if (options.json) return print(formatDocument(found));
      await print(
        `edge-platform ${packageVersion()} on ${currentPlatform()}\nNode.js ${version.slice(1)} (${execPath})\n`,
      );
    });
}
