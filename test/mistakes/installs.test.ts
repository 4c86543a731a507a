import { chmodSync } from 'node:fs';
import { runInProcess } from '../cli/support';
import { useProjectFolder } from './project-folder';
import { command, tellMistakes } from './table';

const write = useProjectFolder();
const install = (...parameters: string[]) => command('provider', 'install', ...parameters);

describe('the installation of the provider', () => {
  const file = () => {
    write('plugins', '');
  };
  tellMistakes([
    {
      mistake: 'a file as the folder',
      make: () => {
        file();
        return install('--dir', 'plugins')();
      },
      says: ['--dir: cannot install', 'plugins', 'it is a file', 'Name a folder'],
    },
    {
      mistake: 'a folder below a file',
      make: () => {
        file();
        return install('--dir', 'plugins/edge')();
      },
      says: ['--dir: cannot install', 'plugins/edge', 'below one', 'Name a folder'],
    },
    {
      mistake: 'a variable that is not set as the folder',
      make: install('--dir', ''),
      says: ['--dir <folder>', 'is empty', 'Give it a value', 'leave it out'],
    },
    {
      mistake: 'a lock file that a merge has left in conflict',
      make: () => {
        write('.terraform.lock.hcl', '<<<<<<< HEAD\nprovider "a" {}\n=======\n>>>>>>> main\n');
        return install()();
      },
      says: [
        'cannot install the provider',
        '.terraform.lock.hcl',
        'marks of a merge conflict',
        'Keep one side',
      ],
    },
    {
      mistake: 'an option without its value',
      make: install('--dir'),
      says: ['error', '--dir <folder>', 'argument missing', 'Run with --help'],
    },
    {
      mistake: 'the folder without its option',
      make: install('plugins'),
      says: ["'provider install'", '"plugins"', 'takes 0 arguments', 'such as --dir <folder>'],
    },
    {
      mistake: 'a system in place of a platform',
      make: install('--platform', 'linux'),
      says: ['--platform', 'unsupported: linux.', 'as Terraform does', 'for example linux_amd64'],
    },
    {
      mistake: 'one of two platforms as Docker writes it',
      make: install('--platform', 'linux_arm64,linux/amd64'),
      says: ['--platform', 'unsupported: linux/amd64.', 'as Terraform does', 'for example linux_amd64'],
    },
    {
      mistake: 'the script for Windows',
      make: install('--executable', 'script', '--platform', 'windows_amd64'),
      says: [
        '--platform',
        'windows_amd64',
        'starts the standalone provider only',
        'Add --executable standalone',
      ],
    },
    {
      mistake: 'another form',
      make: install('--executable', 'binary'),
      says: ["'--executable <form>'", "'binary'", 'Allowed choices are', 'script, standalone'],
    },
  ]);

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
    const { stdout } = await runInProcess(
      undefined,
      'provider',
      'install',
      '--platform',
      'linux_arm64,darwin_arm64',
    );
    expect(stdout).toContain('darwin_arm64');
  });
});
