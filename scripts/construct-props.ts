// Writes the props and outputs of constructs to lib/**/*-props.ts, as the attributes are described: the second step of a build. A sentence
// "If omitted, …" or "Defaults to …" of a description becomes the `@default` of the prop.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { enumMember, typesOfNames } from '../lib/cli/project/objects/props';
import { configurationAttributes } from '../lib/drivers/configuration';
import { own } from '../lib/ground/record';
import { getOrAdd } from '../lib/ground/remember';
import { datasetNames } from '../lib/logs';
import { LogField } from '../lib/logs/log-names';
import { customFieldsRulesetContract } from '../lib/resources/custom-fields-ruleset/contract';
import { logpushJobContract } from '../lib/resources/logpush-job/contract';
import { outputAttributes } from '../lib/resources/logpush-job/output';
import { poolNotificationPolicyContract } from '../lib/resources/pool-notification-policy/contract';
import { propName } from '../lib/resources/prop-name';
import { wafMigrationContract } from '../lib/resources/waf-migration/contract';
import {
  isSettable,
  type Attribute,
  type Attributes,
  type AttributeType,
  type Contract,
} from '../lib/schema';
import { classNameOf, folderOf } from './docs/names';

interface Source {
  /** Below lib/, without `-props.ts`. */
  readonly file: string;
  readonly attributes: Attributes;
  /** The interfaces that declare the props, each with its doc comment. */
  readonly interfaces: readonly PropsInterface[];
  /** The construct whose outputs the attributes are. */
  readonly outputsOf?: string;
}

interface PropsInterface {
  /** With what it extends. */
  readonly head: string;
  readonly comment: string;
  readonly attributes: readonly string[];
}

/** The attributes of a policy that the props of its factory have too. */
const ofPolicies = [
  'account_id',
  'description',
  'enabled',
  'new_health',
  'event_sources',
  'clear_legacy_email',
];

const sources: readonly Source[] = [
  {
    file: 'edge-provider',
    attributes: configurationAttributes,
    interfaces: [
      {
        head: 'ProviderSettings',
        comment: 'Base of {@link EdgeProviderProps}: the configuration of the provider plugin.',
        attributes: Object.keys(configurationAttributes),
      },
    ],
  },
  sourceOf(customFieldsRulesetContract),
  {
    file: 'resources/logpush-job/log-output',
    attributes: outputAttributes,
    interfaces: [
      {
        head: 'LogOutputOptions',
        comment: 'Format of the records and files of a job. Omitted options have the default of the service.',
        // Their order is that of the fields of the job.
        attributes: Object.keys(outputAttributes).filter((name) => name !== 'field_names'),
      },
    ],
  },
  sourceOf(logpushJobContract),
  sourceOf(poolNotificationPolicyContract, {
    head: 'SharedPolicyProps extends EdgeResourceProps',
    comment: 'Base of {@link PoolNotificationPolicyProps}: those that a factory of policies takes too.',
    attributes: ofPolicies,
  }),
  sourceOf(wafMigrationContract),
];

function sourceOf(contract: Contract, shared?: PropsInterface): Source {
  const { attributes } = contract;
  const name = classNameOf(contract);
  const settable = Object.entries(attributes).flatMap(([each, attribute]) =>
    isSettable(attribute) ? [each] : [],
  );
  return {
    file: `resources/${folderOf(contract)}/construct`,
    attributes,
    interfaces: [
      ...(shared === undefined ? [] : [shared]),
      {
        head: `${name}Props extends ${shared === undefined ? 'EdgeResourceProps' : shared.head.split(' ', 1)[0]}`,
        comment: `Props of {@link ${name}}.`,
        attributes: settable.filter((each) => shared?.attributes.includes(each) !== true),
      },
    ],
    outputsOf: name,
  };
}

/** What code has beside an attribute, or in a form of its own: the end of the doc comment. */
const inCode: Readonly<Record<string, string>> = {
  filter: 'Give either this or `where`.',
  output_options:
    'It is a `LogOutput`, for example `LogOutput.outputOptions({ outputType: OutputType.CSV })`.',
};

