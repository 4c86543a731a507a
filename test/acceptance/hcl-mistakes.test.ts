import { devNull } from 'node:os';
import { packageVersion } from '../../lib/client/package-version';
import { installPlugin } from '../../lib/cli/provider/install';
import { providerSource } from '../../lib/drivers/plugin/delivery';
import { describeWithTerraform, makeTerraformFolder, TerraformDir } from '../support/terraform';

const zone = '1'.repeat(32);

/** A mistake in a resource, as it is written after what is right, and what its maker reads: place, value, rule and fix. */
interface Mistake {
  readonly type: string;
  readonly lines: readonly string[];
  readonly says: readonly [place: string, value: string, rule: string, fix: string];
}

const jobs = [`zone_id = "${zone}"`, 'name = "logs"', 'fields = ["RayID"]'];
const job = (lines: readonly string[], says: Mistake['says'], usual = jobs): Mistake => ({
  type: 'edge_logpush_job',
  lines: [...usual, ...lines],
  says,
});
const destination = 'destination_conf = "https://logs.example.com/in"';
const complete = [...jobs, destination];
const waf = (lines: readonly string[], says: Mistake['says']): Mistake => ({
  type: 'edge_waf_migration',
  lines: [`zone_id = "${zone}"`, 'target = "complete"', ...lines],
  says,
});
const fields = (lines: readonly string[], says: Mistake['says']): Mistake => ({
  type: 'edge_custom_fields_ruleset',
  lines: [`zone_id = "${zone}"`, ...lines],
  says,
});

const mistakes: Readonly<Record<string, Mistake>> = {
  name_of_a_prop: job(
    ['destinationConf = "https://logs.example.com/in"'],
    ['name_of_a_prop', '"destinationConf"', 'is not expected here', 'Did you mean "destination_conf"?'],
  ),
  missing: job([], ['missing', '"destination_conf"', 'is required', 'no definition was found']),
  block: job(
    ['output_options {', '  output_type = "csv"', '}'],
    ['block', '"output_options"', 'Blocks of type', 'use the equals sign to assign it a value'],
    complete,
  ),
  time_limits: fields(
    ['cookies = ["a"]', 'timeouts {', '  create = "5m"', '}'],
    ['time_limits', '"timeouts"', 'Blocks of type', 'use the equals sign to assign it a value'],
  ),
  text_for_a_set: job(
    [destination, 'fields = "RayID"'],
    [
      'text_for_a_set',
      'fields = "RayID"',
      'Inappropriate value for attribute "fields"',
      'set of string required',
    ],
    jobs.slice(0, 2),
  ),
  text_for_a_number: job(
    ['sample_rate = "half"'],
    ['text_for_a_number', 'sample_rate = "half"', 'Incorrect attribute value type', 'a number is required'],
    complete,
  ),
  word_for_a_switch: job(
    ['enabled = "yes"'],
    ['word_for_a_switch', 'enabled = "yes"', 'Incorrect attribute value type', 'a bool is required'],
    complete,
  ),
  object_for_a_filter: job(
    ['filter = { where = { key = "BotScore" } }'],
    ['object_for_a_filter', 'filter = {', 'Inappropriate value for attribute "filter"', 'string required'],
    complete,
  ),
  expression_for_a_filter: job(
    ['filter = "BotScore < 30"'],
    [
      'expression_for_a_filter',
      'BotScore < 30',
      'it must be the JSON of a filter',
      'Otherwise set it to {"where"',
    ],
    complete,
  ),
  secret_in_the_address: job(
    ['destination_conf = "s3://logs?region=eu&access-key-id=A&secret-access-key=B"'],
    [
      'secret_in_the_address',
      'access-key-id, secret-access-key',
      'the plan and the state would expose them',
      'Move them to destination_credentials',
    ],
  ),
  no_zone: job(
    [destination],
    [
      'no_zone',
      'zone_id (zoneId) and account_id (accountId)',
      'A job belongs to a zone',
      'set zone_id (zoneId)',
    ],
    jobs.slice(1),
  ),
  objects_of_fields: fields(
    ['request_headers = [{ name = "x-id" }]'],
    ['objects_of_fields', 'request_headers = [', 'element 0', 'string required'],
  ),
  no_fields: fields([], ['no_fields', 'No custom field', 'at least one request header', 'Name at least one']),
  no_acknowledgement: waf(
    [],
    ['no_acknowledgement', '"acknowledge_irreversible"', 'is required', 'no definition was found'],
  ),
  false_acknowledgement: waf(
    ['acknowledge_irreversible = false'],
    ['false_acknowledgement', 'acknowledge_irreversible is false', 'cannot be undone', 'to true to migrate'],
  ),
  block_of_an_override: waf(
    ['acknowledge_irreversible = true', 'rule_overrides {', `  rule_id = "${zone}"`, '}'],
    [
      'block_of_an_override',
      '"rule_overrides"',
      'Blocks of type',
      'use the equals sign to assign it a value',
    ],
  ),
  one_override: waf(
    ['acknowledge_irreversible = true', `rule_overrides = { rule_id = "${zone}", action = "log" }`],
    ['one_override', 'rule_overrides = {', 'Inappropriate value for attribute', 'set of object required'],
  ),
  plural: {
    type: 'edge_logpush_jobs',
    lines: [`zone_id = "${zone}"`],
    says: [
      'plural',
      '"edge_logpush_jobs"',
      'does not support resource type',
      'Did you mean "edge_logpush_job"?',
    ],
  },
};

