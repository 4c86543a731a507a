// Checks that lint refuses the imports that the architecture forbids: an arrow that no longer bites would not be missed
// otherwise. Each row is a file and an import that it must not have.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const job = 'lib/resources/logpush-job';
const forbidden = [
  ['lib/ground/json.ts', '../schema'],
  ['lib/ground/json.ts', '../client'],
  ['lib/ground/program.ts', '../logs'],
  ['lib/ground/program.ts', '../terraform-binary'],
  ['lib/ground/words.ts', './program'],
  ['lib/ground/words.ts', 'node:fs'],
  ['lib/ground/compare.ts', 'safe-stable-stringify'],
  ['lib/ground/program.ts', 'cdktf'],
  ['lib/schema/value.ts', '../ground/program'],
  ['lib/waf/prose.ts', '../ground/program'],
  ['lib/client/client.ts', '../ground/program'],
  ['lib/schema/value.ts', '../logs'],
  ['lib/client/client.ts', '../schema'],
  ['lib/logs/fault.ts', '../schema'],
  ['lib/pools/coverage.ts', '../client'],
  ['lib/emulator/http/server.ts', '../../pools'],
  ['lib/emulator/http/server.ts', '../../client'],
  ['lib/emulator/http/server.ts', '../../schema'],
  ['lib/emulator/http/server.ts', '../../resources/logpush-job/contract'],
  ['lib/emulator/page/app/app.tsx', '../../shape'],
  ['lib/emulator/page/app/app.tsx', '../../../logs'],
  ['lib/emulator/page/app/app.tsx', '../../../ground/program'],
  ['lib/emulator/page/model/paged.ts', '../../../waf'],
  ['lib/emulator/page/model/paged.ts', '../../../ground/words'],
  ['lib/testing/stack.ts', 'cdktf'],
  ['lib/testing/stack.ts', '../index'],
  ['lib/testing/stack.ts', '../drivers/configuration'],
  ['lib/testing/emulator.ts', '../emulator/start'],
  [`${job}/contract.ts`, '../../client'],
  [`${job}/contract.ts`, './handler'],
  [`${job}/contract.ts`, 'cdktf'],
  [`${job}/construct.ts`, './handler'],
  [`${job}/construct.ts`, '../../client'],
  [`${job}/handler.ts`, './construct'],
  [`${job}/handler.ts`, '../../emulator'],
  [`${job}/handler.ts`, '../custom-fields-ruleset/rules'],
  [`${job}/handler.ts`, 'cdktf'],
  ['lib/drivers/plugin/serve.ts', '../../resources/logpush-job/handler'],
  ['lib/drivers/plugin/serve.ts', '../../logs'],
  ['lib/drivers/configuration.ts', '../emulator'],
  ['lib/cli/import/write/config.ts', '../../../client'],
  ['lib/cli/import/write/config.ts', '../read/owner'],
  ['lib/cli/import/write/config.ts', '../../../resources/logpush-job/handler'],
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
  ['lib/emulator/page/app/app.tsx', '../../../ground/words'],
  ['lib/testing/stack.ts', '../ground/program'],
];

const isImportRule = (name) => /no-restricted-(paths|imports)$/.test(name);

const eslint = new ESLint({ cwd: root });
const isRefused = async ([file, specifier]) => {
  const [{ messages }] = await eslint.lintText(`import '${specifier}';\n`, { filePath: join(root, file) });
  return messages.some(({ ruleId }) => isImportRule(ruleId ?? ''));
};
const passed = [];
for (const row of forbidden) if (!(await isRefused(row))) passed.push(row.join(' may import '));
for (const row of allowed) if (await isRefused(row)) passed.push(row.join(' may not import '));
if (passed.length > 0) {
  console.error(`Lint does not know these arrows:\n  ${passed.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(`Lint refuses each of ${forbidden.length} forbidden imports.`);
}
