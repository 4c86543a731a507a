import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { parser } from 'typescript-eslint';

/** Files beside the resources' folders that every resource may use. */
const sharedByResources = readdirSync(join(import.meta.dirname, 'lib/resources'), { withFileTypes: true })
  .filter((each) => each.isFile() && each.name !== 'index.ts')
  .map((each) => `./${each.name}`);

/** The modules of ground that every room may import, and that run in a browser too. */
const pureGround = readdirSync(join(import.meta.dirname, 'lib/ground'))
  .filter((name) => name.endsWith('.ts') && name !== 'program.ts')
  .map((name) => `ground/${name}`);

/** The import arrows: what a room may import of ours, beside the pure modules of ground. Everything that is not named is refused. */
const rooms = './lib';
const arrow = (target, allowed, message) => ({
  target,
  from: rooms,
  except: [...pureGround, ...allowed].map((path) => `./${path}`),
  message,
});

/** The other direction: the folders of `lib` that may import a room, beside itself. No file of `lib` itself may. */
const readers = (room, folders, message) => ({
  target: [`./lib/!(${[room, ...folders].join('|')})/**/*`, './lib/*.ts'],
  from: `./lib/${room}`,
  message,
});

const resourceFile = (file) => `./lib/resources/*/@(${file.replace(/[()]/g, '')}).ts`;