/** Mistakes in the block of the provider. Terraform looks at nothing else then. */
const providers: readonly [mistake: string, blocks: string, says: Mistake['says']][] = [
  [
    'the name of a prop',
    'provider "edge" {\n  apiToken = "x"\n}',
    ['provider "edge"', '"apiToken"', 'is not expected here', 'Did you mean "api_token"?'],
  ],
  [
    'two blocks',
    'provider "edge" {}\nprovider "edge" {}',
    ['main.tf', 'provider "edge" {}', 'was already given at main.tf:1', 'set the "alias" argument'],
  ],
  [
    'a token with the scheme of its header',
    'provider "edge" {\n  api_token = "Bearer x"\n}',
    ['api_token', '"Bearer "', 'which each call adds itself', 'Leave that word out'],
  ],
  [
    'an address without the version of the API',
    'provider "edge" {\n  base_url = "https://api.cloudflare.com"\n}',
    ['base_url', '"https://api.cloudflare.com"', 'ends in /client/v4', 'Use an http or https URL'],
  ],
];

function blockOf(name: string, { type, lines }: Mistake): string {
  return `resource "${type}" "${name}" {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** Without a resource of it, Terraform does not look at the block of a provider. */
const resource = `resource "edge_custom_fields_ruleset" "it" {\n  zone_id = "${zone}"\n  cookies = ["a"]\n}\n`;

describeWithTerraform('a mistake in HCL', () => {
  let folder: ReturnType<typeof makeTerraformFolder>;
  let dir: TerraformDir;
  beforeAll(async () => {
    folder = makeTerraformFolder();
    dir = new TerraformDir(folder.path, { TF_CLI_CONFIG_FILE: devNull });
    dir.write(
      'terraform.tf',
      `terraform {\n  required_providers {\n    edge = {\n      source = "${providerSource}"\n    }\n  }\n}\n`,
    );
    installPlugin({
      folder: dir.path,
      home: dir.path,
      platforms: [],
      version: packageVersion(),
      env: process.env,
    });
    await dir.init();
  });
  afterAll(() => {
    folder.remove();
  });

  /** What `terraform validate` says, each in a line: the place, the line of the file, the headline and the detail. */
  async function validate(code: string): Promise<string[]> {
    dir.write('main.tf', code);
    const { stdout } = await dir.run(['validate', '-json'], { expectCode: 1 });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
    return diagnostics.map(({ summary, detail, snippet, range }) =>
      [range?.filename, snippet?.context, snippet?.code, summary, detail].join(' ').replaceAll(/\s+/g, ' '),
    );
  }

  it('has a message with place, value, rule and fix, all in one validation', async () => {
    const blocks = Object.entries(mistakes).map(([name, mistake]) => blockOf(name, mistake));
    const said = await validate(blocks.join('\n'));
    const lacking = Object.entries(mistakes).filter(
      ([name, { says }]) =>
        !said.some((text) => text.includes(`"${name}"`) && says.every((part) => text.includes(part))),
    );
    expect({ lacking, said: lacking.length === 0 ? [] : said }).toEqual({ lacking: [], said: [] });
  });

  it.each(providers)('of the provider has one too: %s', async (_mistake, blocks, says) => {
    const said = (await validate(`${blocks}\n${resource}`)).join('\n');
    for (const part of says) expect(said).toContain(part);
  });
});

interface Diagnostic {
  readonly summary: string;
  readonly detail: string;
  readonly range?: { readonly filename: string };
  readonly snippet?: { readonly context: string | null; readonly code: string };
}
