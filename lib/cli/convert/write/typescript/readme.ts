import { visible } from '../../../project/text';
import type { Conversion, OldConfiguration } from '../../model';
import { isWrittenObject, type WrittenObject } from '../../template';
import type { ProjectPlan } from './plan';
import { terraformFolder } from './relocate';

export interface ReadmeOptions {
  readonly name: string;
  readonly command: string;
  /** The configuration that stays. */
  readonly kept: WrittenObject;
}

/** How to deploy a project, where its state is, and how to use its files elsewhere. What became of each resource is in `CONVERSION.md`. */
export function writeReadme(
  old: OldConfiguration,
  conversion: Conversion,
  plan: ProjectPlan,
  options: ReadmeOptions,
): string {
  return [
    `# ${markdown(options.name)}`,
    `A CDKTF project, written by \`${options.command}\`. It has the whole configuration, with new resources instead of the retired ones. [CONVERSION.md](CONVERSION.md) says what became of each.`,
    ...stateLines(plan, options.kept),
    ...deployLines(conversion),
    ...filesLines(old, conversion, plan, options.kept),
    ...ownProjectLines(old, conversion, plan),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

function stateLines({ stack }: ProjectPlan, { terraform }: WrittenObject): string[] {
  const isKept = isWrittenObject(terraform) && ('backend' in terraform || 'cloud' in terraform);
  return [
    '## State',
    ...(isKept
      ? [
          'The project continues with the state that you have: `kept.tf.json` has the same backend. From now on, deploy from here only.',
        ]
      : [
          'The project continues with the state that you have. Your configuration has a local backend, so copy its state beside `cdktf.json`:',
          shell(`cp <old folder>/terraform.tfstate terraform.${stack}.tfstate`),
          'From now on, deploy from here only.',
        ]),
  ];
}

function deployLines({ moves, variables }: Conversion): string[] {
  const acknowledgement = variables.find(({ module, type }) => module === '' && type === 'bool');
  const secrets = variables.filter(({ module, sensitive }) => module === '' && sensitive);
  const { removed, imports } = moves;
  return [
    '## Deploy',
    'You need Node.js 20.19 or later, Terraform or OpenTofu 1.11 or later, and the credentials of the other providers, as before.',
    ...(secrets.length === 0
      ? []
      : [
          `Secrets that were in the code are variables now: set ${secrets.map(({ name }) => `\`TF_VAR_${name}\``).join(', ')}.`,
        ]),
    shell('npm install', 'npm run check', 'export EDGE_API_TOKEN=…', 'npx cdktf deploy'),
    `The first deploy moves the state: it forgets ${plural(removed.length, 'old resource')} and imports ${plural(imports.length, 'object')}. Nothing at the service is deleted or reset. After it, delete \`moves.ts\` and its line in \`main.ts\`.`,
    ...(acknowledgement === undefined
      ? []
      : [
          'It migrates no WAF yet. The migration cannot be undone, so it waits for a variable. To migrate, keep the variable set in each later deploy:',
          shell(`export TF_VAR_${acknowledgement.name}=true`, 'npx cdktf deploy'),
        ]),
  ];
}

function filesLines(
  { modules }: OldConfiguration,
  { moves }: Conversion,
  { files, variables }: ProjectPlan,
  kept: WrittenObject,
): string[] {
  const rows = [
    ['`main.ts`', 'the stack'],
    ...files.map(({ path, source }) => [`\`${path}.ts\``, `the new resources of \`${markdown(source)}\``]),
    ...(variables.length > 0 ? [['`variables.ts`', 'variables of the new resources']] : []),
    ...(moves.removed.length + moves.imports.length > 0
      ? [['`moves.ts`', 'the moves of the state, for the first deploy']]
      : []),
    ...(Object.keys(kept).length > 0
      ? [['`kept.tf.json`, `kept.ts`', 'everything else of the root module, as Terraform JSON']]
      : []),
    [
      `\`${terraformFolder}/\``,
      modules.length > 1
        ? 'modules in HCL, converted too, and all other files'
        : 'all other files of the old folder',
    ],
  ];
  return [
    '## Files',
    [['file', 'content'], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ];
}

/** For a stack that CDKTF synthesized: its project makes the rest itself. */
function ownProjectLines(
  { resources }: OldConfiguration,
  { objects }: Conversion,
  plan: ProjectPlan,
): string[] {
  const made = resources.filter((resource) => resource.construct !== undefined);
  const leaving = made.filter((resource) => objects.some(({ replaces }) => replaces.includes(resource)));
  if (made.length === 0) return [];
  const calls = [
    `new EdgeProvider(stack, 'edge');`,
    ...(plan.variables.length > 0 ? ['variables(stack);'] : []),
    ...plan.files.map(({ identifier }) => `${identifier}(stack);`),
    'moveState(stack);',
  ];
  const files = [
    ...plan.files.map(({ path }) => path),
    ...(plan.variables.length > 0 ? ['variables'] : []),
    'moves',
  ];
  return [
    '## Use the files in your own project',
    'The configuration was synthesized by a CDKTF project of yours, which can go on without this one:',
    [
      `1. Copy ${files.map((path) => `\`${path}.ts\``).join(', ')} into it, and install \`cdktf-edge-platform\`.`,
      '2. Delete the constructs below.',
      '3. Call the functions in the stack, as `main.ts` does, and leave out `addKept`.',
      '4. Deploy it as described above. The state stays where it is.',
    ].join('\n'),
    ['```ts', ...calls, '```'].join('\n'),
    [
      'Constructs to delete, by their path:',
      '',
      ...leaving.map(({ construct = '', type }) => `- \`${construct}\` (${type})`),
    ].join('\n'),
  ];
}

function shell(...lines: readonly string[]): string {
  return ['```sh', ...lines, '```'].join('\n');
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function markdown(text: string): string {
  return visible(text).replace(/[\\*[\]<|]/g, String.raw`\$&`);
}
