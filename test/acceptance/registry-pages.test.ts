import { execFile, spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../support/folder';
import { command } from '../support/provider-mirror';
import { describeWithTerraform, TerraformDir } from '../support/terraform';

const run = promisify(execFile);
const root = join(__dirname, '../..');

/** What the Terraform registry checks of the pages of a provider. */
const validator = 'github.com/hashicorp/terraform-plugin-docs/cmd/tfplugindocs@v0.25.0';
const hasGo = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;

if (hasGo) describeWithTerraform('the pages for the registry', suite);
else describe.skip('the pages for the registry (skipped: cannot find go)', suite);

function suite(): void {
  it('are those of the schema that Terraform reads, in the layout of the registry', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'main.tf'), required);
    await run(process.execPath, [command, 'provider', 'install'], { cwd: folder });
    const dir = new TerraformDir(folder);
    await dir.init();
    const { stdout } = await dir.run(['providers', 'schema', '-json']);
    // The validator knows providers of the registry alone.
    const schema = stdout.replace(
      '"terraform.local/edge-platform/edge"',
      '"registry.terraform.io/hashicorp/edge"',
    );
    const provider = makeFolder();
    writeFileSync(join(provider, 'schema.json'), schema);
    cpSync(join(root, 'docs/terraform'), join(provider, 'docs'), { recursive: true });
    const args = ['--provider-dir', provider, '--provider-name', 'terraform-provider-edge'];
    const { stdout: said } = await run(
      'go',
      ['run', validator, 'validate', ...args, '--providers-schema', join(provider, 'schema.json')],
      { cwd: provider, env: { ...process.env, GOFLAGS: '-mod=mod' } },
    );
    expect(said).toContain('running file mismatch check');
  }, 600_000);
}

const required = `terraform {
  required_providers {
    edge = {
      source = "terraform.local/edge-platform/edge"
    }
  }
}
`;
