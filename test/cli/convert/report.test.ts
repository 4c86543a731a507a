import { writeConversionReport } from '../../../lib/cli/convert/conversion-report';
import type { Conversion, ConvertedObject, Finding, OldConfiguration } from '../../../lib/cli/convert/model';
import { conversionBlocks } from '../../../lib/cli/convert/report';
import { renderText } from '../../../lib/cli/report/text';

const old: OldConfiguration = {
  folder: 'old',
  modules: [],
  resources: [],
  dataSources: [],
  orphans: [],
  state: undefined,
  zones: new Map(),
};

const type = 'cloudflare_waf_group';

function finding(severity: Finding['severity'], more: Partial<Finding> = {}): Finding {
  return { code: 'convert.orphan', severity, address: `${type}.x`, text: 'What, why, what to do.', ...more };
}

function conversion(more: Partial<Conversion> = {}): Conversion {
  const moves = { moved: [], removed: [`${type}.x`], imports: [] };
  return { objects: [], edits: [], variables: [], outcomes: [], findings: [], moves, ...more };
}

const gate = {
  module: '',
  type: 'bool' as const,
  description: '',
  default: false,
  sensitive: false,
};

const page = (given: Conversion) =>
  writeConversionReport(old, given, {
    language: 'hcl',
    command: 'npx edge-platform convert old --out new',
    statePath: undefined,
  });

const summary = (given: Conversion) =>
  renderText(
    conversionBlocks({
      dir: 'old',
      out: 'my new',
      language: 'hcl',
      files: new Map([['main.tf', '']]),
      conversion: given,
      stateFile: undefined,
    }),
  );

describe('CONVERSION.md', () => {
  it('has each finding with its original text, which no markup of it can end', () => {
    const original = 'a = <<EOT\n```\n\n**b**\nEOT';
    const text = page(
      conversion({
        findings: [finding('todo', { original, file: 'a.tf', text: 'Write *it*\u0007as `a_b`.' })],
      }),
    );
    expect(text).toContain('## Lost: none\n');
    expect(text).toContain('## To do: 1\n');
    expect(text).toContain(`- \`${type}.x\` in \`a.tf\` (convert.orphan): Write \\*it\\* as \`a_b\`.\n`);
    expect(text).toContain('\n  ````\n  a = <<EOT\n  ```\n\n  **b**\n  EOT\n  ````\n');
  });

  it('tells of no moves where new objects are all that there is', () => {
    const moves = { moved: [], removed: [], imports: [] };
    const policy: ConvertedObject = {
      typeName: 'edge_pool_notification_policy',
      module: '',
      file: 'main.tf',
      name: 'eu',
      meta: {},
      config: {},
      remarks: [],
      replaces: [],
    };
    expect(page(conversion())).toContain('Deploy once: `terraform apply`. In the state it moves,');
    expect(page(conversion({ objects: [policy], moves }))).toContain(
      'Deploy once: `terraform apply`. It creates the notification policies of pools (`eu`)',
    );
  });

  it('migrates the WAF in a second deploy', () => {
    // The code may have a variable of the usual name already.
    const name = 'acknowledge_waf_migration_2';
    expect(page(conversion({ variables: [{ ...gate, name }] }))).toContain(
      `set \`${name} = true\` and run \`terraform plan\`, which lists exactly what each zone loses`,
    );
  });
});

describe('the summary', () => {
  it('counts the findings, whose texts are in CONVERSION.md', () => {
    const many = (count: number, severity: Finding['severity']) =>
      Array.from({ length: count }, () => finding(severity));
    expect(summary(conversion({ findings: [...many(1200, 'lost'), ...many(2, 'note')] }))).toContain(
      '\nLost: 1,200. Notes: 2. See CONVERSION.md.\n',
    );
    expect(summary(conversion())).not.toContain('See CONVERSION.md');
  });

  it('leads to CONVERSION.md, in a folder that is quoted for a shell', () => {
    expect(summary(conversion())).toContain("\nNext:\n  less 'my new/CONVERSION.md'\n");
  });
});
