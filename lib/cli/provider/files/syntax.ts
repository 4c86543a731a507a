import { fieldsOf, parseJson, textMembersOf, textOf } from '../../../ground/json';
import { parseContent } from '../../../hcl/content';
import { bodiesOf, literalOf } from '../../../hcl/template';
import type { StackFiles } from './model';

/**
 * The blocks of a file, in HCL or in the JSON syntax of Terraform, as synth writes it.
 *
 * @throws an Error, with the line in HCL, where the text has another syntax
 */
export function readSyntax(file: string, text: string): StackFiles {
  return filesOf(file, file.endsWith('.json') ? parseJson(text) : parseContent(text));
}

/**
 * The values of a file of variables, those that are plain texts.
 *
 * @throws an Error with the line where the text is not HCL
 */
export function readTexts(text: string): [string, string | undefined][] {
  return Object.entries(parseContent(text)).map(([name, value]) => [
    name,
    typeof value === 'string' ? literalOf(value) : undefined,
  ]);
}

/** @param root - in JSON syntax */
function filesOf(file: string, root: unknown): StackFiles {
  const { terraform, variable, module, resource, data } = fieldsOf(root);
  const objectsIn = (kind: 'resource' | 'data', section: unknown) =>
    membersOf(section)
      .filter(([type]) => type.startsWith('edge_'))
      .flatMap(([type, all]) =>
        membersOf(all).map(([name, body]) => ({
          file,
          kind,
          type,
          name,
          attributes: Object.fromEntries(
            bodiesOf(body).flatMap((each) => Object.entries(textMembersOf(each))),
          ),
        })),
      );
  return {
    requirements: bodiesOf(terraform)
      .flatMap(({ required_providers: required }) => membersOf(required))
      .map(([name, value]) => {
        const [entry = {}] = bodiesOf(value);
        return { file, name, source: textOf(entry.source), version: textOf(value) ?? textOf(entry.version) };
      }),
    variables: membersOf(variable).map(([name, value]) => {
      const [entry = {}] = bodiesOf(value);
      return { name, hasDefault: 'default' in entry, text: textOf(entry.default) };
    }),
    objects: [...objectsIn('resource', resource), ...objectsIn('data', data)],
    // Terraform takes what begins like this from a folder.
    modules: membersOf(module)
      .flatMap(([, all]) => bodiesOf(all))
      .flatMap(({ source }) => (typeof source === 'string' && /^\.\.?\//.test(source) ? [source] : [])),
    faults: [],
  };
}

function membersOf(section: unknown): [string, unknown][] {
  return bodiesOf(section).flatMap((each) => Object.entries(each));
}
