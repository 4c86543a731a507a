import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A part that every resource, API product of the client or emulator product has. */
interface Part {
  readonly isPresent: boolean;
  /** What to write, and where. */
  readonly nextStep: string;
}

/** What a project lacks of its resources and API products: one line each, which says what to write where. */
export function findMissingParts(root: string): string[] {
  const tree = new Tree(root);
  const parts = [
    ...tree.folders('lib/resources').flatMap((folder) => partsOfResource(tree, folder)),
    ...tree.files('lib/client', /\.ts$/).flatMap((file) => partsOfClient(tree, file)),
    ...tree.folders('lib/emulator/products').flatMap((folder) => partsOfEmulator(tree, folder)),
  ];
  return parts.filter(({ isPresent }) => !isPresent).map(({ nextStep }) => nextStep);
}

/** How a resource is called, by its folder: `log-job` is `LogJob`, `logJob` and `edge_log_job`. */
export function namesOfResource(folder: string): { Class: string; variable: string; typeName: string } {
  const Class = folder.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const variable = Class.charAt(0).toLowerCase() + Class.slice(1);
  return { Class, variable, typeName: `edge_${folder.replaceAll('-', '_')}` };
}

function partsOfResource(tree: Tree, folder: string): Part[] {
  const { Class, variable, typeName } = namesOfResource(folder);
  const sources = `lib/resources/${folder}`;
  const tests = `test/resources/${folder}`;
  const inFile = (file: string, pattern: string, nextStep: string): Part => ({
    isPresent: new RegExp(pattern, 'm').test(tree.read(file)),
    nextStep: `${file}: ${nextStep}`,
  });
  return [
    inFile(
      `${sources}/contract.ts`,
      `export const ${variable}Contract\\b[^]*typeName: '${typeName}'`,
      `export \`${variable}Contract\`, whose type name is ${typeName}.`,
    ),
    inFile(
      `${sources}/code.ts`,
      `export const ${variable}Code\\b[^]*construct: '${Class}'`,
      `export \`${variable}Code\`, a ResourceCode: what commands call its objects, and how they write them.`,
    ),
    inFile(`${sources}/handler.ts`, `export const ${variable}Handler\\b`, `export \`${variable}Handler\`.`),
    inFile(
      `${sources}/construct.ts`,
      `export class ${Class} extends ${Class}Outputs\\b`,
      `export the construct \`${Class}\`, which extends ${Class}Outputs: list its contract in scripts/construct-props.ts.`,
    ),
    inFile(
      'lib/resources/index.ts',
      `describedResource\\(${variable}Code, ${variable}Handler\\)`,
      `add \`describedResource(${variable}Code, ${variable}Handler)\` to \`slices\`.`,
    ),
    inFile(
      'lib/index.ts',
      `\\b${Class},[^}]*\\btype ${Class}Props\\b[^}]*\\} from './resources/${folder}/construct'`,
      `add \`export { ${Class}, type ${Class}Props } from './resources/${folder}/construct';\`.`,
    ),
    inFile(
      'README.md',
      `^\\| \\[\`${Class}\`\\]\\(docs/resources/${folder}\\.md\\) *\\| \`${typeName}\``,
      `add a row for \`${Class}\` and \`${typeName}\` to the table under "Resources".`,
    ),
    inFile(
      `examples/resources/${folder}.ts`,
      `\\bnew ${Class}\\(`,
      `export a stack with a ${Class}: the example of its page.`,
    ),
    inFile(
      `docs/resources/${folder}.md`,
      `^# ${Class} \\(${typeName}\\)$`,
      'run `npm run docs`, and write the rules and the procedures below its last line.',
    ),
    inFile(
      `${tests}/profile.ts`,
      'export const profile\\b',
      'export `profile`, a ResourceProfile: a value for every prop, and how an object is found. It puts the resource ' +
        'under the tests of every-resource.test.ts.',
    ),
    inFile(
      `${tests}/construct.test.ts`,
      `\\b${Class}\\b`,
      `test ${Class}: what it synthesizes, and what it refuses at synth.`,
    ),
    inFile(
      `${tests}/handler.test.ts`,
      '\\bit(?:\\.each)?\\b',
      `test ${variable}Handler against the emulator: create, read, update, delete, import, lost replies.`,
    ),
    {
      isPresent: tree
        .files('test/acceptance', /\.test\.ts$/)
        .some((file) => new RegExp(`\\b(?:${Class}|${typeName})\\b`).test(tree.read(file))),
      nextStep:
        `test/acceptance/edge/${folder}.test.ts: tell a user's story of ${Class} with the real terraform: create, empty ` +
        'plan, update, drift, import, destroy.',
    },
    {
      isPresent: new RegExp(`\\b${Class}\\b`).test(tree.read('CHANGELOG.md')),
      nextStep: `CHANGELOG.md: write below the unreleased version what users can do with \`${Class}\`.`,
    },
  ];
}

function partsOfClient(tree: Tree, file: string): Part[] {
  return [...tree.read(file).matchAll(/^export class (\w+Api)\b/gm)].flatMap(([, Class = '']) => [
    {
      isPresent: tree.read('lib/client/client.ts').includes(`new ${Class}(`),
      nextStep: `lib/client/client.ts: give EdgeClient a property of type ${Class}.`,
    },
    {
      isPresent: new RegExp(`\\b${Class}\\b`).test(tree.read('lib/client/index.ts')),
      nextStep: `lib/client/index.ts: export ${Class} and the types of its arguments and results.`,
    },
  ]);
}

function partsOfEmulator(tree: Tree, folder: string): Part[] {
  // A folder that several products share has no index.
  if (tree.read(`lib/emulator/products/${folder}/index.ts`) === '') return [];
  return [
    {
      isPresent: tree.read('lib/emulator/list-products.ts').includes(`from './products/${folder}'`),
      nextStep: `lib/emulator/list-products.ts: add the product of \`${folder}\` to listProducts.`,
    },
    {
      isPresent: tree.read('docs/emulator-fidelity.md').includes(`\`lib/emulator/products/${folder}\``),
      nextStep:
        `docs/emulator-fidelity.md: add a section with a row for each behavior of \`lib/emulator/products/${folder}\`, ` +
        'tagged specified, public or assumed. Name that folder in it.',
    },
  ];
}

class Tree {
  readonly #root: string;
  readonly #texts = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The text of a file; empty where there is no such file. */
  read(file: string): string {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    const path = join(this.#root, file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    this.#texts.set(file, text);
    return text;
  }

  folders(parent: string): string[] {
    return readdirSync(join(this.#root, parent), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => name);
  }

  /** Files in a folder and all below it, as paths from the root. */
  files(parent: string, pattern: RegExp): string[] {
    return readdirSync(join(this.#root, parent), { recursive: true, encoding: 'utf8' })
      .filter((name) => pattern.test(name))
      .map((name) => join(parent, name));
  }
}