/** Phrases that are otherwise in code: the order of `output_options` is there that of the prop `fields`. */
const phrases: readonly (readonly [string, string])[] = [
  ['in that of `output_options.field_names`', 'with `output` in the order of this list'],
  ['the names in `output_options.field_names`, otherwise ', ''],
];

/** The filter as an object. */
const where = [
  'Filter for the lines to deliver, built in code: `LogFilter.field(LogField.EdgeResponseStatus).atLeast(500)`. It is checked against the fields ' +
    'of the dataset and their types. A filter of more than 30 operators (conditions and groups) or 1000 bytes is shortened to an equivalent one, ' +
    'where possible. Give either this or `filter`.',
  '',
  '@default - all lines are delivered',
];

/** The text of each file, by its path from the root. */
export function constructPropsFiles(): ReadonlyMap<string, string> {
  return new Map(sources.map((source) => [`lib/${source.file}-props.ts`, new PropsFile(source).toString()]));
}

type Entry = readonly [name: string, attribute: Attribute];

class PropsFile {
  /** What it imports as types, by file. */
  readonly #imports = new Map<string, Set<string>>();
  readonly #objects: string[] = [];

  constructor(private readonly source: Source) {}

  toString(): string {
    const { attributes, interfaces, outputsOf: name } = this.source;
    const props = interfaces.map(({ head, comment, attributes: named }) => {
      const entries = Object.entries(attributes).filter(([each]) => named.includes(each));
      return `/** ${comment} */\n${this.#interface(head, entries)}`;
    });
    const outputs = listOutputs(attributes).map(([path, each]) => this.#output(path, each));
    const parts = [
      ...this.#objects,
      ...props,
      ...(name === undefined
        ? []
        : [
            `/** Base of {@link ${name}}: its outputs. */\nexport abstract class ${name}Outputs extends EdgeResource {\n${outputs.join('\n\n')}\n}`,
          ]),
    ];
    const imports = [
      `import type { IResolvable } from 'cdktf';`,
      ...(name === undefined
        ? []
        : [`import { EdgeResource, type EdgeResourceProps } from '../edge-resource';`]),
      ...[...this.#imports].map(
        ([file, types]) => `import type { ${[...types].sort().join(', ')} } from '${file}';`,
      ),
    ];
    const head = '// Generated by scripts/construct-props.ts from the attributes. Do not edit.';
    return `${head}\n${imports.join('\n')}\n\n${parts.join('\n\n')}\n`;
  }

  #interface(head: string, entries: readonly Entry[]): string {
    return `export interface ${head} {\n${entries.flatMap((each) => this.#props(each)).join('\n\n')}\n}`;
  }

