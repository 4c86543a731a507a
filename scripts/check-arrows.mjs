// Checks that lint refuses the imports that the architecture forbids: an arrow that no longer bites would not be missed
// otherwise. Each row is a file and an import that it must not have.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = join(fileURLToPath(import.meta.url), '..', '..');
const job = 'lib/resources/logpush-job';
const forbidden = [
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
  ['lib/emulator/page/model/paged.ts', '../../../waf'],
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
  ['lib/drivers/plugin/serve.ts', '@cdktf/provider-null/lib/resource'],
  ['lib/drivers/provisioner/delivery.ts', '@cdktf/provider-null'],
  ['lib/drivers/configuration.ts', '../emulator'],
  ['lib/cli/import/write/config.ts', '../../../client'],
  ['lib/cli/import/write/config.ts', '../read/owner'],
  ['lib/cli/import/write/config.ts', '../../../resources/logpush-job/handler'],
  ['lib/edge-provider.ts', '@cdktf/provider-null/lib/provider'],
  ['lib/index.ts', './client'],
  ['lib/index.ts', './logs'],
  ['lib/index.ts', './logs/catalogue'],
  ['lib/index.ts', './logs/filter/parse'],
  ['lib/index.ts', './resources/logpush-job/contract'],
];

const isImportRule = (name) => /no-restricted-(paths|imports)$/.test(name);

const eslint = new ESLint({ cwd: root });
const passed = [];
for (const [file, specifier] of forbidden) {
  const [result] = await eslint.lintText(`import '${specifier}';\n`, { filePath: join(root, file) });
  const isRefused = result.messages.some(({ ruleId }) => isImportRule(ruleId ?? ''));
  if (!isRefused) passed.push(`${file} may import ${specifier}`);
}
if (passed.length > 0) {
  console.error(`Lint lets forbidden imports pass:\n  ${passed.join('\n  ')}`);
  process.exitCode = 1;
} else {
  console.log(`Lint refuses each of ${forbidden.length} forbidden imports.`);
}
