// Checks that lint refuses the imports that the architecture forbids: an arrow that no longer bites would not be missed
// otherwise. Each row is a file and an import that it must not have. Also that it refuses a circle of type imports.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const job = 'lib/resources/logpush-job';
const forbidden = [
  ['lib/ground/json.ts', '../schema'],
  ['lib/ground/json.ts', '../client'],
  ['lib/ground/program.ts', '../logs'],
  ['lib/ground/program.ts', '../terraform/binary'],
  ['lib/ground/words.ts', './program'],
  ['lib/ground/words.ts', 'node:fs'],
  ['lib/ground/compare.ts', 'safe-stable-stringify'],
  ['lib/ground/program.ts', 'cdktf'],
  ['lib/schema/value.ts', '../ground/program'],
  ['lib/waf/prose.ts', '../ground/program'],
  ['lib/client/client.ts', '../ground/program'],
  ['lib/waves/stacks.ts', '../client'],
  ['lib/waves/stacks.ts', '../ground/program'],
  ['lib/waves/stacks.ts', 'cdktf'],
  ['lib/resources/props.ts', '../waves/stacks'],
  ['lib/terraform/folder.ts', '../schema'],
  ['lib/terraform/folder.ts', '../testing/stack'],
  ['lib/terraform/plan.ts', '../hcl/template'],
  ['lib/terraform/folder.ts', '../cli/document'],
  ['lib/edge-provider.ts', './terraform/binary'],
  ['lib/hcl/print.ts', '../terraform/plan'],
  ['lib/client/client.ts', '../terraform/binary'],
  ['lib/resources/props.ts', '../terraform/binary'],
  [`${job}/handler.ts`, '../../terraform/binary'],
  ['lib/drivers/configuration.ts', '../terraform/binary'],
  ['lib/emulator/http/server.ts', '../../terraform/binary'],
  ['lib/cli/convert/reduce/plan.ts', '../../../testing/stack'],
  ['lib/cli/program.ts', '../testing'],
  ['lib/retired/decode.ts', '../schema'],
  ['lib/retired/decode.ts', '../client'],
  ['lib/client/client.ts', '../retired'],
  ['lib/emulator/http/server.ts', '../../retired'],
  ['lib/hcl/print.ts', '../schema'],
  ['lib/hcl/print.ts', '../cli/project/text'],
  ['lib/hcl/print.ts', '../ground/program'],
  ['lib/client/client.ts', '../hcl/template'],
  ['lib/testing/stack.ts', '../hcl/template'],
  ['lib/emulator/http/server.ts', '../../hcl/template'],
  ['lib/edge-provider.ts', './hcl/template'],
  ['lib/drivers/configuration.ts', '../hcl/template'],
  ['lib/drivers/plugin/serve.ts', '../../hcl/template'],
  ['lib/resources/props.ts', '../hcl/template'],
  [`${job}/construct.ts`, '../../hcl/template'],
  [`${job}/scope.ts`, '../../hcl/template'],
  ['lib/schema/value.ts', '../logs'],
  ['lib/client/client.ts', '../schema'],
  ['lib/logs/fault.ts', '../schema'],
  ['lib/pools/coverage.ts', '../client'],
  ['lib/emulator/http/server.ts', '../../pools'],
  ['lib/emulator/http/server.ts', '../../client'],
  ['lib/emulator/http/server.ts', '../../schema'],
  ['lib/emulator/http/server.ts', '../../resources/logpush-job/contract'],
  ['lib/emulator/products/pools/index.ts', '../../page/pools'],
  ['lib/emulator/page/browser/script.ts', '../../shape'],
  ['lib/emulator/page/browser/script.ts', '../zones'],
  ['lib/emulator/page/browser/script.ts', '../../../logs'],
  ['lib/emulator/page/browser/script.ts', '../../../ground/program'],
  ['lib/testing/stack.ts', 'cdktf'],
  ['lib/testing/stack.ts', '../index'],
  ['lib/testing/stack.ts', '../drivers/configuration'],
  ['lib/testing/emulator.ts', '../emulator/start'],
  [`${job}/contract.ts`, '../../client'],
  [`${job}/contract.ts`, './handler'],
  [`${job}/contract.ts`, 'cdktf'],
  [`${job}/code.ts`, './handler'],
  [`${job}/code.ts`, '../../client'],
  [`${job}/construct.ts`, './handler'],
  [`${job}/construct.ts`, '../../client'],
  [`${job}/handler.ts`, './construct'],
  [`${job}/handler.ts`, '../../emulator'],
  [`${job}/handler.ts`, '../custom-fields-ruleset/rules'],
  [`${job}/handler.ts`, 'cdktf'],
  ['lib/drivers/plugin/serve.ts', '../../resources/logpush-job/handler'],
  ['lib/drivers/plugin/serve.ts', '../../logs'],
  ['lib/drivers/plugin/serve.ts', '@cdktf/provider-null/lib/resource'],
  ['lib/drivers/provisioner/delivery.ts', '@cdktf/provider-null'],
  ['lib/functions/filter.ts', '../client'],
  ['lib/functions/filter.ts', '../resources/identifiers'],
  ['lib/functions/filter.ts', '../drivers/plugin/wire/value'],
  ['lib/drivers/plugin/serve.ts', '../../functions/filter'],
  ['lib/cli/logs/filter.ts', '../../functions'],
  ['lib/resources/logpush-job/where.ts', '../../functions'],
  ['lib/drivers/configuration.ts', '../emulator'],
  ['lib/drivers/engine.ts', './provisioner/identity'],
  ['lib/drivers/plugin/serve.ts', '../provisioner/request'],
  ['lib/cli/stack-values.ts', '../drivers/provisioner/request'],
  ['lib/cli/import/read/owner.ts', '../../../drivers/provisioner/identity'],
  ['lib/secret-variable.ts', './drivers/provisioner/element'],
  ['lib/cli/import/write/config.ts', '../../../client'],
  ['lib/cli/import/write/config.ts', '../read/owner'],
  ['lib/cli/import/write/config.ts', '../../../resources/logpush-job/handler'],
  ['lib/edge-provider.ts', '@cdktf/provider-null/lib/provider'],
  ['lib/index.ts', './client'],
  ['lib/index.ts', './ground/json'],
  ['lib/index.ts', './logs'],
  ['lib/index.ts', './logs/catalogue'],
  ['lib/index.ts', './logs/filter/parse'],
  ['lib/index.ts', './resources/logpush-job/contract'],
];

