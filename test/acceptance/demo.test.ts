import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PageReader } from '../support/printed-page';
import { describeWithTerraform } from '../support/terraform';

describeWithTerraform('edge-platform demo, as npm packs it', () => {
  let reader: PageReader;
  beforeAll(() => {
    reader = new PageReader();
  });
  const install =
    'npm init -y > /dev/null\nnpm install cdktf-edge-platform\nexport TMPDIR=$PWD/tmp; mkdir tmp\n';

  it('deploys, delivers, shows drift and destroys in an empty folder, ends without a terminal, and names what it keeps', async () => {
    const { output, failed } = await reader.run(`${install}npx edge-platform demo --keep`);
    expect(failed).toEqual([]);
    for (const text of [
      'Plan: 2 to add, 0 to change, 0 to destroy.',
      'Apply complete! Resources: 2 added',
      '{"ClientRequestPath":"/checkout","Cookies":{"sessionId":"bob"},"EdgeResponseStatus":502,',
      'No changes.',
      '~ enabled                 = false -> true',
      'Plan: 0 to add, 1 to change, 0 to destroy.',
      'Destroy complete! Resources: 2 destroyed.',
      'Nothing is left in the zone.',
    ])
      expect(output).toContain(text);
    const [, folder = ''] = /The stack and the delivered files are in (\S+)\.$/m.exec(output) ?? [];
    expect(existsSync(join(folder, 'main.tf'))).toBe(true);
    expect(readdirSync(join(folder, 'buckets'))).toEqual(['logs']);
  });

  it('removes everything where it is interrupted', async () => {
    const { output, failed } = await reader.run(
      `${install}node node_modules/cdktf-edge-platform/dist/cli/main.js demo > out.txt &
until grep -q 'terraform apply\\|tofu apply' out.txt 2> /dev/null; do sleep 0.1; done
kill -TERM $!
wait $!
cat out.txt
ls tmp | wc -l`,
    );
    expect(failed).toEqual(['130 wait $!']);
    expect(output).not.toContain('Destroy complete');
    expect(output.trimEnd().split('\n').at(-1)?.trim()).toBe('0');
  });
});
