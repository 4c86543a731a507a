import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runInProcess } from '../support';
import { makeFolder } from '../../support/folder';
import { listen } from '../../support/listen';

describe('edge-platform demo', () => {
  const before = { ...process.env };
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
    process.env = { ...before, TMPDIR: folder, PATH: folder, TERRAFORM_BINARY_NAME: '' };
  });
  afterEach(() => {
    process.env = before;
  });

  const installTerraform = (version: string) => {
    const text = `#!/bin/sh\necho 'Terraform v${version}'\n`;
    writeFileSync(join(folder, 'terraform'), text, { mode: 0o755 });
  };

  it('says what is missing without Terraform, and how to get it', async () => {
    expect(await runInProcess(undefined, 'demo')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'edge-platform: Cannot find terraform or tofu on the PATH. Install Terraform or OpenTofu 1.11 or later.\n',
    });
  });

  it('refuses a Terraform that is too old', async () => {
    installTerraform('1.10.5');
    const { status, stderr } = await runInProcess(undefined, 'demo');
    expect([status, stderr]).toEqual([
      2,
      'edge-platform: terraform is 1.10.5, which has no write-only values. Install Terraform or OpenTofu 1.11 or later.\n',
    ]);
  });

  it('refuses a program that is no Terraform', async () => {
    writeFileSync(join(folder, 'terraform'), '#!/bin/sh\necho v20.20.2\n', { mode: 0o755 });
    expect((await runInProcess(undefined, 'demo')).stderr).toBe(
      'edge-platform: terraform reports no version of Terraform or OpenTofu. Install Terraform or OpenTofu 1.11 or later.\n',
    );
  });

  it('says that its port is in use, and leaves no folder behind', async () => {
    installTerraform('1.11.4');
    const server = createServer();
    const port = await listen(server);
    const { status, stderr } = await runInProcess(undefined, 'demo', '--port', String(port));
    await new Promise((resolve) => server.close(resolve));
    expect([status, stderr]).toEqual([
      2,
      `edge-platform: cannot start the emulator: port ${port} of 127.0.0.1 is in use; choose another with --port, or 0 for a free port\n`,
    ]);
    expect(readdirSync(folder)).toEqual(['terraform']);
  });
});
