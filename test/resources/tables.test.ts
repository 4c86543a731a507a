import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as edge from '../../lib';
import { enumMember } from '../../lib/cli/project/objects/props';
import { policy } from '../../lib/client/alerting';
import { job } from '../../lib/client/logpush';
import type { ApiObject, Members } from '../../lib/client/object';
import { ruleset } from '../../lib/client/rulesets';
import { policyBody } from '../../lib/emulator/products/alerting/schema';
import { jobBody } from '../../lib/emulator/products/logpush/schema';
import type { Body, Fields } from '../../lib/emulator/schema/body';
import { own } from '../../lib/ground/record';
import { outputOptionNames } from '../../lib/logs';
import { codes } from '../../lib/resources';
import { propName } from '../../lib/resources/prop-name';
import { isSettable, type Attribute, type Attributes } from '../../lib/schema';
import { readDocComments } from '../../scripts/docs/pages';
import { namesOfResource } from '../support/resource-checklist';
import { resourceFolders } from '../support/resource-profile';

const root = join(__dirname, '../..');

/** An object of the API as each place has it. The emulator and the props of the construct are witnesses of their own. */
interface Described {
  readonly folder: string;
  readonly table: ApiObject<Members>;
  readonly tableFile: string;
  readonly body?: Body<Fields>;
  readonly bodyFile?: string;
  /** The members that are more than passed on, with what becomes of them. */
  readonly ofHandler: Readonly<Record<string, string>>;
  /** Members that are fixed, and whose attribute can change: the handler makes the object again. */
  readonly madeAgain?: readonly string[];
}

const described: readonly Described[] = [
  {
    folder: 'logpush-job',
    table: job,
    tableFile: 'lib/client/logpush.ts',
    body: jobBody,
    bodyFile: 'lib/emulator/products/logpush/schema.ts',
    ofHandler: {
      destination_conf: 'it has credentials, which are an attribute of their own',
      ownership_challenge: 'it goes with a destination that needs one',
      logpull_options: 'fields, timestamp_format and sample_rate',
      output_options: 'they have fields, timestamp_format and sample_rate too',
    },
  },
  {
    folder: 'pool-notification-policy',
    table: policy,
    tableFile: 'lib/client/alerting.ts',
    body: policyBody,
    bodyFile: 'lib/emulator/products/alerting/schema.ts',
    ofHandler: {
      alert_type: 'always the same one',
      mechanisms: 'an attribute for each kind of recipients',
      filters: 'attributes for the pools and what is notified of them',
      alert_interval: 'kept: it has no attribute',
    },
  },
  {
    folder: 'custom-fields-ruleset',
    table: ruleset,
    tableFile: 'lib/client/rulesets.ts',
    ofHandler: {
      kind: 'always the same one',
      phase: 'always the same one',
      rules: 'the rule of the resource',
    },
    madeAgain: ['name'],
  },
];

const docs = readDocComments();
const exported = new Map<string, unknown>(Object.entries(edge));
const contracts = new Map(
  resourceFolders.map((folder) => {
    const { typeName } = namesOfResource(folder);
    const code = codes.find(({ contract }) => contract.typeName === typeName);
    if (code === undefined) throw new Error(`lib/resources/index.ts does not list ${typeName}`);
    return [folder, code] as const;
  }),
);
const attributesOf = (folder: string) =>
  Object.entries<Attribute>(contracts.get(folder)?.contract.attributes ?? {});