const zones = [
  arrow('./lib/ground', ['ground'], 'ground imports nothing of ours.'),
  {
    target: './lib/ground/!(program).ts',
    from: './lib/ground/program.ts',
    message: 'A browser runs no programs.',
  },
  arrow('./lib/schema', ['schema'], 'schema imports nothing of ours but ground.'),
  arrow('./lib/client', ['client'], 'client imports nothing of ours but ground.'),
  arrow('./lib/logs', ['logs'], 'logs imports nothing of ours but ground.'),
  arrow('./lib/waf', ['waf'], 'waf imports nothing of ours but ground.'),
  arrow('./lib/pools', ['pools'], 'pools imports nothing of ours but ground.'),
  arrow('./lib/waves', ['waves', 'schema'], 'waves imports nothing of ours but ground and schema.'),
  readers('waves', ['cli'], 'The files of waves are for the commands, and for the code that they write.'),
  arrow('./lib/terraform', ['ground', 'terraform'], 'terraform imports nothing of ours but ground.'),
  readers('terraform', ['cli', 'testing'], 'Only cli and testing run Terraform.'),
  readers('testing', [], 'testing is for the tests of users: what others need of it belongs in terraform.'),
  arrow('./lib/hcl', ['hcl'], 'The text of HCL knows nothing of ours but ground.'),
  readers(
    'hcl',
    ['cli', 'drivers', 'resources'],
    'The text of HCL is for cli, the provisioner driver and constructs.',
  ),
  arrow(
    './lib/retired',
    ['retired'],
    'The states of old providers are read without knowing what is made of them.',
  ),
  readers(
    'retired',
    ['cli', 'drivers', 'resources'],
    'The states of old providers are for cli, moves between providers and the handlers.',
  ),
  {
    target: [
      './lib/drivers/!(provisioner)/**/*',
      './lib/drivers/*.ts',
      './lib/resources/*/**',
      './lib/resources/!(expressions).ts',
    ],
    from: './lib/hcl',
    message:
      'The provisioner driver writes HCL into the configuration; constructs recognize it by resources/expressions.',
  },
  arrow(
    './lib/emulator',
    ['emulator', 'logs', 'waf'],
    'The emulator is an independent witness: only ground, logs and waf.',
  ),
  {
    target: './lib/emulator/products',
    from: './lib/emulator/page',
    message: 'A page reads products; list-products.ts combines both.',
  },
  arrow(
    './lib/emulator/page/browser',
    ['emulator/page/browser'],
    'The script of the pages runs in a browser: it imports its own modules, and what ground has for browsers.',
  ),
  arrow(
    './lib/testing',
    ['ground', 'testing', 'client', 'emulator/index.ts', 'terraform'],
    'testing imports ground, terraform, client and the emulator, and no construct: it takes those of cdktf and of its forks.',
  ),
  arrow(
    resourceFile('contract'),
    ['schema', 'logs', 'pools', 'waf', 'resources'],
    'contract imports schema, logs, pools, waf.',
  ),
  arrow(
    resourceFile('handler'),
    ['schema', 'client', 'logs', 'pools', 'waf', 'retired', 'resources'],
    'handler imports contract, client, logs, pools, waf, retired.',
  ),
  arrow(
    resourceFile('construct'),
    ['schema', 'logs', 'pools', 'waf', 'resources'],
    'construct imports contract, schema, logs, pools, waf.',
  ),
  arrow(resourceFile('code'), ['schema', 'logs', 'resources'], 'code imports contract, schema, logs.'),
  {
    target: resourceFile('(contract|code)'),
    from: resourceFile('(handler|construct)'),
    message: 'contract is the lowest, and code describes it.',
  },
  { target: resourceFile('construct'), from: resourceFile('handler'), message: 'construct does no I/O.' },
  { target: resourceFile('handler'), from: resourceFile('construct'), message: 'handler knows no cdktf.' },
  arrow(
    './lib/data-sources',
    [
      'schema',
      'client',
      'resources/handler.ts',
      'resources/identifiers.ts',
      'resources/owners.ts',
      'data-sources',
    ],
    'A data source imports schema, client and what all resources share.',
  ),
  arrow(
    './lib/functions',
    ['schema', 'logs', 'functions'],
    'A function of the provider is pure: it imports schema and logs, and is what constructs and commands use.',
  ),
  readers('functions', ['drivers'], 'Functions are for the plugin: others call logs.'),
  arrow(
    './lib/drivers',
    [
      'ground',
      'schema',
      'functions/index.ts',
      'functions/provider-function.ts',
      'functions/parameter.ts',
      'data-sources/index.ts',
      'data-sources/data-source.ts',
      'client',
      'resources/index.ts',
      'resources/handler.ts',
      'resources/action.ts',
      'resources/actions.ts',
      'resources/lists.ts',
      'resources/settings.ts',
      'resources/import-id.ts',
      'resources/addresses.ts',
      'resources/element-driver.ts',
      'resources/zone-registry.ts',
      'resources/expressions.ts',
      'resources/references.ts',
      'drivers',
      'hcl',
      'retired',
    ],
    'A driver imports schema, client, resources/index; never a named resource.',
  ),
  {
    target: [
      './lib/!(drivers)/**/*',
      './lib/!(edge-provider).ts',
      './lib/drivers/!(provisioner)/**/*',
      './lib/drivers/*.ts',
    ],
    from: './lib/drivers/provisioner',
    message:
      'Only edge-provider.ts, which chooses the driver, imports it: what others need lies beside the drivers.',
  },
  arrow(
    './lib/cli/import/write',
    [
      'schema',
      'logs',
      'resources',
      'drivers/state',
      'hcl',
      'cli/project',
      'cli/import/inventory.ts',
      'cli/import/write',
    ],
    'The writer of imported projects is pure: it knows contracts and the inventory, and calls nothing.',
  ),
  {
    target: './lib/cli/import/write',
    from: resourceFile('(handler|construct)'),
    message: 'The writer of imported projects knows contracts only.',
  },
  arrow(
    './lib/cli/convert/translate',
    [
      'schema',
      'logs',
      'pools',
      'waf',
      'retired',
      'resources',
      'hcl',
      'cli/project',
      'cli/import/write/config.ts',
      'cli/waf/replacements.ts',
      'cli/convert/model.ts',
      'cli/convert/addresses.ts',
      'cli/convert/successors.ts',
      'cli/convert/blocks.ts',
      'cli/convert/reduce/dynamic-blocks.ts',
      'cli/convert/translate',
    ],
    'What becomes of a configuration is decided by a pure function: it reads nothing and calls nothing.',
  ),
  {
    target: './lib/cli/convert/translate',
    from: resourceFile('(handler|construct)'),
    message: 'A conversion knows contracts only.',
  },
  {
    target: './lib/index.ts',
    from: [
      './lib/!(resources|logs|index.ts|edge-provider.ts|secret-variable.ts)/**',
      './lib/logs/!(log-filter.ts|log-names.ts|log-sql.ts)/**',
      './lib/logs/!(log-filter|log-names|log-sql).ts',
      './lib/resources/*/!(construct).ts',
    ],
    message: 'index.ts exports constructs and what their props take.',
  },
];

/** A resource knows no other resource. */
const resources = readdirSync(join(import.meta.dirname, 'lib/resources'), { withFileTypes: true }).filter(
  (each) => each.isDirectory(),
);
for (const { name } of resources) {
  zones.push({
    target: `./lib/resources/${name}`,
    from: './lib/resources',
    except: ['./' + name, ...sharedByResources],
    message: 'A resource imports no other resource.',
  });
}

