import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functions } from '../../lib/functions';
import { findTerraform } from '../../lib/terraform/binary';
import { isolatedEnvironment } from '../../lib/terraform/environment';
import { jobsPath, startEdgeStack, zoneId, type EdgeStack } from '../support/edge-stack';
import { describeWithTerraform } from '../support/terraform';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/functions.md'), 'utf8');

const exampleZone = '023e105f4ecef8ad9ca31a8372d0c353';

/** The files of the page: blocks that begin with their name. */
const files = [...page.matchAll(/^```hcl\n(# (\S+)\n[^]*?)^```$/gm)].flatMap(([, text = '', name = '']) =>
  name.endsWith('.hcl') || name.endsWith('.tf') ? [{ name, text: text.replaceAll(exampleZone, zoneId) }] : [],
);

describeWithTerraform('the functions on their page', () => {
  let edge: EdgeStack;
  beforeAll(async () => {
    edge = await startEdgeStack({ plan: 'enterprise' });
    for (const { name, text } of files) edge.dir.write(name, text);
    execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'provider', 'install'], {
      cwd: edge.dir.path,
    });
    await edge.dir.init();
  });
  afterAll(() => edge.close());

  /** What `terraform console` gives for expressions. */
  const evaluate = (expressions: readonly string[]): unknown => {
    const printed = execFileSync(
      findTerraform(process.env) ?? '',
      ['console', '-no-color', '-var', `zone_id=${zoneId}`],
      {
        cwd: edge.dir.path,
        // Without credentials.
        env: isolatedEnvironment(),
        input: `jsonencode([${expressions.join(', ')}])`,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    return JSON.parse(JSON.parse(printed) as string);
  };

  it('give in terraform console what the page says', () => {
    const examples = functions.flatMap((each) => each.examples);
    expect(evaluate(examples.map(({ code }) => code))).toEqual(examples.map(({ result }) => result));
  });

  it('take an integer beyond 2^53 exactly', () => {
    const filter = 'provider::edge::filter("EdgeResponseBytes == 18446744073709551615")';
    const matches = (bytes: string) =>
      `provider::edge::filter_matches(${filter}, { EdgeResponseBytes = ${bytes} })`;
    expect(evaluate([matches('18446744073709551615'), matches('18446744073709551614')])).toEqual([
      true,
      false,
    ]);
  });

  it('fail with the name of the parameter', () => {
    const call = 'provider::edge::filter("EdgeResponseStatus => 500")';
    expect(() => evaluate([call])).toThrow(
      /Invalid value for "expression" parameter: The expression cannot be read:\s+found "=>"; write ">=" \(line 1, column 20\)\.\n/,
    );
  });

  it('validate, and run in terraform test', async () => {
    expect(files.map(({ name }) => name)).toEqual(['main.tf', 'filter.tftest.hcl']);
    await edge.dir.validate();
    const { stdout } = await edge.dir.run(['test', '-no-color']);
    expect(stdout).toContain('Success! 1 passed, 0 failed.');
    expect(await edge.emulator.result('GET', jobsPath)).toEqual([]);
  });

  it('are in the schema for editors, beside attributes that all have a description', async () => {
    const { stdout } = await edge.dir.run(['providers', 'schema', '-json']);
    const [schema] = Object.values((JSON.parse(stdout) as ProviderSchemas).provider_schemas);
    expect(Object.keys(schema?.functions ?? {}).sort()).toEqual(functions.map(({ name }) => name).sort());
    for (const { name, summary, description } of functions)
      expect(schema?.functions[name]).toMatchObject({ summary, description });
    const blocks = [
      schema?.provider,
      ...Object.values({ ...schema?.resource_schemas, ...schema?.data_source_schemas }),
    ];
    const attributes = blocks.flatMap((each) => attributesIn(each?.block.attributes));
    expect(attributes.length).toBeGreaterThan(100);
    expect(
      attributes.filter(
        ({ description = '', description_kind }) => description === '' || description_kind !== 'markdown',
      ),
    ).toEqual([]);
    expect(attributes.filter(({ deprecated }) => deprecated)).toMatchObject([
      { description: expect.stringContaining('Deprecated: use') as string },
    ]);
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

interface ProviderSchemas {
  readonly provider_schemas: Readonly<
    Record<
      string,
      {
        readonly provider: BlockSchema;
        readonly resource_schemas: Readonly<Record<string, BlockSchema>>;
        readonly data_source_schemas: Readonly<Record<string, BlockSchema>>;
        readonly functions: Readonly<Record<string, object>>;
      }
    >
  >;
}

interface BlockSchema {
  readonly block: { readonly attributes?: Readonly<Record<string, AttributeSchema>> };
}

interface AttributeSchema {
  readonly description?: string;
  readonly description_kind: string;
  readonly deprecated?: boolean;
  readonly nested_type?: { readonly attributes: Readonly<Record<string, AttributeSchema>> };
}

/** Attributes at every depth. */
function attributesIn(attributes: Readonly<Record<string, AttributeSchema>> = {}): AttributeSchema[] {
  return Object.values(attributes).flatMap((each) => [each, ...attributesIn(each.nested_type?.attributes)]);
}
