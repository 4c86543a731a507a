import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutKeys } from '../../../lib/cli/convert/addresses';
import { installHere } from '../../../lib/cli/provider/install';
import type { Fixture } from '../../../lib/emulator';
import { findBlocks, findBody, type SourceBlock } from '../../../lib/hcl/blocks';
import { rewriteExpression } from '../../../lib/hcl/expressions';
import { readPlan, type Plan, type PlannedChange } from '../../../lib/terraform/plan';
import { synthesize } from '../../cli/convert/synthesize';
import { accountId, start } from '../../emulator/support';
import { convertGolden, goldenCases } from '../../support/golden-conversion';
import { serveOldProvider } from '../../support/retired-states';
import type { ServedProvider } from '../../support/served-provider';
import { describeWithTerraform, readMessages, TerraformDir } from '../../support/terraform';
import { makeFolder, readFiles, writeFiles } from '../../support/folder';

const cases = goldenCases.flatMap((each) =>
  each.languages.flatMap((language) => each.values.map((values) => ({ ...each, language, values }))),
);

describeWithTerraform('the converted code of test/convert', () => {
  let provider: ServedProvider;
  beforeAll(async () => {
    provider = await serveOldProvider();
  });

  it.each(cases)(
    'has as many instances as the old code, and no warning: $name in $language with $values',
    async ({ folder, language, values }) => {
      const file = join(folder, 'values', values);
      const hcl = planned(await convertGolden({ folder }, 'hcl'));
      const files = language === 'hcl' ? hcl : synthesized(await convertGolden({ folder }, 'typescript'));
      const place = makeFolder();
      const plan = (name: string, own: Files, env: Readonly<Record<string, string>>) =>
        planFolder(join(place, name), own, { ...provider.environment, ...env }, `${file}.tfvars`);
      const old = await plan(
        'old',
        hcl.map(([path, text]) => [path, withoutNewBlocks(text)]),
        {},
      );
      const emulator = await start({ fixture: fixtureOf(folder, file, poolsIn(old)) });
      const { warnings, changes } = await plan('new', files, {
        EDGE_BASE_URL: emulator.url,
        EDGE_API_TOKEN: emulator.token,
      });
      // What a migration is has to be said in each plan. Jobs that the state does not have are new ones here.
      const wanted = ['WAF migration is irreversible', 'Job limit of the zone reached'];
      const unwanted = warnings.filter(({ summary }) => !wanted.includes(summary));
      expect(unwanted.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([]);
      expect(countsOf(changes)).toEqual(JSON.parse(readFileSync(`${file}.json`, 'utf8')));
    },
  );
});

type Files = readonly (readonly [path: string, text: string])[];

/** The code without what needs the provider of the service. */
function planned(files: ReadonlyMap<string, string>): Files {
  return [...files]
    .filter(([path]) => path.endsWith('.tf'))
    .map(([path, text]) => [path, withoutOldBlocks(text)]);
}

/** What Terraform reads of a project in TypeScript. */
function synthesized(files: ReadonlyMap<string, string>): Files {
  const { stack } = synthesize(files);
  const moves = ['moved', 'removed', 'import'];
  const code = Object.entries(stack).filter(([type]) => !moves.includes(type));
  const rest = [...files].flatMap(([path, text]) =>
    path.startsWith('terraform/') ? [[path.slice('terraform/'.length), text] as const] : [],
  );
  return [...planned(new Map(rest)), ['cdk.tf.json', JSON.stringify(Object.fromEntries(code))]];
}

async function planFolder(
  folder: string,
  files: readonly (readonly [path: string, text: string])[],
  env: Readonly<Record<string, string>>,
  varFile: string,
) {
  writeFiles(folder, files);
  installHere(folder);
  const dir = new TerraformDir(folder, env);
  await dir.init();
  const plan = ['plan', '-input=false', '-json', '-out=plan', `-var-file=${varFile}`];
  const diagnostics = readMessages(await dir.run(plan)).flatMap(({ diagnostic }) => diagnostic ?? []);
  return readPlan(await dir.show('plan'), diagnostics);
}

function countsOf(changes: readonly PlannedChange[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { address, type } of changes) {
    const block = withoutKeys(address);
    if (type.startsWith('edge_')) counts[block] = (counts[block] ?? 0) + 1;
  }
  return counts;
}

/** The pools of the old code, as the service has them. */
function poolsIn({ changes }: Plan) {
  return changes.flatMap(({ address, after }) => {
    if (!address.includes('_load_balancer_pool__')) return [];
    const {
      id,
      name,
      notification_email: email,
    } = (after?.input ?? {}) as Readonly<Record<string, string | null>>;
    const origins = [{ name: 'one', address: '192.0.2.1', enabled: true }];
    return [{ id: id ?? '', name: name ?? '', notification_email: email ?? '', origins }];
  });
}

/** The `world.json` of the case; without one, each id in its code and values is a zone. */
function fixtureOf(folder: string, values: string, pools: ReturnType<typeof poolsIn>): Fixture {
  const own = join(folder, 'world.json');
  if (existsSync(own)) return JSON.parse(readFileSync(own, 'utf8')) as Fixture;
  const text = [
    ...readFiles(join(folder, 'input')).values(),
    readFileSync(`${values}.tfvars`, 'utf8'),
  ].join();
  const ids = new Set(
    [...text.matchAll(/\b[0-9a-f]{32}\b/g)].map(([id]) => id).filter((id) => id !== accountId),
  );
  const plan = 'enterprise' as const;
  const zones = [...ids].map((id) => ({ id, account_id: accountId, name: `${id.slice(-8)}.example`, plan }));
  return { accounts: [{ id: accountId, name: 'Account', pools }], zones, tokens: ['a-token'] };
}

const isOld = (type = '') => /^(?:cloudflare|vendor)_/.test(type);

/** A resource that stays has a `terraform_data` of the same arguments in its place, since its provider is not here. */
function withoutOldBlocks(text: string): string {
  const code = replaceBlocks(text, (block) => {
    const [label = '', name = ''] = block.labels;
    const isProvider = block.type === 'provider' && label !== 'edge';
    if (isProvider || ['moved', 'removed', 'import'].includes(block.type)) return '';
    return block.type === 'resource' && isOld(label) ? standIn(text, block, `${label}__${name}`) : undefined;
  });
  const rewritten = rewriteExpression(code, ({ root, steps }) => {
    if (!isOld(root)) return undefined;
    const [name = '', ...path] = steps.map((step) => step.text);
    const at = path[0]?.startsWith('[') === true || path[0] === '.*' ? 1 : 0;
    const input = path.length > at ? ['.input'] : [];
    return `terraform_data.${[`${root}__${name.slice(1)}`, ...path.slice(0, at), ...input, ...path.slice(at)].join('')}`;
  });
  return rewritten.replace(/(values\(terraform_data\.\w+\)\[\*\])\.id/g, '$1.input.id');
}

function withoutNewBlocks(text: string): string {
  const isNew = (type = '') => type.startsWith('edge_');
  const code = replaceBlocks(text, ({ type, labels: [label], start, end }) => {
    const isOutput = type === 'output' && /\bedge_/.test(text.slice(start, end));
    return isOutput || (type === 'resource' && isNew(label)) ? '' : undefined;
  });
  return rewriteExpression(code, ({ root }) => (isNew(root) ? '{}' : undefined));
}

/** @param change - undefined for a block that stays */
function replaceBlocks(text: string, change: (block: SourceBlock) => string | undefined): string {
  return findBlocks(text).reduceRight((code, block) => {
    const changed = change(block);
    return changed === undefined ? code : code.slice(0, block.start) + changed + code.slice(block.end);
  }, text);
}

const metaArguments = ['count', 'for_each', 'depends_on'];

/** With the plain arguments, and an id that is known in the plan. */
function standIn(text: string, block: SourceBlock, name: string): string {
  const { attributes } = findBody(text, block);
  const lines = (isMeta: boolean) =>
    attributes
      .filter((each) => each.name !== 'provider' && metaArguments.includes(each.name) === isMeta)
      .map(({ start: from, end }) => text.slice(from, end));
  const has = (argument: string) => attributes.some((each) => each.name === argument);
  const key = has('for_each') ? 'each.key' : has('count') ? 'count.index' : '""';
  return [
    `resource "terraform_data" "${name}" {`,
    ...lines(true),
    'input = {',
    `id = md5(join(" ", ["${name}", ${key}]))`,
    ...lines(false),
    '}',
    '}',
  ].join('\n');
}