const cdktfOutsideConstructs = {
  group: ['cdktf', 'cdktf/*', 'constructs'],
  message:
    'cdktf stays in construct.ts, edge-provider.ts, secret-variable.ts and the provisioner driver’s element.ts.',
};

const packagesInGround = {
  patterns: [{ regex: '^[^.]', message: 'ground runs in a browser too: only program.ts needs Node.js.' }],
};

const otherProviders = {
  group: ['@cdktf/provider-*'],
  message:
    'Only the provisioner driver’s element.ts, which it alone loads, declares resources of another provider.',
};

/** The files that may import cdktf, without the provisioner driver's element.ts. */
const cdktfFiles = [
  'lib/index.ts',
  'lib/edge-provider.ts',
  'lib/secret-variable.ts',
  'lib/**/construct.ts',
  'lib/**/*-props.ts',
  'lib/resources/addresses.ts',
  'lib/resources/contract-resource.ts',
  'lib/resources/edge-resource.ts',
  'lib/resources/element-driver.ts',
  'lib/resources/meta-references.ts',
  'lib/resources/named-owners.ts',
  'lib/resources/provider-settings.ts',
  'lib/resources/same-host.ts',
  'lib/resources/expressions.ts',
  'lib/resources/references.ts',
  'lib/resources/stored-secrets.ts',
  'lib/resources/synth-warnings.ts',
  'lib/resources/zone-registry.ts',
];

/** What decides beside Terraform's plan and state, which fails where plan and apply run on two machines or through two configurations. */
const besidePlanAndState = [
  {
    selector: 'ImportDeclaration[source.value=/^node:(fs|os|child_process)/]',
    message: 'Only the plan and the state decide: no file, temporary folder or program beside them.',
  },
  {
    selector: 'MemberExpression[object.name="process"][property.name=/^(pid|ppid|kill)$/]',
    message: 'Only the plan and the state decide: no process id.',
  },
  ...['', 'CallExpression[callee.name="onceFor"] '].map((maker) => ({
    selector:
      ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator > ' +
      `${maker}NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]`,
    message: 'Only the plan and the state decide: no registry between resources.',
  })),
];

/** Files that have one of these, and decide nothing by it. */
const beside = {
  'delivers the plugin, starts it, and ends it with its parent': [
    'lib/drivers/plugin/@(delivery|lock-file|package-folder|listen|main|platform|serve).ts',
    'lib/drivers/plugin/standalone/*.ts',
  ],
  'reads a file of the user at synth': ['lib/resources/pool-notification-policy/per-recipients.ts'],
  'writes the file that `backup_path` names': ['lib/resources/waf-migration/backup.ts'],
  'keeps answers of the API': [
    'lib/resources/custom-log-fields.ts',
    'lib/resources/pool-notification-policy/plan.ts',
    'lib/resources/waf-migration/observe.ts',
    'lib/resources/unknown-members.ts',
  ],
  'has the keys of what a plan makes, and the creates under way': ['lib/resources/new-object.ts'],
};

/** The import rules only: oxlint (`.oxlintrc.json`) checks the rest in a tenth of the time, and has none for paths. */
export default [
  { ignores: ['dist', 'coverage', '**/cdktf.out', '.tmp'] },
  {
    files: ['lib/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    languageOptions: { parser },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.json'] })],
      'import-x/extensions': ['.ts', '.tsx', '.js'],
    },
    rules: { 'import-x/no-restricted-paths': ['error', { zones }] },
  },
  {
    files: ['lib/**/*.ts'],
    ignores: [...cdktfFiles, 'lib/drivers/provisioner/element.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [cdktfOutsideConstructs, otherProviders] }],
    },
  },
  {
    files: cdktfFiles,
    rules: { 'no-restricted-imports': ['error', { patterns: [otherProviders] }] },
  },
  {
    files: ['lib/resources/**/*.ts', 'lib/drivers/plugin/**/*.ts'],
    ignores: [...cdktfFiles, 'lib/resources/@(annotations|props).ts', ...Object.values(beside).flat()],
    rules: { 'no-restricted-syntax': ['error', ...besidePlanAndState] },
  },
  {
    files: ['lib/ground/*.ts'],
    ignores: ['lib/ground/program.ts'],
    rules: { 'no-restricted-imports': ['error', packagesInGround] },
  },
];
