import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { lossesOf } from '../../../lib/cli/waf/losses';
import { renderText } from '../../../lib/cli/report/text';
import { reportLosses } from '../../../lib/cli/waf/losses-report';
import type { Circumstances } from '../../../lib/cli/waf/migration-code';
import { attributeEvents } from '../../../lib/cli/waf/evidence';
import { reviewOf } from '../../../lib/cli/waf/review';
import { WafMigration, WafMigrationTarget, WafRuleAction } from '../../../lib';
import { toMigrationConfiguration, type DeployedRule, type PreviousWaf } from '../../../lib/waf';
import { makeStack, resourceOf, zoneId } from '../../constructs/support';
import {
  bypassOf,
  corePackage,
  managedPackage,
  override,
  pageRule,
  wafOff,
  wafRule,
  zone,
} from '../../waf/zones';
import { makeFolder } from '../../support/folder';

const hex = (digits: string) => digits.padStart(32, '0');
const coreId = '6179ae15870a4bb7b2d480d4843b323c';
const everythingOff = { challenge: 'disable', block: 'disable', simulate: 'disable' };

const losing = (
  changes: Partial<PreviousWaf>,
  circumstances: Partial<Circumstances> = {},
  existing: readonly DeployedRule[] = [],
) => {
  const { rules } = toMigrationConfiguration(zone(changes));
  const predicted = { source: 'prediction', rules, findings: [] } as const;
  return lossesOf(
    { zoneId, zoneName: '', state: 'start', plan: '', host: 'cdktn', ...circumstances },
    zone(changes),
    existing,
    predicted,
  );
};

const deployed = (changes: Partial<DeployedRule>): DeployedRule => ({
  id: hex('f'),
  action: 'execute',
  expression: 'true',
  description: '',
  enabled: true,
  ...changes,
});

/** Every source of replacements, with texts that need escapes in code. */
const nasty: Partial<PreviousWaf> = {
  packages: [
    managedPackage({
      rules: [
        wafRule(hex('1'), { mode: 'challenge', description: '*/ alert(1) //' }),
        wafRule(hex('2'), { mode: 'disable' }),
        wafRule(hex('3')),
      ],
    }),
    corePackage({ action_mode: 'challenge' }),
  ],
  overrides: [
    override(hex('a'), {
      description: 'it\'s "quoted" \\ and ${var.x} and %{ if true }\nnewline \u2028 `tick`',
      urls: ['example.com/"quoted"/\\*'],
      rewrite_action: everythingOff,
    }),
    override(hex('b'), { urls: ['example.org/*'], rules: { [hex('3')]: 'disable' } }),
    override(hex('c'), { urls: ['example.net/*'], rules: { [hex('3')]: 'disable' }, paused: true }),
  ],
  page_rules: [
    pageRule(hex('d'), 'example.com/off/*', wafOff),
    pageRule(hex('e'), 'example.com/was-off/*', wafOff, { status: 'disabled' }),
  ],
};

