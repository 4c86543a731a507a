import { Command } from 'commander';
import { packageVersion } from '../client/package-version';
import { print } from './terminal';

/** `edge-platform version`: what a report of a problem begins with. */
export function versionCommand(): Command {
  return new Command('version')
    .description('Print the versions of this package and of Node.js, and the platform.')
    .action(async () => {
      const { currentPlatform } = await import('../drivers/plugin/platform.js');
      const { version, execPath } = process;
      await print(
        `edge-platform ${packageVersion()} on ${currentPlatform()}\nNode.js ${version.slice(1)} (${execPath})\n`,
      );
    });
}
