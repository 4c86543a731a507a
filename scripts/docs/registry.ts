import { configurationAttributes } from '../../lib/drivers/configuration';
import { dataSources } from '../../lib/data-sources';
import { encodeSchema, type TypeNotation } from '../../lib/drivers/plugin/wire/schema';
import { functions } from '../../lib/functions';
import { code } from '../../lib/ground/words';
import { resources } from '../../lib/resources';
import { withTimeouts, type Attributes, type Contract } from '../../lib/schema';
import type { DocComments } from './doc-comments';
import { exampleOf, hclOf, type Stack } from './examples';
import { exampleBlock, parameterType, signatureOf, typeText } from './functions';
import { importOf, importTextOf } from './imports';
import { fence, onOneLine, paragraphs } from './markdown';
import { classNameOf, pageOf, registryPageOf } from './names';

/** Registries show the pages outside the repository, so links to the others are whole. */
const pages = 'https://github.com/cdktf-edge-platform/cdktf-edge-platform/blob/main/docs';

/** The pages of the provider in HCL, in the layout of the Terraform registry: their paths below docs, and their texts. */
export async function registryPages(docs: DocComments): Promise<[path: string, text: string][]> {
  const ofResources = resources.map(async ({ contract }): Promise<[string, string]> => {
    const stack = (await exampleOf(pageOf(contract).replace(/^resources\/(.*)\.md$/, '$1'))).stack;
    return [registryPageOf(contract), resourcePage(withTimeouts(contract), stack, docs)];
  });
  return [
    ['terraform/index.md', await indexPage()],
    ...(await Promise.all(ofResources)),
    ...dataSources.map(({ contract }): [string, string] => [
      `terraform/data-sources/${contract.typeName.replace(/^edge_/, '')}.md`,
      dataSourcePage(contract),
    ]),
    ...functions.map((each): [string, string] => [`terraform/functions/${each.name}.md`, functionPage(each)]),
  ];
}

/** What registries read of a page. That of the provider has no category. */
function frontMatter(title: string, description: string, category = "subcategory: ''\n"): string {
  return `---\npage_title: '${title}'\n${category}description: |-\n  ${description}\n---`;
}

async function indexPage(): Promise<string> {
  const { stack } = await exampleOf('provider');
  const about =
    'The provider for the edge platform API (Cloudflare v4): custom log fields, log-delivery jobs, pool notifications, WAF migration.';
  return `${paragraphs([
    frontMatter('Provider: edge', about, ''),
    '# edge Provider',
    about,
    `It comes with an npm package, and with the constructs of that package for CDK Terrain. [Install it](${pages}/hcl.md#install-the-provider) ` +
      'before `terraform init`.',
    '## Example Usage',
    fence('terraform', hclOf(stack)),
    'Without an argument, the credentials come from `EDGE_API_TOKEN`, or from `EDGE_API_EMAIL` with `EDGE_API_KEY`.',
    '## Schema',
    ...schemaSections(configurationAttributes),
    '## More',
    [
      `- [Token permissions](${pages}/provider.md#token-permissions), [rate limit and retries](${pages}/provider.md#rate-limit-and-retries), [proxies](${pages}/provider.md#proxies)`,
      `- [Lists](${pages}/hcl.md#find-what-there-is) for \`terraform query\` and [actions](${pages}/hcl.md#actions), with Terraform 1.14`,
      `- [Error codes](${pages}/errors.md) and [troubleshooting](${pages}/troubleshooting.md)`,
    ].join('\n'),
  ])}\n`;
}

function resourcePage(contract: Contract, stack: Stack, docs: DocComments): string {
  const { typeName, description } = contract;
  const { address, id, word, identity } = importOf(contract, stack);
  const { comment } = docs.classOf(classNameOf(contract));
  return `${paragraphs([
    frontMatter(`${typeName} Resource - edge`, description),
    `# ${typeName} (Resource)`,
    description,
    `Rules, procedures and the construct: [${classNameOf(contract)}](${pages}/${pageOf(contract)}).`,
    '## Example Usage',
    fence('terraform', hclOf(stack)),
    ...variablesOf(stack),
    '## Schema',
    ...schemaSections(contract.attributes),
    '## Import',
    importTextOf(comment),
    fence('terraform', `import {\n  to = ${address}\n  id = "${id}"\n}`),
    'With Terraform or OpenTofu 1.12 or later, by its identity:',
    fence('terraform', `import {\n  to = ${address}\n  identity = {\n${identity}\n  }\n}`),
    'Or with the command:',
    fence('shell', `terraform import ${address} ${word}`),
  ])}\n`;
}

/** How to set the variables of an example, where it has some. */
function variablesOf({ variable = {} }: Stack): string[] {
  const names = Object.keys(variable).map((name) => `TF_VAR_${name}=…`);
  return names.length === 0
    ? []
    : ['Set its variables where Terraform runs:', fence('shell', `export ${names.join(' ')}`)];
}

function dataSourcePage({ typeName, description, attributes }: Contract): string {
  const value = typeName === 'edge_zone' ? 'example.com' : 'Example Inc';
  return `${paragraphs([
    frontMatter(`${typeName} Data Source - edge`, description),
    `# ${typeName} (Data Source)`,
    description,
    `What happens to names, and constructs that take one: [Zones and accounts by name](${pages}/data-sources.md).`,
    '## Example Usage',
    fence(
      'terraform',
      `data "${typeName}" "this" {\n  name = "${value}"\n}\n\noutput "id" {\n  value = data.${typeName}.this.id\n}`,
    ),
    '## Schema',
    ...schemaSections(attributes),
  ])}\n`;
}

function functionPage(given: (typeof functions)[number]): string {
  const { name, summary, description, parameters, optional, returns, examples } = given;
  return `${paragraphs([
    frontMatter(`${name} function - edge`, summary),
    `# function: ${name}`,
    description,
    '## Example Usage',
    ...examples.map((each) => exampleBlock(each, 'terraform')),
    '## Signature',
    fence('text', signatureOf(given)),
    '## Arguments',
    [...parameters, ...(optional === undefined ? [] : [optional])]
      .map(
        (each, index) =>
          `${index + 1}. ${code(each.name)} (${each === optional ? 'Variadic, ' : ''}${parameterType(each)}) ${each.description.replaceAll('\n- ', '\n   - ')}`,
      )
      .join('\n'),
    '## Return Type',
    `The return type is ${code(typeText(returns))}.`,
  ])}\n`;
}

type Encoded = ReturnType<typeof encodeSchema>['block']['attributes'][number];
/** A nested object that has a section of its own: where it is, and its attributes. */
interface Nested {
  readonly path: string;
  readonly attributes: readonly Encoded[];
}

/** The schema that Terraform gets, in the form in which registries show schemas. */
function schemaSections(attributes: Attributes): string[] {
  const { block } = encodeSchema(attributes, 0, '');
  const all = block.attributes;
  return [...groupsOf(all, '', '### ', ''), ...nestedOf(all, '').flatMap((each) => nestedSections(each))];
}

function nestedSections({ path, attributes }: Nested): string[] {
  return [
    `<a id="nestedatt--${path.replaceAll('.', '--')}"></a>`,
    `### Nested Schema for ${code(path)}`,
    ...groupsOf(attributes, path, '', ':'),
    ...nestedOf(attributes, path).flatMap((each) => nestedSections(each)),
  ];
}

