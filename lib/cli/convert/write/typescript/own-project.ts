import { propName } from '../../../../resources/prop-name';
import type { BlockEdit, Conversion, OldConfiguration } from '../../model';
import { movesFile, movesFileName } from '../hcl/project';
import type { ProjectPlan } from './plan';
import { restFile } from './rest';

/** The folder of the project that has the modules and the other files of the old folder. */
export const terraformFolder = 'terraform';

/**
 * The section of `CONVERSION.md` on how to use the files of a project in the CDKTF project that synthesized the old code, and makes the
 * rest itself. Nothing for other code.
 */
export function ownProjectSection(
  old: OldConfiguration,
  { objects, edits, moves }: Conversion,
  plan: ProjectPlan,
): string[] {
  if (old.resources.every(({ construct }) => construct === undefined)) return [];
  const leaving = old.resources.filter((resource) =>
    objects.some(({ replaces }) => replaces.includes(resource)),
  );
  const hasVariables = plan.variables.length > 0;
  const files = [
    ...[...plan.files.map(({ path }) => path), ...(hasVariables ? ['variables'] : []), 'configuration'].map(
      (path) => `${path}.ts`,
    ),
    ...(movesFile(moves, '') === undefined ? [] : [`${terraformFolder}/${movesFileName}`]),
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

function describeEdit({ resource: { construct = '', type }, without }: BlockEdit): string {
  const props = without.map((attribute) => `\`${propName(attribute)}\``).join(', ');
  const ignored = without.map((attribute) => `'${attribute}'`).join(', ');
  return `\`${construct}\` (\`${type}\`): remove ${props}, and add \`lifecycle: { ignoreChanges: [${ignored}] }\`.`;
}
