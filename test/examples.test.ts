import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '..');
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((each) => each.isDirectory() && existsSync(join(root, 'examples', each.name, 'main.ts')))
  .map(({ name }) => name);

describe('the examples', () => {
  let outdir: string;
  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), 'examples-'));
  });
  afterEach(() => {
    rmSync(outdir, { recursive: true });
  });

  /** Runs an app as `cdktf synth` does, in a process of its own, with the sources behind the package's name. */
  async function synthesize(name: string): Promise<unknown[]> {
    const tsconfig = join(outdir, 'tsconfig.json');
    const paths = {
      // The sources import cdktf, and so does the provider that the provisioner driver uses.
      cdktn: [join(root, 'node_modules/cdktf')],
      'cdktf-edge-platform/cdktn': [join(root, 'lib/index.ts')],
      'cdktf-edge-platform/*': [join(root, 'lib/*/index.ts')],
    };
    writeFileSync(
      tsconfig,
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions: { paths } }),
    );
    await run(process.execPath, [require.resolve('tsx/cli'), '--tsconfig', tsconfig, 'main.ts'], {
      cwd: join(root, 'examples', name),
      env: { ...process.env, CDKTF_OUTDIR: join(outdir, 'out') },
    });
    const stacks = join(outdir, 'out', 'stacks');
    return readdirSync(stacks).map(
      (stack) => JSON.parse(readFileSync(join(stacks, stack, 'cdk.tf.json'), 'utf8')) as unknown,
    );
  }

  it.each(examples)('synthesize %s', async (name) => {
    const stacks = await synthesize(name);
    expect(stacks.length).toBeGreaterThan(0);
    expect(JSON.stringify(stacks)).toMatch(/"edge_\w+":\{|"edge:type":"edge_\w+"/);
  });

  it('each have a cdktf.json with the command that runs them', () => {
    for (const name of examples) {
      const settings: unknown = JSON.parse(readFileSync(join(root, 'examples', name, 'cdktf.json'), 'utf8'));
      expect(settings).toMatchObject({ language: 'typescript', app: 'npx tsx main.ts' });
    }
  });
});
