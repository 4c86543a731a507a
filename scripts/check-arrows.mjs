// Checks that lint refuses the imports that the architecture forbids: an arrow that no longer bites would not be missed
// otherwise. Each row is a file and imports that it must not have. Also that it refuses a circle of type imports.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const job = 'lib/resources/logpush-job';
const forbidden = rowsOf({
  'lib/edge-provider.ts': './terraform/binary ./hcl/template @cdktf/provider-null/lib/provider',
  'lib/index.ts':
    './client ./ground/json ./logs ./logs/catalogue ./logs/filter/parse ./resources/logpush-job/contract',
  'lib/secret-variable.ts': './drivers/provisioner/element',
  'lib/cli/convert/reduce/plan.ts': '../../../testing/stack',
  'lib/cli/import/read/owner.ts': '../../../drivers/provisioner/identity',
  'lib/cli/import/write/config.ts': '../../../client ../read/owner ../../../resources/logpush-job/handler',
  'lib/cli/logs/filter.ts': '../../functions',
  'lib/cli/program.ts': '../testing',
  'lib/cli/stack-values.ts': '../drivers/provisioner/request',
  'lib/client/client.ts': '../ground/program ../terraform/binary ../retired ../hcl/template ../schema',
  'lib/drivers/configuration.ts': '../terraform/binary ../hcl/template ../emulator',
  'lib/drivers/engine.ts': './provisioner/identity',
  'lib/drivers/plugin/serve.ts':
    '../../hcl/template ../../resources/logpush-job/handler ../../logs @cdktf/provider-null/lib/resource ../../functions/filter ../provisioner/request',
  'lib/drivers/provisioner/delivery.ts': '@cdktf/provider-null',
  'lib/emulator/http/server.ts':
    '../../terraform/binary ../../retired ../../hcl/template ../../pools ../../client ../../schema ../../resources/logpush-job/contract',
  'lib/emulator/page/browser/script.ts': '../../shape ../zones ../../../logs ../../../ground/program',
  'lib/emulator/products/pools/index.ts': '../../page/pools',
  'lib/functions/filter.ts': '../client ../resources/identifiers ../drivers/plugin/wire/value',
  'lib/ground/compare.ts': 'safe-stable-stringify',
  'lib/ground/json.ts': '../schema ../client',
  'lib/ground/program.ts': '../logs ../terraform/binary cdktf',
  'lib/ground/words.ts': './program node:fs',
  'lib/hcl/print.ts': '../terraform/plan ../schema ../cli/project/text ../ground/program',
  'lib/logs/fault.ts': '../schema',
  'lib/pools/coverage.ts': '../client',
  'lib/resources/logpush-job/code.ts': './handler ../../client',
  'lib/resources/logpush-job/construct.ts': '../../hcl/template ./handler ../../client',
  'lib/resources/logpush-job/contract.ts': '../../client ./handler cdktf',
  'lib/resources/logpush-job/handler.ts':
    '../../terraform/binary ./construct ../../emulator ../custom-fields-ruleset/rules cdktf',
  'lib/resources/logpush-job/scope.ts': '../../hcl/template',
  'lib/resources/logpush-job/where.ts': '../../functions',
  'lib/resources/props.ts': '../waves/stacks ../terraform/binary ../hcl/template',
  'lib/retired/decode.ts': '../schema ../client',
  'lib/schema/value.ts': '../ground/program ../logs',
  'lib/terraform/folder.ts': '../schema ../testing/stack ../cli/document',
  'lib/terraform/plan.ts': '../hcl/template',
  'lib/testing/emulator.ts': '../emulator/start',
  'lib/testing/stack.ts': '../hcl/template cdktf ../index ../drivers/configuration',
  'lib/waf/prose.ts': '../ground/program',
  'lib/waves/stacks.ts': '../client ../ground/program cdktf',
});

/** Rows that lint must let pass: an arrow that refuses everything would pass all others. */
const allowed = rowsOf({
  'lib/edge-provider.ts': './drivers/provisioner/element',
  'lib/cli/convert/reduce/plan.ts': '../../../terraform/plan',
  'lib/cli/convert/translate/jobs.ts': '../../../hcl/expressions',
  'lib/cli/import/read/owner.ts': '../../../drivers/list-objects',
  'lib/cli/project/text.ts': '../../hcl/template',
  'lib/drivers/plugin/main.ts': '../../functions',
  'lib/drivers/provisioner/element.ts': '../../hcl/template',
  'lib/drivers/provisioner/main.ts': './request',
  'lib/emulator/page/browser/script.ts': '../../../ground/words',
  'lib/functions/filter.ts': '../logs/fault',
  'lib/resources/expressions.ts': '../hcl/template',
  'lib/schema/value.ts': '../ground/json',
  'lib/terraform/folder.ts': '../ground/program',
  'lib/testing/deployment.ts': '../terraform/folder',
  'lib/testing/stack.ts': '../ground/program',
});

/** What must not decide beside Terraform's plan and state: a file, and a line that it must not have. */
const forbiddenCode = [
  [`${job}/handler.ts`, "import { readFileSync } from 'node:fs';"],
  ['lib/drivers/plugin/session.ts', "import { tmpdir } from 'node:os';"],
  ['lib/drivers/plugin/rpc/plan-resource-change.ts', 'const run = process.ppid;'],
  ['lib/drivers/plugin/session.ts', 'process.kill(1, 0);'],
  [`${job}/handler.ts`, 'const claims = new Map();'],
  ['lib/resources/read-back.ts', 'const runs = onceFor(() => new Set());'],
];

/** A file and an import each. */
function rowsOf(imports) {
  return Object.entries(imports).flatMap(([file, all]) => all.split(' ').map((each) => [file, each]));
}

const isImportRule = (name) => /no-restricted-(paths|imports)$/.test(name);

const eslint = new ESLint({ cwd: root });
const isRefused = async ([file, specifier]) => {
  const [{ messages }] = await eslint.lintText(`import '${specifier}';\n`, { filePath: join(root, file) });
  return messages.some(({ ruleId }) => isImportRule(ruleId ?? ''));
};
const isCodeRefused = async ([file, code]) => {
  const [{ messages }] = await eslint.lintText(`${code}\n`, { filePath: join(root, file) });
  return messages.some(({ ruleId }) => ruleId === 'no-restricted-syntax');
};
const passed = [];
for (const row of forbiddenCode) if (!(await isCodeRefused(row))) passed.push(row.join(' may have '));
for (const row of forbidden) if (!(await isRefused(row))) passed.push(row.join(' may import '));
for (const row of allowed) if (await isRefused(row)) passed.push(row.join(' may not import '));
if (!isCircleRefused()) passed.push('two files may import types of each other');
if (passed.length > 0) {
  console.error(`Lint does not know these arrows:\n  ${passed.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(
    `Lint refuses each of ${forbidden.length + forbiddenCode.length} forbidden imports and lines, and circles of types.`,
  );
}

/** By oxlint, which reads files only. */
function isCircleRefused() {
  const folder = mkdtempSync(join(tmpdir(), 'edge-platform-circle-'));
  try {
    for (const [name, other] of ['ab', 'ba']) {
      const code = `import type { ${other} } from './${other}';\nexport type ${name} = ${other} | string;\n`;
      writeFileSync(join(folder, `${name}.ts`), code);
    }
    const command = [
      join(root, 'node_modules/oxlint/bin/oxlint'),
      '-c',
      join(root, '.oxlintrc.json'),
      folder,
    ];
    const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    return stdout.split('import(no-cycle)').length === 3;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