describe.each(described)('the members of $folder', (object) => {
  const { folder, table, tableFile, body, bodyFile = '', ofHandler, madeAgain = [] } = object;
  const contractFile = `lib/resources/${folder}/contract.ts`;
  const fileOf = (attribute: string) => fileOfAttribute(folder, attribute);
  const passed = attributesOf(folder).filter(([, { member }]) => member !== undefined);
  const read = Object.entries(table.members).filter(([, { traits }]) => traits.isAsIs !== true);
  const accessOf = (name: string) => own(table.members, name)?.traits.access;
  const writable = read.map(([name]) => name).filter((name) => accessOf(name) !== 'read-only');

  it('are those of the table, with its types', () => {
    expect(
      passed.flatMap(([name, attribute]) => {
        const { member = '', type } = attribute;
        const traits = own(table.members, member)?.traits;
        if (traits === undefined)
          return [`${tableFile} lacks ${member}, the member of ${name} in ${fileOf(name)}`];
        const wanted = type.kind === 'bool' ? 'boolean' : type.kind === 'string' ? 'text' : type.kind;
        const isId = wanted === 'text' && traits.types[0] === 'number' && !isSettable(attribute);
        return traits.types[0] === wanted || isId
          ? []
          : [`${name} in ${fileOf(name)} is a ${wanted}, and ${tableFile} has a ${String(traits.types[0])}`];
      }),
    ).toEqual([]);
  });

  it('are each an attribute, or what the handler takes care of', () => {
    const known = new Set([...passed.map(([, { member }]) => member), ...Object.keys(ofHandler)]);
    expect(
      writable.flatMap((name) =>
        known.has(name)
          ? []
          : [
              `${contractFile} has no attribute with member: '${name}', which ${tableFile} has. Add one, or say in ofHandler of this test what the handler does with it.`,
            ],
      ),
    ).toEqual([]);
    const twice = Object.keys(ofHandler).filter(
      (name) => passed.some(([, { member }]) => member === name) || own(table.members, name) === undefined,
    );
    expect(twice).toEqual([]);
  });

  it('are fixed where a change replaces the object, and set by the service where they are computed', () => {
    expect(
      passed.flatMap(([name, attribute]) => {
        const { member = '', replaces = false } = attribute;
        const access = own(table.members, member)?.traits.access;
        const isFixed = access === 'fixed' && !madeAgain.includes(member);
        return [
          ...(isFixed === replaces
            ? []
            : [
                `${name} in ${fileOf(name)} has replaces: ${replaces}, and ${member} in ${tableFile} is ${isFixed ? '' : 'not '}fixed()`,
              ]),
          ...((access === 'read-only') === !isSettable(attribute)
            ? []
            : [
                `${name} in ${fileOf(name)} is ${attribute.presence}, and ${member} in ${tableFile} is ${access === 'read-only' ? '' : 'not '}readOnly()`,
              ]),
        ];
      }),
    ).toEqual([]);
  });

  it('are read, where an answer lacks them, as what null stands for', () => {
    const reply = { what: 'it', unreadable: (what: string) => new Error(what) };
    expect(
      passed.flatMap(([name, { member = '', serviceDefault, presence, type, default: usual }]) => {
        const traits = own(table.members, member)?.traits;
        if (traits === undefined || presence === 'computed' || presence === 'required') return [];
        // A default is always sent.
        const isText = type.kind === 'string' && usual === undefined;
        const none = serviceDefault ?? (isText ? '' : null);
        const absent = traits.absent(member, reply, undefined) ?? null;
        return none === null || absent === null || absent === none
          ? []
          : [
              `null of ${name} in ${fileOf(name)} stands for ${JSON.stringify(none)}, and ${tableFile} reads ${JSON.stringify(absent)}`,
            ];
      }),
    ).toEqual([]);
  });

  it('have words of the table', () => {
    expect(
      passed.flatMap(([name, { member = '', checks = [] }]) => {
        const words = own(table.members, member)?.traits.words;
        const allowed = checks.flatMap((check) => check.allowed ?? []);
        const missing = allowed.filter((word) => words?.includes(word) !== true);
        return missing.length === 0
          ? []
          : [
              `${name} in ${fileOf(name)} takes ${JSON.stringify(missing)}, which words(…) of ${member} in ${tableFile} lacks`,
            ];
      }),
    ).toEqual([]);
  });

  it('are those of the emulator, with the same fixed ones', () => {
    if (body === undefined) return;
    const { readOnly = [], ignored = [] } = body.rules;
    const given = read.map(([name]) => name).filter((name) => !writable.includes(name));
    expect([
      ...differ(bodyFile, Object.keys(body.fields), tableFile, writable),
      ...differ(
        `${bodyFile} (readOnly or ignored)`,
        [...readOnly, ...ignored],
        `${tableFile} (readOnly())`,
        given,
      ),
      ...differ(
        `${bodyFile} (fixed())`,
        Object.keys(body.fields).filter((name) => own(body.fields, name)?.isFixed),
        `${tableFile} (fixed())`,
        writable.filter((name) => accessOf(name) === 'fixed'),
      ),
    ]).toEqual([]);
  });
});

it('the output options of the client are those of the catalogue', () => {
  const options = own(job.members, 'output_options')?.traits.object;
  const misspelled = 'CVE-2021-4428';
  const known = Object.keys(options?.members ?? {}).filter((name) => name !== misspelled);
  expect(
    differ('lib/logs/output-options.ts', outputOptionNames, 'outputOptions of lib/client/logpush.ts', known),
  ).toEqual([]);
});

