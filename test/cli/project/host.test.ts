import { basename, dirname, join } from 'node:path';
import { findMissingPackages } from '../../../lib/cli/import/synthesis';
import { chooseHost } from '../../../lib/cli/project/host';
import { makeFolder, writeFiles } from '../../support/folder';

const write = (path: string, value: unknown) => {
  writeFiles(dirname(path), { [basename(path)]: typeof value === 'string' ? value : JSON.stringify(value) });
};

describe('the host of a folder', () => {
  it.each([
    ['the dependency of its package.json', { 'package.json': { dependencies: { cdktf: '1' } } }, 'cdktf'],
    [
      'that of the folder above where its own has none',
      {
        'package.json': { name: 'zones' },
        '../package.json': { devDependencies: { cdktf: '1' } },
        '../../package.json': { dependencies: { cdktn: '1' } },
      },
      'cdktf',
    ],
    [
      'CDK Terrain where it depends on both',
      { 'package.json': { peerDependencies: { cdktf: '1' }, devDependencies: { cdktn: '1' } } },
      'cdktn',
    ],
    [
      'not that of a package.json which is no JSON',
      { 'package.json': '{', '../package.json': { dependencies: { cdktf: '1' } } },
      'cdktf',
    ],
    [
      'not what is installed above it',
      { '../node_modules/cdktf/package.json': { name: 'cdktf' }, 'package.json': { dependencies: [] } },
      'cdktn',
    ],
    ['CDK Terrain in an empty folder', {}, 'cdktn'],
  ])('is %s', (_, files, host) => {
    const folder = join(makeFolder(), 'a', 'b');
    for (const [name, value] of Object.entries(files)) write(join(folder, name), value);
    expect(chooseHost(undefined, folder)).toBe(host);
  });

  it('is the given one in a new folder, and that of the origin where the folder has none', () => {
    const [folder, origin] = [makeFolder(), makeFolder()];
    write(join(origin, 'package.json'), { dependencies: { cdktf: '1' } });
    expect(chooseHost(undefined, folder, origin)).toBe('cdktf');
    expect(chooseHost('cdktn', folder, origin)).toBe('cdktn');
    expect(chooseHost('cdktn', join(origin, 'new'))).toBe('cdktn');
    expect(() => chooseHost('cdktn', origin)).toThrow(
      `--host: the project in ${origin} depends on cdktf. Leave the option out, or name another folder.`,
    );
  });

  it('is what a check of the project needs, also below a folder with the other one', () => {
    const above = makeFolder();
    for (const name of ['cdktn', 'constructs', 'cdktf-edge-platform', 'typescript'])
      write(join(above, 'node_modules', name, 'package.json'), { name });
    write(join(above, 'package.json'), { dependencies: { cdktn: '1' } });
    const project = join(above, 'edge');
    expect(findMissingPackages(project)).toBeUndefined();
    write(join(project, 'package.json'), { dependencies: { cdktf: '1' } });
    expect(findMissingPackages(project)).toBe(`cdktf is not installed. Run \`npm install\` in ${project}.`);
  });
});