  #props([name, attribute]: Entry): string[] {
    const [, owner] = /^(zone|account)_id$/.exec(name) ?? [];
    if (owner !== undefined) return this.#ownerProps(owner, attribute);
    const isRequired = attribute.presence === 'required';
    const [all, omitted] = splitOmitted(attribute.description);
    const [text = '', deprecated] = all.split(' Deprecated: ');
    const names = own(typesOfNames, name);
    const type = this.#typeOf(attribute.type, { ...attribute, ...(names !== undefined && { names }) });
    const sentences = [
      this.#describe(text, attribute, names),
      ...(attribute.replaces === true ? ['A change replaces the object.'] : []),
      ...(attribute.writeOnly === true
        ? [
            `Pass ${type === 'string' ? 'a `SecretVariable`, not a literal' : '`SecretVariable`s, not literals'}.`,
          ]
        : []),
      ...(names === undefined
        ? []
        : [
            `In TypeScript, a name that is newer than this version, or that only Terraform knows, needs a cast: \`variable.stringValue as ${names}\`.`,
          ]),
      own(inCode, name) ?? '',
    ];
    const tags = [
      ...(deprecated === undefined ? [] : [`@deprecated ${this.#describe(deprecated, attribute)}`]),
      ...(isRequired ? [] : [`@default - ${this.#describe(omitted ?? this.#default(attribute), attribute)}`]),
    ];
    const comment = [sentences.join(' ').trim(), ...(tags.length === 0 ? [] : ['', ...tags])];
    return [
      member(comment, `readonly ${propName(name)}${isRequired ? '' : '?'}: ${type};`),
      ...(name === 'filter'
        ? [member(where, `readonly where?: ${this.#import('../../logs', 'LogFilter')};`)]
        : []),
    ];
  }

  /** A construct may name its zone or account, and a data source finds the ID. */
  #ownerProps(owner: string, attribute: Attribute): string[] {
    const { description } = attribute;
    const [id, name] = [`${owner}Id`, `${owner}Name`];
    const owners = ['zone', 'account'].filter(
      (each) => own(this.source.attributes, `${each}_id`) !== undefined,
    );
    const others = owners
      .flatMap((each) => [`\`${each}Id\``, `\`${each}Name\``])
      .filter((each) => each !== `\`${id}\``);
    const either = `Give either ${['this', ...others.slice(0, -1)].join(', ')} or ${others.at(-1) ?? ''}.`;
    const ofId = this.#describe(description.replace(/ Give either .*?\./, ''), attribute).replace(
      /^ID of the \w+/,
      '$&, 32 hexadecimal digits',
    );
    const change = description.includes('A change') ? '' : ' A change replaces the object.';
    const noun = owner === 'zone' ? 'Name of the zone, its domain.' : 'Name of the account.';
    const says = (other: string) =>
      owners.length > 1 ? 'another prop says whose object it is' : `\`${other}\` says which ${owner} it is`;
    return [
      member([`${ofId} ${either}${change}`, ...['', `@default - ${says(name)}`]], `readonly ${id}?: string;`),
      member(
        [
          `${noun} The plan finds its ID. Not available with \`EdgeDriver.PROVISIONER\`.`,
          ...['', `@default - ${says(id)}`],
        ],
        `readonly ${name}?: string;`,
      ),
    ];
  }

  #output(path: string, attribute: Attribute): string {
    const name = propName(path.replace(/^.*\./, ''));
    const type = this.#typeOf(attribute.type, {});
    const ofSensitive = attribute.sensitive === true ? ' An output of it needs `sensitive: true`.' : '';
    const kind = { string: 'String', number: 'Number', 'string[]': 'List' }[type] ?? 'StringMap';
    return member(
      [this.#describe(splitOmitted(attribute.description)[0], attribute) + ofSensitive],
      `public get ${name}(): ${type} {\n    return this.outputs.get${kind}Attribute('${path}');\n  }`,
    );
  }

  #typeOf(type: AttributeType, given: Pick<Attribute, 'enumeration' | 'interfaceName'> & Named): string {
    const { enumeration, interfaceName, names } = given;
    switch (type.kind) {
      case 'string':
        if (names !== undefined) return this.#import('../../logs', names);
        return enumeration === undefined ? 'string' : this.#import('./enumerations', enumeration);
      case 'number':
        return 'number';
      case 'bool':
        return 'boolean | IResolvable';
      case 'list':
      case 'set':
        return `${this.#typeOf(type.element, given)}[]`;
      case 'map':
        return `{ [key: string]: ${this.#typeOf(type.element, {})} }`;
      case 'nested': {
        if (type.attributes === outputAttributes) return this.#import('./log-output', 'LogOutput');
        if (interfaceName === undefined) throw new Error('a nested attribute has no interfaceName');
        const written = this.#interface(interfaceName, Object.entries(type.attributes));
        this.#objects.push(`/** See {@link ${this.source.outputsOf ?? ''}Props}. */\n${written}`);
        return type.nesting === 'single' ? interfaceName : `${interfaceName}[]`;
      }
    }
  }

  #import(file: string, type: string): string {
    getOrAdd(this.#imports, file, () => new Set<string>()).add(type);
    return type;
  }

  /** What an omitted prop means. */
  #default({ type, enumeration, default: set, serviceDefault: value = set }: Attribute): string {
    // No enumeration has an empty string.
    if (value === '' && enumeration !== undefined) return 'none';
    if (value === undefined) return type.kind === 'bool' ? 'false' : 'none';
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values
      .map((each) =>
        enumeration === undefined ? JSON.stringify(each) : `${enumeration}.${enumMember(String(each))}`,
      )
      .join(', ');
  }

  /** A description in the names of code. A member of the API keeps its name. */
  #describe(text: string, { enumeration, checks = [] }: Attribute, names?: string): string {
    const words = checks.flatMap(({ allowed = [] }) => allowed);
    const phrased = phrases.reduce((all, [phrase, ofCode]) => all.replace(phrase, ofCode), text);
    const ofEnumeration =
      enumeration === undefined ? phrased : phrased.replace(/an empty string(?: for \w+)?, (?:or )?/, '');
    const described = ofEnumeration.replaceAll(
      /`([^`]+)`(?! of the API)/g,
      (quoted: string, code: string) => {
        if (code === 'custom_field_limits = "current"') return '`CustomFieldLimits.CURRENT`';
        if (enumeration !== undefined && words.includes(code))
          return `\`${enumeration}.${enumMember(code)}\``;
        if (code.startsWith('edge_')) return `\`${classNameOf({ typeName: code })}\``;
        if (datasetNames.includes(code)) return `\`LogDataset.${code.toUpperCase()}\``;
        if (names === 'LogFieldName' && Object.keys(LogField).includes(code)) return `\`LogField.${code}\``;
        const name = code.replace(/^status\./, '');
        return isAttribute(this.source.attributes, name) ? `\`${propName(name)}\`` : quoted;
      },
    );
    return described.replace(/(?:`LogDataset\.\w+`, ){9,}/, 'one of `LogDataset`, ');
  }
}

