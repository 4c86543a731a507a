import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../lib/terraform/binary';
import { makeFolder } from '../support/folder';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

/** Makes an executable file, and returns its folder. */
function place(subfolder: string, name: string, mode = 0o755): string {
  const path = join(folder, subfolder);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, name), '');
  chmodSync(join(path, name), mode);
  return path;
}

describe('the search for a program', () => {
  it('finds the first executable file on the PATH', () => {
    const path = [place('none', 'other'), place('text', 'terraform', 0o644), place('bin', 'terraform')];
    expect(findProgram('terraform', { PATH: ['', ...path].join(':') }, 'linux')).toBe(
      join(folder, 'bin', 'terraform'),
    );
    expect(findProgram('terraform', { PATH: path.slice(0, 2).join(':') }, 'linux')).toBeUndefined();
    expect(findProgram('terraform', {}, 'linux')).toBeUndefined();
  });

  it('takes a path as it is', () => {
    const path = join(place('bin', 'terraform'), 'terraform');
    expect(findProgram(path, {}, 'linux')).toBe(path);
    expect(findProgram(`${path}x`, {}, 'linux')).toBeUndefined();
  });

  it('adds the ending of programs on Windows, where the PATH has another spelling and separator', () => {
    const path = place('bin', 'terraform.exe');
    expect(findProgram('terraform', { Path: `C:\\other;${path}` }, 'win32')).toBe(
      join(path, 'terraform.exe'),
    );
    expect(findProgram('terraform.exe', { PATH: path }, 'win32')).toBe(join(path, 'terraform.exe'));
    expect(findProgram(join(path, 'terraform'), {}, 'win32')).toBe(join(path, 'terraform.exe'));
    expect(findProgram('terraform', { Path: path }, 'linux')).toBeUndefined();
  });
});
