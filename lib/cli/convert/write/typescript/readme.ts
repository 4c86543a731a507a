import { hosts, type Host } from '../../../project/host';
import { escapeMarkdown, shellBlock } from '../../../project/markdown';
import { propName } from '../../../../resources/prop-name';
import type { BlockEdit, Conversion, OldConfiguration } from '../../model';
import { movesFileName } from '../hcl/project';
import { hasMoves } from '../moves';
import { localStateOf, type ProjectPlan } from './plan';
import { restFile, type Rest } from './rest';

/** The folder of the project that has the modules and the other files of the old folder. */
export const terraformFolder = 'terraform';

export interface ReadmeOptions {
  readonly name: string;
  readonly command: string;
  readonly host: Host;
  readonly rest: Rest;
  /** Whether `configuration.ts` copies the folder of the old files. */
  readonly isCopied: boolean;
}

/** Whether a CDKTF project of the user made the configuration. */
export function isSynthesized({ resources }: OldConfiguration): boolean {
  return resources.some(({ construct }) => construct !== undefined);
}

/** Writes the README: how to deploy, where the state is, and how to use the files elsewhere. `CONVERSION.md` has the outcome of each resource. */
export function writeReadme(
  old: OldConfiguration,
  conversion: Conversion,
  plan: ProjectPlan,
  options: ReadmeOptions,
): string {
  return [
    `# ${escapeMarkdown(options.name)}`,
    `A ${hosts[options.host].title} project, written by \`${options.command}\`. It has the whole configuration, with new resources instead of the retired ones. [CONVERSION.md](CONVERSION.md) says what became of each.`,
    ...stateLines(options),
    ...deployLines(conversion),
    ...filesLines(old, conversion, plan, options),
    ...ownProjectLines(old, conversion, plan),
  ]
    .map((block) => `${block}\n`)
    .join('\n');
}

function stateLines({ name, rest: { settings } }: ReadmeOptions): string[] {
  const isKept = 'backend' in settings || 'cloud' in settings;
  return [
    '## State',
    ...(isKept
      ? [
          'The project continues with the state that you have: `configuration.ts` has the same backend. From now on, deploy from one place only.',
        ]
      : [
          'The project continues with the state that you have. Your configuration has a local backend, so copy its state beside `cdktf.json`:',
          shellBlock(`cp <old folder>/terraform.tfstate ${localStateOf(name)}`),
          'From now on, deploy from here only.',
        ]),
  ];
}

function deployLines({ variables }: Conversion): string[] {
  const secrets = variables.filter(({ module, sensitive }) => module === '' && sensitive);
  return [
    '## Deploy',
    'You need Node.js 20.19 or later, Terraform or OpenTofu 1.11 or later, and the credentials of the other providers, as before.',
    ...(secrets.length === 0
      ? []
      : [
          `Secrets that were in the code are variables now: set ${secrets.map(({ name }) => `\`TF_VAR_${name}\``).join(', ')}.`,
        ]),
    shellBlock('npm install', 'npm run check', 'export EDGE_API_TOKEN=…', 'npm run deploy'),
    `[CONVERSION.md](CONVERSION.md#deploy) has the order of the deploys. After the first one, delete \`${movesFileName}\`, which is in \`${terraformFolder}\`, and in modules that have one.`,
  ];
}

function filesLines(
  { modules }: OldConfiguration,
  { moves }: Conversion,
  { files, variables }: ProjectPlan,
  { rest, isCopied }: ReadmeOptions,
): string[] {
  const rows = [
    ['`main.ts`', 'the stack'],
    ...files.map(({ path, source }) => [
      `\`${path}.ts\``,
      source === undefined ? 'the new resources' : `the new resources of \`${escapeMarkdown(source)}\``,
    ]),
    ...(variables.length > 0 ? [['`variables.ts`', 'variables of the new resources']] : []),
    [
      `\`${terraformFolder}/\``,
      [
        ...(hasMoves(moves) ? [`\`${movesFileName}\`, the moves of the state for the first deploy`] : []),
        ...(rest.files.size > 0 ? ['everything else of the root module, as it was'] : []),
        ...(modules.length > 1 ? ['modules, converted too'] : []),
        'all other files of the old folder',
      ].join('; '),
    ],
    ...(isCopied
      ? [
          [
            '`configuration.ts`',
            `copies \`${terraformFolder}/\` beside what CDKTF writes, at each synth, and has the settings of \`terraform\` blocks`,
          ],
        ]
      : []),
  ];
  return [
    '## Files',
    [['file', 'content'], ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n'),
  ];
}

/** The lines for a stack that CDKTF synthesized, whose project makes the rest itself. */
function ownProjectLines(
  old: OldConfiguration,
  { objects, edits, moves }: Conversion,
  plan: ProjectPlan,
): string[] {
  if (!isSynthesized(old)) return [];
  const leaving = old.resources.filter((resource) =>
    objects.some(({ replaces }) => replaces.includes(resource)),
  );
  const hasVariables = plan.variables.length > 0;
  const files = [
    ...[...plan.files.map(({ path }) => path), ...(hasVariables ? ['variables'] : []), 'configuration'].map(
      (path) => `${path}.ts`,
    ),
    ...(hasMoves(moves) ? [`${terraformFolder}/${movesFileName}`] : []),
  ];
  const calls = [
    `new EdgeProvider(stack, 'edge');`,
    ...(hasVariables ? ['variables(stack);'] : []),
    ...plan.files.map(({ identifier }) => `${identifier}(stack);`),
    '// For the first deploy only: it adds the moves of the state.',
    'addConfiguration(stack);',
  ];
  return [
    '## Use the files in your own project',
    `A CDKTF project of yours synthesized the configuration, and can go on without this one. \`${terraformFolder}/${restFile}\` has everything else that it synthesized, which may include secrets of its environment, so \`.gitignore\` names it.`,
    [
      `1. Copy ${files.map((path) => `\`${path}\``).join(', ')} into your project, and install \`cdktf-edge-platform\`.`,
      '2. Delete the constructs below. Where other code uses their outputs, use those of the new ones.',
      '3. Call the functions in the stack:',
    ].join('\n'),
    ['   ```ts', ...calls.map((line) => `   ${line}`), '   ```'].join('\n'),
    '4. Deploy it as described above. The state stays where it is.',
    'Constructs to delete, by their path:',
    leaving.map(({ construct = '', type }) => `- \`${construct}\` (\`${type}\`)`).join('\n'),
    ...(edits.length === 0
      ? []
      : ['Constructs to change:', edits.map((edit) => `- ${describeEdit(edit)}`).join('\n')]),
  ];
}

function describeEdit({ resource: { construct = '', type }, without, ignoreChanges }: BlockEdit): string {
  const changes = [
    ...without.map((attribute) => `remove \`${propName(attribute)}\``),
    ...(ignoreChanges.length === 0
      ? []
      : [
          `add \`lifecycle: { ignoreChanges: [${ignoreChanges.map((attribute) => `'${attribute}'`).join(', ')}] }\``,
        ]),
  ];
  return `\`${construct}\` (\`${type}\`): ${changes.join(', and ')}.`;
}
