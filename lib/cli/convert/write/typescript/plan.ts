import { posix } from 'node:path';
import { codeOf } from '../../../../resources/code-of';
import { hyphenated, Identifiers, takeFree } from '../../../project/identifiers';
import type { ConvertedObject, NewVariable } from '../../model';

/** The plan of a project's code: its stack and the objects of each file. */
export interface ProjectPlan {
  readonly stack: string;
  readonly files: readonly FilePlan[];
  readonly variables: readonly Planned<NewVariable>[];
}

/** The objects of one file of the old configuration. */
export interface FilePlan {
  /** The path without its ending, such as `waf`. */
  readonly path: string;
  readonly identifier: string;
  /** The old file, such as `waf.tf`. */
  readonly file: string;
  readonly objects: readonly Planned<ConvertedObject>[];
}

/** An object with the id of its construct, which is unique in the stack. */
export interface Planned<T> {
  readonly it: T;
  readonly id: string;
  /** Whether Terraform needs another name than CDKTF makes of the id. */
  readonly needsName: boolean;
}

/**
 * Plans the files, constructs and their names. A construct has the name that its object has in Terraform, so that the address is the same;
 * only where two types have one name, the second one gets another id.
 *
 * @param objects - those of the root module
 */
export function planConvertedProject(
  name: string,
  objects: readonly ConvertedObject[],
  variables: readonly NewVariable[],
): ProjectPlan {
  const ids = new Set(reservedIds);
  const plan = <T extends { readonly name: string }>(it: T, noun: string): Planned<T> => {
    const wanted = ids.has(it.name) ? `${it.name}-${noun}` : it.name;
    const id = takeFree(wanted, ids);
    return { it, id, needsName: id !== it.name || /[^\w-]/.test(id) };
  };
  const paths = new Set(reservedPaths);
  const identifiers = new Identifiers(reservedIdentifiers);
  const sources = [...new Set(objects.map(({ file }) => file))];
  return {
    stack: stackId(name),
    files: sources.map((source) => {
      const path = takeFree(pathOf(source), paths);
      return {
        path,
        identifier: identifiers.add(path, 'resources'),
        file: source,
        objects: objects
          .filter(({ file }) => file === source)
          .map((object) => plan(object, codeOf(object.typeName).idNoun)),
      };
    }),
    variables: variables.map((variable) => plan(variable, 'variable')),
  };
}

/** The ids that a stack has otherwise: of the provider, the backend and every object's members, and one that CDKTF leaves out of names. */
const reservedIds = ['edge', 'backend', 'Default', ...Object.getOwnPropertyNames(Object.prototype)];
const reservedPaths = ['main', 'configuration', 'variables'];
const reservedIdentifiers = ['app', 'stack', 'scope', 'edge', 'addConfiguration', 'variables'];

/** The path for an old file: `waf` for `waf.tf`, and `edge` for the file that a stack is synthesized to, and for `main.tf`. */
function pathOf(source: string): string {
  const name = hyphenated(posix.basename(source).replace(/\.tf(?:\.json)?$/, ''), { other: /[^a-z0-9_-]+/g });
  return name === '' || name === 'main' || name === 'cdk' ? 'edge' : name;
}

/** The file with the state of a project's stack, where it has no backend. */
export function localStateOf(name: string): string {
  return `terraform.${stackId(name)}.tfstate`;
}

/** The id of a stack: letters, digits and hyphens, as it is the name of a folder. */
function stackId(name: string): string {
  const id = hyphenated(name, { other: /[^a-z0-9-]+/g, most: 60 });
  return id === '' || id === 'constructor' ? 'edge' : id;
}
