import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { jobsPath, startEdgeStack, zoneId, type EdgeStack } from '../../support/edge-stack';
import { describeWithTerraform } from '../../support/terraform';

const root = join(__dirname, '../../..');
const example = join(root, 'examples/log-delivery');

describeWithTerraform('the cdktf command', () => {
  let edge: EdgeStack;
  let folder: string;
  beforeEach(async () => {
    edge = await startEdgeStack();
    // Inside the package, where its name leads to what was built, as in a project that has it installed.
    mkdirSync(join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(root, '.tmp', 'cdktf-cli-'));
    for (const name of ['main.ts', 'cdktf.json']) cpSync(join(example, name), join(folder, name));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await edge.close();
  });

  async function cdktf(verb: string, challenge: string, ...options: string[]): Promise<string> {
    const command = join(root, 'node_modules/.bin/cdktf');
    const child = spawn(command, [verb, '--auto-approve', ...options], {
      cwd: folder,
      env: {
        ...process.env,
        CI: '1',
        CHECKPOINT_DISABLE: '1',
        TF_CLI_CONFIG_FILE: '/dev/null',
        EDGE_BASE_URL: edge.emulator.url,
        EDGE_API_TOKEN: edge.emulator.token,
        TF_VAR_zone_id: zoneId,
        TF_VAR_ownership_challenge: challenge,
      },
    });
    const said: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    const text = Buffer.concat(said).toString();
    if (code !== 0) throw new Error(`cdktf ${verb} ended with ${String(code)}\n${text}`);
    return text;
  }

  it('deploys the example and destroys it, with nothing installed but the package', async () => {
    const challenge = await edge.proveOwnership('s3://edge-logs/http/{DATE}?region=eu-central-1');
    const said = await cdktf('deploy', challenge);
    expect(said).toMatch(/job_id = "?\d+/);
    expect(said).not.toContain(challenge.slice(-40));
    expect(await edge.emulator.result('GET', jobsPath)).toMatchObject([{ name: 'failed-requests' }]);
    expect(await edge.entryPoints()).toHaveLength(1);

    // Of the stack that is synthesized already: a synth takes as long as all the rest.
    await cdktf('destroy', '', '--skip-synth');
    expect(await edge.emulator.result('GET', jobsPath)).toEqual([]);
    expect(await edge.entryPoints()).toEqual([]);
  });
});
