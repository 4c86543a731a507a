import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeProject } from '../../../lib/cli/convert/convert';
import type { Conversion } from '../../../lib/cli/convert/model';
import { readConfiguration, type ReadConfiguration } from '../../../lib/cli/convert/read';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { fieldsOf, parseJson } from '../../../lib/ground/json';
import { findBlocks } from '../../../lib/hcl/blocks';
import { generateRetiredCode } from '../../support/retired-code';
import { seed } from '../../support/exhaustive';
import { setEnvironment } from '../support';
import { writeFiles } from './old-folder';

const zone = '023e105f4ecef8ad9ca31a8372d0c353';
const account = 'a'.repeat(32);
const job = (name: string, more = '') => `
resource "cloudflare_logpush_job" "${name}" {
  zone_id          = "${zone}"
  name             = "${name}"
  dataset          = "http_requests"
  enabled          = true
  destination_conf = "s3://logs/${name}?region=eu-west-1"
  logpull_options  = "fields=RayID&timestamps=rfc3339"
${more}}
`;

/** Code whose findings and outcomes are of many kinds. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'code without anything to decide': { 'main.tf': job('a') },
  'code of which nothing is converted': {
    'main.tf': `resource "cloudflare_ruleset" "r" {\n  zone_id = "${zone}"\n  name    = "r"\n  kind    = "zone"\n  phase   = "http_request_origin"\n}\n`,
  },
  'code of which nothing is converted, with something to do': {
    'main.tf': `variable "phase" {}\nresource "cloudflare_ruleset" "r" {\n  zone_id = "${zone}"\n  name    = "r"\n  kind    = "zone"\n  phase   = var.phase\n}\n`,
  },
  'secrets, and destinations that nobody knows': {
    'main.tf':
      job('a').replace(
        's3://logs/a?region=eu-west-1',
        'https://h.example.com/a?header_Authorization=Bearer%20abc',
      ) +
      job('b').replace('"s3://logs/b?region=eu-west-1"', 'var.destination') +
      job('c').replace('"s3://logs/c?region=eu-west-1"', 'lookup(var.all, "c")') +
      'variable "destination" {}\nvariable "all" { type = map(string) }\n',
  },
  'references to what leaves': {
    'main.tf':
      job('a', '  provider = cloudflare.eu\n  lifecycle {\n    ignore_changes = [name]\n  }\n') +
      `output "options" {\n  value = cloudflare_logpush_job.a.logpull_options\n}
output "job" {\n  value = cloudflare_logpush_job.a\n}
resource "terraform_data" "x" {\n  input = cloudflare_logpush_job.a.logpull_options\n}
locals {\n  a = cloudflare_logpush_job.a.id\n  b = cloudflare_waf_group.g.mode\n}
resource "cloudflare_waf_group" "g" {\n  zone_id  = "${zone}"\n  group_id = "de677e5818985db1285d0e80225f06e5"\n  mode     = "off"\n}
import {\n  to = cloudflare_logpush_job.a\n  id = "zone/${zone}/1"\n}
moved {\n  from = cloudflare_logpush_job.z\n  to   = cloudflare_logpush_job.a\n}\n`,
    'more.tf.json': JSON.stringify({
      output: { m: { value: '${cloudflare_logpush_job.a.logpull_options}' } },
      resource: { cloudflare_logpush_job: { j: { zone_id: zone, destination_conf: '${var.nobody}' } } },
      variable: { nobody: {} },
    }),
  },
  'the previous WAF with unknown values': {
    'main.tf': `variable "mode" {}
variable "sens" {}
variable "package" {}
resource "cloudflare_waf_package" "owasp" {
  zone_id     = "${zone}"
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = var.sens
  action_mode = "challenge"
}
resource "cloudflare_waf_group" "a" {
  zone_id  = "${zone}"
  group_id = var.package
  mode     = var.mode
}
resource "cloudflare_waf_rule" "r" {
  zone_id = "${zone}"
  rule_id = "100015"
  mode    = var.mode
}
data "cloudflare_waf_packages" "all" {
  zone_id = "${zone}"
}
variable "zones" {
  type = map(object({ sensitivity = string }))
}
resource "cloudflare_waf_package" "each" {
  for_each    = var.zones
  zone_id     = each.key
  package_id  = "c504870194831cd12c3fc0284f294abb"
  sensitivity = each.value.sensitivity
  action_mode = "block"
}
`,
  },
  'pools, policies, and a module': {
    'main.tf': `variable "mail" { default = "ops@example.com" }
resource "cloudflare_load_balancer_pool" "p" {
  account_id         = "${account}"
  name               = "p"
  notification_email = var.mail
  origins {
    name    = "o"
    address = "192.0.2.1"
  }
}
resource "cloudflare_load_balancer_pool" "q" {
  name               = "q"
  notification_email = "q@example.com"
}
output "mail" {
  value = cloudflare_load_balancer_pool.p.notification_email
}
module "m" {
  source = "./m"
}
module "outside" {
  source = "git::https://example.com/m.git"
}
`,
    'm/main.tf': job('m').replace(
      's3://logs/m?region=eu-west-1',
      'https://h.example.com/m?header_Authorization=x',
    ),
    'terraform.tfstate': JSON.stringify({
      version: 4,
      terraform_version: '1.11.0',
      resources: [
        {
          mode: 'managed',
          type: 'cloudflare_load_balancer_pool',
          name: 'p',
          provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]',
          instances: [{ attributes: { id: 'b'.repeat(32), account_id: account, name: 'p' } }],
        },
        {
          mode: 'managed',
          type: 'cloudflare_logpush_job',
          name: 'gone',
          provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]',
          instances: [{ attributes: { id: '7', zone_id: zone, name: 'gone' } }],
        },
      ],
    }),
  },
  ...Object.fromEntries(
    ([3, 4, 5] as const).map((generation) => [
      `generated code of version ${generation}`,
      Object.fromEntries(generateRetiredCode({ seed, generation, zones: 3 }).files),
    ]),
  ),
};

interface Converted {
  readonly old: ReadConfiguration;
  readonly conversion: Conversion;
  readonly files: ReadonlyMap<string, string>;
  /** `CONVERSION.md`, one item a block. */
  readonly blocks: readonly string[];
  readonly language: 'hcl' | 'typescript';
}

