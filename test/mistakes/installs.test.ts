import { chmodSync } from 'node:fs';
import { runInProcess } from '../cli/support';
import { useProjectFolder } from '../support/project-folder';
import { command, tellMistakes } from './table';

const write = useProjectFolder();
const install = (...parameters: string[]) => command('provider', 'install', ...parameters);

describe('the installation of the provider', () => {
  const file = () => {
    write('plugins', '');
  };
  tellMistakes({
    'a file as the folder': [
      () => {
        file();
        return install('--dir', 'plugins')();
      },
      '--dir: cannot install … plugins … it is a file … Name a folder',
    ],
    'a variable that is not set as the folder': [
      install('--dir', ''),
      '--dir <folder> … is empty … Give it a value … leave it out',
    ],
    'a lock file that a merge has left in conflict': [
      () => {
        write('.terraform.lock.hcl', '<<<<<<< HEAD\nprovider "a" {}\n=======\n>>>>>>> main\n');
        return install()();
      },
      'cannot install the provider … .terraform.lock.hcl … marks of a merge conflict … Keep one side',
    ],
    'the folder without its option': [
      install('plugins'),
      '\'provider install\' … "plugins" … takes 0 arguments … such as --dir <folder>',
    ],
    'one of two platforms as Docker writes it': [
      install('--platform', 'linux_arm64,linux/amd64'),
      '--platform … unsupported: linux/amd64. … as Terraform does … for example linux_amd64',
    ],
    'the script for Windows': [
      install('--executable', 'script', '--platform', 'windows_amd64'),
      '--platform … windows_amd64 … starts the standalone provider only … Add --executable standalone',
    ],
    'another form': [
      install('--executable', 'binary'),
      "'--executable <form>' … 'binary' … Allowed choices are … script, standalone",
    ],
  });

  const isRoot = process.getuid?.() === 0;
  (isRoot ? it.skip : it)(
    `fails in a folder that may not be written to${isRoot ? ' (skipped: root may write anywhere)' : ''}`,
    async () => {
      chmodSync('.', 0o555);
      await expect(install()()).rejects.toThrow(
        /in terraform\.d\/plugins: its permissions do not let you write/,
      );
    },
  );

  it('takes platforms with commas, as the build does', async () => {
    const platforms = ['--platform', 'linux_arm64,darwin_arm64'];
    const { stdout } = await runInProcess(undefined, 'provider', 'install', ...platforms);
    expect(stdout).toContain('darwin_arm64');
  });
});