/** The attributes as three lists, below what begins and ends with the given marks. */
function groupsOf(attributes: readonly Encoded[], path: string, before: string, after: string): string[] {
  const groups = [
    ['Required', attributes.filter(({ required }) => required)],
    ['Optional', attributes.filter(({ optional }) => optional)],
    ['Read-Only', attributes.filter(({ required, optional }) => !required && !optional)],
  ] as const;
  return groups.flatMap(([name, listed]) =>
    listed.length === 0
      ? []
      : [`${before}${name}${after}`, listed.map((each) => lineOf(each, path)).join('\n')],
  );
}

function nestedOf(attributes: readonly Encoded[], path: string): Nested[] {
  return attributes.flatMap(({ name, nestedType }) =>
    nestedType == null ? [] : [{ path: joined(path, name), attributes: nestedType.attributes }],
  );
}

function lineOf(attribute: Encoded, path: string): string {
  const { name, description, sensitive, writeOnly, deprecated, nestedType } = attribute;
  const facts = [
    typeName(attribute),
    ...(sensitive ? ['Sensitive'] : []),
    ...(writeOnly ? ['Write-only'] : []),
    ...(deprecated === true ? ['Deprecated'] : []),
  ];
  const anchor = `nestedatt--${joined(path, name).replaceAll('.', '--')}`;
  const see = nestedType == null ? '' : ` (see [below for nested schema](#${anchor}))`;
  return `- ${code(name)} (${facts.join(', ')}) ${onOneLine(description)}${see}`;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

const nestings = ['', 'Attributes', 'Attributes List', 'Attributes Set', 'Attributes Map'];

function typeName({ type, nestedType }: Encoded): string {
  if (nestedType != null) return nestings[nestedType.nesting] ?? '';
  return shownType(JSON.parse(Buffer.from(type ?? []).toString()) as TypeNotation);
}

/** A type as registries name it: `Set of String`. */
function shownType(type: TypeNotation): string {
  if (typeof type === 'string') return type === 'bool' ? 'Boolean' : capital(type);
  const [kind, inner] = type;
  return typeof inner === 'string' || Array.isArray(inner)
    ? `${capital(kind)} of ${shownType(inner as TypeNotation)}`
    : 'Object';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