const read = new Map<string, ReadConfiguration>();

async function readFolder(name: string): Promise<ReadConfiguration> {
  const known = read.get(name);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'report-claims-'));
  try {
    writeFiles(folder, Object.entries(folders[name] ?? {}));
    const old = await readConfiguration(folder, { env: process.env });
    read.set(name, old);
    return old;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function convert(name: string, language: Converted['language']): Promise<Converted> {
  const old = await readFolder(name);
  const options = { dir: 'old', out: 'new', language, offline: true as const };
  const { files, conversion } = makeProject(old, convertConfiguration(old), options);
  const report = files.get('CONVERSION.md') ?? '';
  const blocks = report
    .split(/\n\n(?! )/)
    .flatMap((block) => (/^(?:\d+\. |\|)/.test(block) ? block.split('\n') : [block]))
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return { old, conversion, files, blocks, language };
}

/** The code that is written, without the report. */
function codeOf({ files }: Converted): (readonly [path: string, text: string])[] {
  return [...files].filter(([path]) => path !== 'CONVERSION.md' && path !== 'README.md');
}

/** A text without the marks and lines of a comment, and without those of Markdown. */
function plain(text: string): string {
  return text
    .replaceAll('\\n', '\n')
    .replace(/\\([\\*_[\]<>#|"'])/g, '$1')
    .replace(/^[ \t]*(?:#|\/\/|\*)?[ \t]*/gm, '')
    .replace(/[\s'"`\\]+/g, ' ');
}

function blockCount({ files }: Converted, type: string): number {
  return [...files]
    .filter(([path]) => path.endsWith('.tf') && /(?:^|\/)edge-moves/.test(path))
    .flatMap(([, text]) => findBlocks(text))
    .filter((block) => block.type === type).length;
}

/** The moves that the code of a project makes. */
function movesOf(project: Converted): Readonly<Record<'moves' | 'forgets' | 'imports', number>> {
  const text = project.files.get('moves.ts') ?? '';
  const entries = (constant: string) => {
    const [, body = ''] = new RegExp(`const ${constant}\\b[^=]*= [[{]([^]*?)[\\]}];`).exec(text) ?? [];
    const lines = body.split('\n').filter((line) => line.trim() !== '');
    const ends = lines.filter((line) => line.endsWith(','));
    return lines.length === 1 ? (body.match(/'[^']*'(?=,|\s*$)/g) ?? []).length : ends.length;
  };
  return {
    moves: blockCount(project, 'moved') + entries('successors'),
    forgets: blockCount(project, 'removed') + entries('forgotten'),
    imports: blockCount(project, 'import') + entries('existing'),
  };
}

type Check = (found: RegExpExecArray, project: Converted) => void;

const always: Check = () => undefined;

const sectionCount: Check = ([, title = '', count = ''], { blocks, conversion }) => {
  const severities: Readonly<Record<string, string>> = { Lost: 'lost', 'To do': 'todo', Notes: 'note' };
  const severity = severities[title];
  const expected = conversion.findings.filter((each) => each.severity === severity).length;
  expect(`${title}: ${count}`).toBe(`${title}: ${expected === 0 ? 'none' : expected}`);
  const at = blocks.findIndex((block) => block === `## ${title}: ${count}`);
  const end = blocks.findIndex((block, place) => place > at && block.startsWith('## '));
  expect(blocks.slice(at, end).filter((block) => block.startsWith('- `'))).toHaveLength(expected);
};

/** What each sentence of a report claims. One that is not here fails the test. */
const claims: readonly (readonly [RegExp, Check])[] = [
  [/^# Conversion of retired resources$/, always],
  [/^Written by `npx edge-platform convert old [^`]*`\. Read it before the first deploy, and keep/, always],
  [/^\| (?:type|resource|---)/, always],
  [
    /^\| `(\w+)` \| (\d+) \|/,
    ([, type, count], { old }) => {
      const all = [...old.resources, ...old.dataSources].filter((each) => each.type === type);
      const instances = all
        .filter(({ mode }) => mode === 'managed')
        .flatMap((each) => each.instances.length || 1);
      const orphans = old.orphans.filter((each) => each.type === type).length;
      expect(Number(count)).toBe(instances.reduce((sum, each) => sum + each, 0) + orphans);
    },
  ],
  [/^There was nothing to convert\.$/, always],
  [
    /^Nothing is converted, so nothing but this page is written\. The findings say why\.$/,
    (_, project) => {
      expect(codeOf(project)).toEqual([]);
    },
  ],
  [/^## (?:Deploy|Resources)$/, always],
  [/^Never remove the old blocks by hand first: the old provider would reset or delete/, always],
  [
    /^\d\. (?:Copy [^.]*terraform\.tfstate[^.]*\. |Copy the state as README\.md says\. )?Run `[^`]+` and compare it with this page\. `--verify` of the command does that for you\.$/,
    always,
  ],
  [
    /^\d\. Deploy once: `[^`]+`\.(?: It ((?:moves|forgets|imports) .*?), which changes nothing at the service\.)?(?: It creates the notification policies of pools \((.*?)\), and then clears the e-mails of the pools that they cover\.)? Its plan destroys nothing: stop where it does\.$/,
    ([, moves = '', policies], project) => {
      const said = (word: string) => Number(new RegExp(`${word} ([\\d,]+)`).exec(moves)?.[1] ?? 0);
      expect({ moves: said('moves'), forgets: said('forgets'), imports: said('imports') }).toEqual(
        movesOf(project),
      );
      const named = (policies?.match(/`[^`]+`/g) ?? []).map((name) => name.slice(1, -1));
      const made = project.conversion.objects.filter(
        ({ typeName, replaces }) => typeName === 'edge_pool_notification_policy' && replaces.length === 0,
      );
      expect(named).toEqual(made.map(({ name }) => name));
    },
  ],
  [
    /^\d\. Only then migrate the WAF: set `(\w+) = true`, deploy again, and leave it true\. A migration is irreversible\. Until this deploy the previous WAF stays as it is/,
    ([, gate = ''], project) => {
      const code = codeOf(project).map(([, text]) => text);
      expect(code.some((text) => text.includes(gate) && /default(?:\s+= |: )false/.test(text))).toBe(true);
    },
  ],
  [
    /^\d\. Remove the moves of the state, and the requirement of the old provider where nothing else needs it, in modules too\. Keep the requirement until after the first deploy/,
    always,
  ],
  [
    /^([\d,]+) resources? of the state had no code any more; the table below has them\.$/,
    ([, count], { old, blocks }) => {
      expect(Number(count)).toBe(old.orphans.length);
      const text = blocks.join('\n');
      for (const { address } of old.orphans) expect(text).toContain(`| \`${address}\``);
    },
  ],
  [/^## (Lost|To do|Notes): (none|\d+)$/, sectionCount],
  [/^This does not carry over\. Nothing replaces it unless you write it\.$/, always],
  [/^Nothing to do\.$/, always],
  [/^This carries over after a change of the old code, or by hand\.$/, always],
  [
    /^This carries over after a change by hand\.(?: The code has a `TODO` (at each place|where a file is named)\.)?$/,
    ([, where], project) => {
      const todos = project.conversion.findings.filter(({ severity }) => severity === 'todo');
      const named = todos.filter(({ file }) => file !== undefined).length;
      expect(where).toBe(
        named === todos.length ? 'at each place' : named === 0 ? undefined : 'where a file is named',
      );
    },
  ],
  [
    /^- `([^`]+)`(?: in `([^`]+)`)? \((\w+\.\w+)\): ([^]*?)(?:\n\n {2}`{3,}[^]*)?$/,
    ([, address = '', file, code, text = ''], project) => {
      const { severity } = project.conversion.findings.find(
        (each) => each.code === code && each.address === address && plain(text) === plain(each.text),
      ) ?? { severity: undefined };
      expect(severity).toBeDefined();
      if (code === 'convert.secret') expectSecretInOldCode(project, text);
      if (text.includes('the plan fails until it is'))
        expect(
          project.conversion.objects.some(({ config }) => config.acknowledge_irreversible === false),
        ).toBe(true);
      // Whether something is written is in the object that replaces the block.
      if (text.includes('nothing is written for it')) {
        const of = project.conversion.objects.find(({ replaces }) =>
          replaces.some((each) => address.endsWith(`${each.type}.${each.name}`)),
        );
        expect(JSON.stringify(of?.config.rule_overrides ?? null)).not.toContain('score_threshold');
      }
      if (file !== undefined && codeOf(project).length === 0)
        expect(project.old.modules.flatMap(({ files }) => files.map(({ path }) => path))).toContain(file);
      if (severity !== 'todo' || file === undefined || codeOf(project).length === 0) return;
      const written = plain(project.files.get(file) ?? '');
      // One object may replace several blocks, which its comments name.
      const isThere = written.split(plain(text).trim()).some((before) => /TODO: (?:[^:]*: )?$/.test(before));
      expect([address, text, isThere]).toEqual([address, text, true]);
    },
  ],
  [/^What became of each resource:$/, always],
  [
    /^### (\w+): (\d+)$/,
    ([, outcome = '', count], { conversion }) => {
      const own = conversion.fates.filter((fate) => fate.outcome === outcome.toLowerCase());
      expect(own).toHaveLength(Number(count));
    },
  ],
  [/^Nothing does it any more\.$/, always],
  [/^Another object does the same by other means\.$/, always],
  [/^The migration of the zone translates it\.$/, always],
  [/^The new resource is the same object at the service\.$/, always],
  [
    /^The block stays, without what the new resource does\.$/,
    (_, project) => {
      for (const { address } of fatesOf(project, 'changed')) {
        const { before, after } = blocksOf(project, address);
        expect(after).not.toBe(before);
        expect(before).toContain('notification_email');
        expect(after).not.toMatch(/^\s*"?notification_email"?\s*[=:]/m);
      }
    },
  ],
  [
    /^The block stays as it was, except for the new names of what it refers to\.$/,
    (_, project) => {
      if (codeOf(project).length === 0) return;
      for (const { address } of fatesOf(project, 'kept')) {
        const { before, after } = blocksOf(project, address);
        if (before === undefined || after === undefined) continue;
        const renamed = after.replace(/\bedge_(\w+)/g, 'cloudflare_$1');
        expect(renamed).toBe(before);
      }
    },
  ],
  [
    /^\| `([^`]+)` \| (.*?) \| (.*?) \|$/,
    ([, address = '', to = ''], { conversion }) => {
      const fate = conversion.fates.find(
        (each) => each.address.replaceAll('`', "'") === address.replaceAll('\\|', '|'),
      );
      expect(fate).toBeDefined();
      expect(to === '' ? [] : to.split('<br>')).toHaveLength(fate?.to.length ?? -1);
    },
  ],
];

function fatesOf({ conversion }: Converted, outcome: string): Conversion['fates'] {
  return conversion.fates.filter((fate) => fate.outcome === outcome);
}

/** A block of the old code, and of the new one. */
function blocksOf(
  { old, files, language }: Converted,
  address: string,
): { readonly before: string | undefined; readonly after: string | undefined } {
  const resource = old.resources.find(({ instances, type, name }) =>
    [...instances.map((each) => each.address), `${type}.${name}`].includes(address),
  );
  if (resource === undefined) return { before: undefined, after: undefined };
  const { file, type, name } = resource;
  const text = files.get(language === 'hcl' ? file : `terraform/${file}`) ?? '';
  if (file.endsWith('.json')) {
    const { resource: all } = fieldsOf(parseJson(text));
    const body = fieldsOf(fieldsOf(fieldsOf(all)[type])[name]);
    const kept = Object.entries(body).filter(([argument]) => argument !== '//');
    return { before: resource.text, after: JSON.stringify(Object.fromEntries(kept), undefined, 2) };
  }
  const block = findBlocks(text).find(({ labels }) => labels[0] === type && labels[1] === name);
  return { before: resource.text, after: block && text.slice(block.start, block.end) };
}

/** The secret of each variable that a finding names is a literal of the old code. */
function expectSecretInOldCode({ old, conversion }: Converted, text: string): void {
  const code = old.modules.flatMap(({ files }) => files.map((each) => each.text)).join('\n');
  const [, names = ''] = /variables now \(([^)]*)\)/.exec(text) ?? [];
  for (const name of names.replaceAll('\\', '').split(', ')) {
    const { description = '', value } = conversion.variables.find((each) => each.name === name) ?? {};
    const [, parameter] = /^The parameter (\S+) of/.exec(description) ?? [];
    if (parameter === undefined) expect(code).toContain(value);
    else expect(code).toMatch(new RegExp(`[?&]${parameter}=(?!\\$\\{)`));
  }
}

describe('each sentence of a report is true', () => {
  beforeAll(() => {
    setEnvironment({});
  });

  describe.each(Object.keys(folders))('of %s', (name) => {
    it.each(['hcl', 'typescript'] as const)('in %s', async (language) => {
      const project = await convert(name, language);
      for (const block of project.blocks) {
        const check = claims.find(([pattern]) => pattern.test(block));
        expect([block, check !== undefined]).toEqual([block, true]);
        const found = check?.[0].exec(block);
        if (found) check?.[1](found, project);
      }
    });
  });
});
