import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeWithTerraform } from '../support/terraform';
import { makeFolder } from '../support/folder';

const root = join(__dirname, '../..');

describeWithTerraform('a fresh clone, with an empty home', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;

  beforeAll(() => {
    folder = makeFolder();
    const npm = (key: string) => execFileSync('npm', ['config', 'get', key], { encoding: 'utf8' }).trim();
    env = {
      ...process.env,
      HOME: join(folder, 'home'),
      // Where packages come from is the machine's affair.
      npm_config_cache: npm('cache'),
      npm_config_registry: npm('registry'),
    };
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: root,
      encoding: 'utf8',
    });
    for (const file of new Set(listed.split('\0'))) {
      if (file === '') continue;
      mkdirSync(dirname(join(folder, 'clone', file)), { recursive: true });
      cpSync(join(root, file), join(folder, 'clone', file));
    }
  });

  const run = (command: string): string =>
    execFileSync('bash', ['-c', command], {
      cwd: join(folder, 'clone'),
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    });

  const [demo = '', test = ''] = commandsOf(readFileSync(join(root, 'README.md'), 'utf8'));

  it('has a README with two commands, which CI runs too', () => {
    expect([demo, test]).toEqual(['npm ci && npm run demo', 'npm ci && npm test']);
    const ci = readFileSync(join(root, '.ci/run'), 'utf8');
    expect(ci).toContain('\nnpm ci\nnpm run demo\nnpm test\n');
  });

  it('runs the demo by the command of README, and once more', () => {
    expect(run(demo)).toContain('demo: ok');
    expect(run('npm run demo')).toContain('demo: ok');
  });

  it.each(['demo:import', 'demo:pools', 'demo:waf'])('runs %s', (name) => {
    expect(run(`npm run ${name}`)).toContain('demo: ok');
  });

  it('synthesizes at its root', () => {
    expect(run('npx cdktf synth')).toContain('log-delivery');
  });

  it('runs a single test file that needs the build', () => {
    run('npx jest test/drivers/plugin/delivery.test.ts 2>&1');
  });
});

function commandsOf(readme: string): readonly string[] {
  const [, block = ''] = /```sh\n(npm ci && npm run [^]*?)```/.exec(readme) ?? [];
  return block.trim().split('\n');
}
