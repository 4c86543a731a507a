import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInProcess, setEnvironment } from '../../cli/support';
import { GeneratedProject } from '../../support/generated-project';

const fixture = join(__dirname, '../../convert/4.52');

let project: GeneratedProject;
beforeEach(() => {
  setEnvironment({});
  project = new GeneratedProject({});
});
afterEach(() => {
  project.remove();
});

const convert = (...parameters: readonly string[]) =>
  runInProcess(
    undefined,
    'convert',
    join(fixture, 'input'),
    '--state',
    join(fixture, 'state.json'),
    '--out',
    project.path,
    '--language',
    'typescript',
    ...parameters,
  );

describe('a conversion to a CDKTF project', () => {
  it('is verified with its modules, as people have edited it', async () => {
    expect(await convert()).toMatchObject({ status: 0, stderr: '' });
    const unprepared = await convert('--verify', '--emulator');
    expect(unprepared.status).toBe(2);
    expect(unprepared.stderr).toMatch(/^edge-platform: --verify: .* not installed\. Run `npm install` in /);
    project.install();

    const file = join(project.path, 'logs.ts');
    const edited = readFileSync(file, 'utf8').replace("name: 'errors'", "name: 'renamed'");
    writeFileSync(file, edited);
    const changed = await convert('--verify', '--emulator');
    expect(changed.status).toBe(1);
    // Nothing else is lost or changed unexpectedly, in the modules neither.
    expect(changed.stdout).toMatch(
      /^Not verified [^:]+: 14 old resources,\s+\d+\s+changed\s+\(1\s+unexpectedly\)/,
    );
    expect(changed.stdout).toMatch(
      /^Not verified[^]*\nCHANGED +cloudflare_logpush_job\.errors +would be changed: name/m,
    );
    expect(readFileSync(file, 'utf8')).toBe(edited);
  });
});
