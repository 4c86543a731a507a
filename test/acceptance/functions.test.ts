import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functions } from '../../lib/functions';
import { findTerraform, isolatedEnvironment } from '../../lib/terraform/binary';
import { jobsPath, startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import { describeWithTerraform, isOpenTofu, TerraformDir } from '../support/terraform';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/functions.md'), 'utf8');

const exampleZone = '023e105f4ecef8ad9ca31a8372d0c353';

const files = [...page.matchAll(/^```hcl\n(# (\S+)\n[^]*?)^```$/gm)].flatMap(([, text = '', name = '']) =>
  name.endsWith('.hcl') || name.endsWith('.tf') ? [{ name, text: text.replaceAll(exampleZone, zoneId) }] : [],
);

describeWithTerraform('the functions on their page', () => {
  let edge: EdgeStack;
  /** A folder without resources. */
  let calls: TerraformDir;
  beforeAll(async () => {
    edge = await startEdgeStack({ plan: 'enterprise' });
    calls = new TerraformDir(join(edge.dir.path, '../calls'));
    calls.write('main.tf', /^terraform \{[^]*?^\}$/m.exec(page)?.[0] ?? '');
    for (const { name, text } of files) edge.dir.write(name, text);
    for (const dir of [edge.dir, calls]) {
      execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'provider', 'install'], {
        cwd: dir.path,
      });
      await dir.init();
    }
  });

  /** What expressions give: in the console, and with OpenTofu in an output, since its console loses functions. */
  const evaluate = async (expressions: readonly string[]): Promise<unknown> => {
    const list = `jsonencode([${expressions.join(', ')}])`;
    if (!isOpenTofu()) return JSON.parse(JSON.parse(inConsole(list)) as string);
    calls.write('output.tf', `output "list" {\n  value = ${list}\n}\n`);
    return JSON.parse(String((await calls.applyJson()).outputs.list));
  };

  const inConsole = (expression: string) =>
    execFileSync(findTerraform(process.env) ?? '', ['console', '-no-color'], {
      cwd: calls.path,
      // Without credentials.
      env: isolatedEnvironment(),
      input: expression,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    });

  it('give in terraform console what the page says', async () => {
    const examples = functions.flatMap((each) => each.examples);
    expect(await evaluate(examples.map(({ code }) => code))).toEqual(examples.map(({ result }) => result));
  });

  it('take an integer beyond 2^53 exactly', async () => {
    const filter = 'provider::edge::filter("EdgeResponseBytes == 18446744073709551615")';
    const matches = (bytes: string) =>
      `provider::edge::filter_matches(${filter}, { EdgeResponseBytes = ${bytes} })`;
    const numbers = ['18446744073709551615', '18446744073709551614'];
    expect(await evaluate(numbers.map(matches))).toEqual([true, false]);
  });

  it('fail with the name of the parameter', async () => {
    calls.write(
      'output.tf',
      `output "wrong" {\n  value = provider::edge::filter("EdgeResponseStatus => 500")\n}\n`,
    );
    const { stderr } = await calls.run(['validate', '-no-color'], { expectCode: 1 });
    calls.write('output.tf', '');
    expect(stderr.replaceAll(/[│\s]+/g, ' ')).toContain(
      'Invalid value for "expression" parameter: The expression cannot be read: found "=>"; write ">=" (line 1, column 20).',
    );
  });

  it('validate, and run in terraform test', async () => {
    expect(files.map(({ name }) => name)).toEqual(['main.tf', 'filter.tftest.hcl']);
    await edge.dir.validate();
    // OpenTofu 1.12 crashes on a function in an assertion.
    if (isOpenTofu()) return;
    const { stdout } = await edge.dir.run(['test', '-no-color']);
    expect(stdout).toContain('Success! 1 passed, 0 failed.');
    expect(await edge.emulator.result('GET', jobsPath)).toEqual([]);
  });

  it('wait for a value that is unknown before the apply', async () => {
    edge.dir.write(
      'unknown.tf',
      `resource "terraform_data" "status" {
        input = timestamp()
      }
      output "unknown" {
        value = provider::edge::filter_matches(local.failures, { EdgeResponseStatus = 503, ClientRequestPath = terraform_data.status.output })
      }
      `,
    );
    const { stdout } = await edge.dir.run(['plan', '-no-color', '-input=false', '-var', `zone_id=${zoneId}`]);
    expect(stdout).toContain('+ unknown   = (known after apply)');
    expect(stdout).toContain('+ condition = "');
  });
});