describe('the code to paste', () => {
  it('compiles against the constructs', () => {
    const states = [
      losing(nasty),
      losing(nasty, { plan: 'enterprise' }),
      losing(nasty, { plan: 'pro' }),
      losing({ overrides: [override(hex('a'), { rewrite_action: everythingOff })] }),
    ];
    const sources = states.map(({ snippet }) => snippet ?? fail('no snippet'));
    const misspelled = sources[0]?.replace('ruleId:', 'rule:') ?? '';
    // The misspelled one alone has an error.
    expect(errorsOf([...sources, reviewed(), misspelled].map(inStack))).toEqual([
      expect.stringContaining("'rule' does not exist in type 'WafRuleOverride'") as string,
    ]);
  });

  it('is accepted by the construct, and has what the losses have', () => {
    const { snippet, rule_overrides: overrides, skip_rules: skips } = losing(nasty);
    const stack = makeStack();
    paste(stack, snippet ?? '');
    const resource = resourceOf(stack, 'edge_waf_migration', 'waf');
    expect(resource).toMatchObject({ zone_id: zoneId, target: 'validation', delete_uri_overrides: true });
    const escaped = (text: string) => text.replace(/[$%](?=\{)/g, '$&$&');
    expect(resource.skip_rules).toEqual(
      skips.map(({ enabled, ...skip }) => ({
        ...skip,
        description: escaped(skip.description),
        expression: escaped(skip.expression),
        ...(enabled ? {} : { enabled }),
      })),
    );
    const managed = 'efb7b8c949ac4650a09736fc376e9aee';
    expect(resource.rule_overrides).toEqual(
      overrides.map(({ ruleset_id: ruleset, ...rest }) => ({
        ...rest,
        ...(ruleset === managed ? {} : { ruleset_id: ruleset }),
      })),
    );
  });

  it('does not acknowledge the migration for the user', () => {
    const snippet = losing(nasty).snippet ?? '';
    expect(() => {
      run(makeStack(), snippet);
    }).toThrow(/acknowledgeIrreversible: .*cannot be undone/);
  });

  it.each<[string, Partial<Circumstances>, string]>([
    ['an Enterprise zone', { plan: 'enterprise' }, 'VALIDATION, // after the review: COMPLETE'],
    ['a zone in validation mode', { state: 'validation' }, 'VALIDATION, // after the review: COMPLETE'],
    ['a zone of another plan', { plan: 'business' }, 'COMPLETE,\n'],
    ['a zone of an unknown plan', {}, 'VALIDATION, // Enterprise zones only'],
  ])('targets the next possible state: %s', (_, circumstances, target) => {
    expect(losing(nasty, circumstances).snippet).toContain(`WafMigrationTarget.${target}`);
  });

  it('imports a zone whose migration has begun', () => {
    expect(losing(nasty, { state: 'validation' }).snippet).toMatch(/^\}\)\.importFrom\('[0-9a-f]{32}'\);/m);
    expect(losing(nasty).snippet).not.toContain('importFrom');
  });

  it('has one override for a rule with two losses', () => {
    const { rule_overrides: overrides, notes } = losing({
      packages: [corePackage({ action_mode: 'challenge' })],
    });
    expect(overrides).toEqual([
      {
        rule_id: coreId,
        ruleset_id: '4814384a9e5d4991b9815dcfc25d2f1f',
        action: 'challenge',
        score_threshold: 25,
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('has one of two contradicting values, and notes it', () => {
    const packages = [corePackage({ sensitivity: 'high' }), corePackage({ id: 'other', sensitivity: 'low' })];
    const { rule_overrides: overrides, notes, losses } = losing({ packages });
    expect(overrides).toMatchObject([{ rule_id: coreId, score_threshold: 25 }]);
    expect(notes).toEqual([
      `Rule ${coreId} needs score_threshold 25 and 60: the code has the former. Choose one.`,
    ]);
    expect(losses.map(({ instead }) => instead)).toEqual(['snippet', 'by hand']);
  });

  it('omits what the migration itself creates, and what would disable it', () => {
    const page_rules = [
      pageRule(hex('d'), 'example.com/*', wafOff),
      pageRule(hex('e'), 'example.com/*', wafOff, { status: 'disabled', priority: 0 }),
    ];
    const { losses, snippet } = losing({ page_rules });
    expect(losses.map(({ instead }) => instead)).toEqual(['migration', 'migration']);
    expect(snippet).toBeNull();
    const skip = bypassOf(hex('f'), 'http.host eq "example.com"');
    const overrides = [override(hex('a'), { urls: ['example.com/*'], rewrite_action: everythingOff })];
    expect(losing({ firewall_rules: [skip], overrides }).losses[0]?.instead).toBe('migration');
    const paused = { ...skip, paused: true };
    expect(losing({ firewall_rules: [paused], overrides }).skip_rules).toMatchObject([{ enabled: true }]);
  });

  it('has each skip rule once, the enabled version', () => {
    const alike = { urls: ['example.com/*'], rewrite_action: everythingOff };
    const overrides = [override(hex('a'), { ...alike, paused: true }), override(hex('b'), alike)];
    expect(losing({ overrides: [...overrides] }).skip_rules).toMatchObject([{ enabled: true }]);
  });

  describe('for an existing entry point', () => {
    const expression = 'http.host eq "own.example.com"';
    const skipping = (action_parameters: DeployedRule['action_parameters']) =>
      deployed({ action: 'skip', action_parameters, expression });
    const firewall_rules = [{ ...bypassOf(hex('e'), expression), paused: true }];

    it.each([
      ['everything', skipping({ ruleset: 'current' }), { expression }],
      ['a ruleset', skipping({ rulesets: [hex('1')] }), { ruleset_id: hex('1') }],
      ['rules', skipping({ rules: { [hex('1')]: [hex('2')] } }), { rule_ids: [hex('2')] }],
    ])('omits a rule that skips %s, since WafMigration keeps it', (_, rule, replacement) => {
      const report = losing({}, {}, [rule]);
      expect(report).toMatchObject({ losses: [{ instead: 'migration', replacement }], snippet: null });
      expect(renderText(reportLosses(report))).toContain('- migrated: ');
    });

    it.each([
      ['skips a phase', skipping({ phase: 'current' })],
      ['skips products', skipping({ phases: [], products: ['waf'] })],
      ['skips several rulesets', skipping({ rulesets: [hex('1'), hex('2')] })],
      ['skips rules of several', skipping({ rules: { [hex('1')]: [hex('2')], [hex('2')]: [hex('1')] } })],
      ['executes another ruleset', deployed({ action_parameters: { id: hex('1') } })],
    ])('omits what the construct cannot express, since WafMigration keeps it: what %s', (_, rule) => {
      const report = losing({}, {}, [rule]);
      expect(report).toMatchObject({
        losses: [{ kind: 'entry-point-rule', instead: 'migration', replacement: null }],
        notes: [],
        snippet: null,
      });
      expect(renderText(reportLosses(report))).toContain('- kept: ');
    });

    it('has a skip rule that the migration would disable', () => {
      const { losses, skip_rules: skips } = losing({ firewall_rules }, {}, [
        skipping({ ruleset: 'current' }),
      ]);
      expect(losses).toMatchObject([{ instead: 'snippet' }]);
      expect(skips).toMatchObject([{ expression, enabled: true }]);
    });

    it('has the overrides of a ruleset that the migration executes itself', () => {
      const rules = [{ id: hex('3'), enabled: false }];
      const action_parameters = { id: 'efb7b8c949ac4650a09736fc376e9aee', overrides: { rules } };
      const { losses, rule_overrides: overrides } = losing({}, {}, [deployed({ action_parameters })]);
      expect(losses).toMatchObject([{ instead: 'snippet' }]);
      expect(overrides).toMatchObject([{ rule_id: hex('3'), enabled: false }]);
    });
  });

  it('omits what the construct would reject, and notes it', () => {
    const packages = [
      managedPackage({ rules: [wafRule('100173', { mode: 'challenge' }), wafRule('100174')] }),
    ];
    const urls = Array.from({ length: 200 }, (_, at) => `example.com/a-long-path-${at}/*`);
    const overrides = [
      override(hex('a'), { urls, rewrite_action: everythingOff }),
      override(hex('b'), { urls: ['example.org/*'], rules: { 100174: 'disable' } }),
    ];
    const { losses, notes, snippet } = losing({ packages, overrides });
    expect(losses.map(({ instead }) => instead)).toEqual(['by hand', 'by hand', 'by hand']);
    expect(notes).toEqual([
      expect.stringMatching(/has an expression of \d+ bytes; the limit is 4096/) as string,
      expect.stringMatching(/names rules of the previous WAF only: 100174\. .*changelog/) as string,
      expect.stringMatching(/^100173 is an id of the previous WAF only\. .*changelog/) as string,
    ]);
    expect(snippet).toBeNull();
  });
});

describe('the report as text', () => {
  it('states that there is no code to paste', () => {
    const overrides = [override(hex('a'), { rewrite_action: { block: 'simulate' } })];
    expect(renderText(reportLosses(losing({ overrides })))).toMatch(
      /1 item does\s+not carry over.*no code to paste/s,
    );
  });
});

function reviewed(): string {
  const request = { method: 'GET', host: 'example.com', path: '/' };
  const rules = [coreId, hex('1')];
  const events = rules.map((rule_id) => ({
    rule_id,
    ruleset_id: hex('2'),
    source: 'new' as const,
    action: 'block',
    request,
  }));
  const tally = { lines: 2, reviewed: 2, ignored: 0, bad: 0, bad_lines: [], from: null, to: null };
  const places = new Map([['example.com', { events, previous: 0, current: 2 }]]);
  const { snippet } = reviewOf(
    { zoneId, zoneName: '' },
    { migration_state: 'validation' },
    attributeEvents({ places, isRulesetAssumed: false, tally }, [{ id: zoneId, name: 'example.com' }]),
    [],
  );
  return (losing(nasty).snippet ?? '').replace(/ruleOverrides: \[.*?\n {2}\],/s, snippet ?? '');
}

/** A user's file: the import from the comment, and the code in a stack. */
function inStack(snippet: string): string {
  const [first = '', ...rest] = snippet.split('\n');
  return [
    "import { TerraformStack } from 'cdktf';",
    "import type { Construct } from 'constructs';",
    first.replace(/^\/\/ /, ''),
    'export class Zone extends TerraformStack {',
    '  constructor(scope: Construct, id: string) {',
    '    super(scope, id);',
    ...rest,
    '  }',
    '}',
  ].join('\n');
}

function errorsOf(sources: readonly string[]): string[] {
  const root = join(__dirname, '../../..');
  const folder = makeFolder();
  const files = sources.map((_, at) => join(folder, `pasted-${at}.ts`));
  for (const [at, text] of sources.entries()) writeFileSync(files[at] ?? '', text);
  const program = ts.createProgram(files, {
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    resolveJsonModule: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: {
      'cdktf-edge-platform/cdktn': [join(root, 'lib/index.ts')],
      '*': [join(root, 'node_modules/*')],
    },
  });
  return files
    .map((name) => program.getSourceFile(name))
    .flatMap((file) => ts.getPreEmitDiagnostics(program, file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function paste(stack: object, snippet: string): void {
  run(stack, snippet.replace('acknowledgeIrreversible: false', 'acknowledgeIrreversible: true'));
}

function run(stack: object, snippet: string): void {
  const code = ts.transpile(snippet, { target: ts.ScriptTarget.ES2022 });
  // oxlint-disable-next-line typescript/no-implied-eval -- the code is what is tested
  const pasted = new Function('WafMigration', 'WafMigrationTarget', 'WafRuleAction', code);
  pasted.call(stack, WafMigration, WafMigrationTarget, WafRuleAction);
}

function fail(reason: string): never {
  throw new Error(reason);
}