interface Named {
  /** The type of the names of fields or datasets. */
  readonly names?: string;
}

/** The sentence on what an omitted attribute means, which is the `@default` of the prop. */
function splitOmitted(description: string): readonly [text: string, omitted: string | undefined] {
  const sentence = / (?:If omitted,|Defaults to) (.*?)\.(?= [A-Z]|$)/;
  const [, omitted] = sentence.exec(description) ?? [];
  return [description.replace(sentence, ''), omitted?.replaceAll(/, (otherwise|and) to /g, ', $1 ')];
}

/** The computed attributes of a resource, and those in its status. */
function listOutputs(attributes: Attributes, path = ''): [path: string, attribute: Attribute][] {
  return Object.entries(attributes).flatMap(([name, each]) => {
    if (each.presence !== 'computed' && each.isOutput !== true) return [];
    return each.type.kind === 'nested'
      ? listOutputs(each.type.attributes, `${name}.`)
      : [[path + name, each]];
  });
}

function isAttribute(attributes: Attributes, name: string): boolean {
  if (own(attributes, name) !== undefined) return true;
  return Object.values(attributes).some(
    ({ type }) => type.kind === 'nested' && isAttribute(type.attributes, name),
  );
}

/** A member with its doc comment. */
function member(comment: readonly string[], code: string): string {
  const lines = comment
    .flatMap((text) => wrap(text, 110))
    .map((line) => `   *${line === '' ? '' : ` ${line}`}`);
  const [only = ''] = lines;
  const written = lines.length === 1 ? `  /** ${only.slice(5)} */` : ['  /**', ...lines, '   */'].join('\n');
  const reason = code.includes('[key: string]')
    ? '\n  // oxlint-disable-next-line typescript/consistent-indexed-object-style -- jsii knows no Record'
    : '';
  return `${written}${reason}\n  ${code}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? ['']) {
    const line = lines.at(-1);
    if (line === undefined || line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}

const root = join(__dirname, '..');
if (require.main === module)
  for (const [path, text] of constructPropsFiles()) {
    const file = join(root, path);
    const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === text;
    if (!isCurrent) writeFileSync(file, text);
  }