describe.each(resourceFolders)('the props of %s', (folder) => {
  const names = namesOfResource(folder);
  const code = contracts.get(folder);
  const contractFile = `lib/resources/${folder}/contract.ts`;
  const fileOf = (attribute: string) => fileOfAttribute(folder, attribute);
  const constructFile = `lib/resources/${folder}/construct.ts`;
  const props = docs.propsOf(`${names.Class}Props`);

  it('are declared for every attribute that a user may set, with its type', () => {
    expect(
      attributesOf(folder)
        .filter(([, attribute]) => isSettable(attribute))
        .flatMap(([name, { type }]) => {
          const prop = props.find((each) => each.name === propName(name));
          if (prop === undefined)
            return [`${constructFile} declares no prop ${propName(name)} for ${name} of ${fileOf(name)}`];
          const kind = { string: /./, number: /^number\b/, bool: /^boolean\b/ }[type.kind as string] ?? /./;
          const isText = type.kind === 'string' && /^(?:number|boolean)\b/.test(prop.type);
          return kind.test(prop.type) && !isText
            ? []
            : [
                `${constructFile} declares ${prop.name} as ${prop.type}, and ${name} of ${fileOf(name)} is a ${type.kind}`,
              ];
        }),
    ).toEqual([]);
  });

  it('have the enumerations that the contract names, which the package exports with the values', () => {
    const interfaces = [props, ...props.map(({ type }) => interfaceIn(type))];
    const declared = interfaces.flat().flatMap(({ name, type }) => {
      const enumeration = (type.match(/\w+/g) ?? []).find((each) => docs.enums.has(each));
      return enumeration === undefined ? [] : [`${name}: ${enumeration}`];
    });
    const attributes = namesIn(code?.contract.attributes ?? {});
    const named = attributes.flatMap(([name, { enumeration }]) =>
      enumeration === undefined ? [] : [`${propName(name)}: ${enumeration}`],
    );
    // Those of the class LogOutput, which is no interface of props.
    const ofOutput =
      docs.interfaces.get('LogOutputOptions')?.map(({ name, type }) => `${name}: ${type}`) ?? [];
    const all = [
      ...declared,
      ...(folder === 'logpush-job' ? ofOutput.filter((each) => named.includes(each)) : []),
    ];
    expect(differ(`enumeration of ${contractFile}`, named, constructFile, all)).toEqual([]);
    for (const [name, { enumeration, checks = [] }] of attributes) {
      if (enumeration === undefined) continue;
      const values = Object.entries(exported.get(enumeration) ?? {}) as [string, string][];
      expect([enumeration, values.length > 0 ? 'is exported' : 'add it to lib/index.ts']).toEqual([
        enumeration,
        'is exported',
      ]);
      expect(values.map(([, value]) => enumMember(value))).toEqual(values.map(([member]) => member));
      const allowed = checks.flatMap((check) => check.allowed ?? []).filter((word) => word !== '');
      if (allowed.length > 0)
        expect(
          differ(
            `words of ${name} in ${fileOf(name)}`,
            allowed,
            `${enumeration} of ${constructFile}`,
            values.map(([, value]) => value),
          ),
        ).toEqual([]);
    }
  });
});

/** The file of a resource that declares an attribute of its contract. */
function fileOfAttribute(folder: string, attribute: string): string {
  const path = join('lib/resources', folder);
  const declared = new RegExp(`^ +${attribute}: (?:required|optional|computed|optionalComputed)\\(`, 'm');
  const file = readdirSync(join(root, path)).find((each) =>
    declared.test(readFileSync(join(root, path, each), 'utf8')),
  );
  return join(path, file ?? 'contract.ts');
}

function interfaceIn(type: string) {
  return docs.interfaces.get(type.replace(/\[\]$/, '')) ?? [];
}

function namesIn(attributes: Attributes): [string, Attribute][] {
  return Object.entries<Attribute>(attributes).flatMap(([name, attribute]) => [
    [name, attribute],
    ...(attribute.type.kind === 'nested' ? namesIn(attribute.type.attributes) : []),
  ]);
}

function differ(one: string, ofOne: readonly string[], other: string, ofOther: readonly string[]): string[] {
  return [
    ...ofOther.filter((each) => !ofOne.includes(each)).map((each) => `${one} lacks ${each} of ${other}`),
    ...ofOne.filter((each) => !ofOther.includes(each)).map((each) => `${other} lacks ${each} of ${one}`),
  ];
}