/** Rows that lint must let pass: an arrow that refuses everything would pass all others. */
const allowed = [
  ['lib/schema/value.ts', '../ground/json'],
  ['lib/emulator/page/browser/script.ts', '../../../ground/words'],
  ['lib/testing/stack.ts', '../ground/program'],
  ['lib/testing/deployment.ts', '../terraform/folder'],
  ['lib/terraform/folder.ts', '../ground/program'],
  ['lib/cli/convert/reduce/plan.ts', '../../../terraform/plan'],
  ['lib/cli/project/text.ts', '../../hcl/template'],
  ['lib/cli/convert/translate/jobs.ts', '../../../hcl/expressions'],
  ['lib/drivers/provisioner/element.ts', '../../hcl/template'],
  ['lib/drivers/provisioner/main.ts', './request'],
  ['lib/drivers/plugin/main.ts', '../../functions'],
  ['lib/functions/filter.ts', '../logs/fault'],
  ['lib/edge-provider.ts', './drivers/provisioner/element'],
  ['lib/cli/import/read/owner.ts', '../../../drivers/list-objects'],
  ['lib/resources/expressions.ts', '../hcl/template'],
];

/** What must not decide beside Terraform's plan and state: a file, and a line that it must not have. */
const forbiddenCode = [
  [`${job}/handler.ts`, "import { readFileSync } from 'node:fs';"],
  ['lib/drivers/plugin/session.ts', "import { tmpdir } from 'node:os';"],
  ['lib/drivers/plugin/rpc/plan-resource-change.ts', 'const run = process.ppid;'],
  ['lib/drivers/plugin/session.ts', 'process.kill(1, 0);'],
  [`${job}/handler.ts`, 'const claims = new Map();'],
  ['lib/resources/read-back.ts', 'const runs = onceFor(() => new Set());'],
];

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
