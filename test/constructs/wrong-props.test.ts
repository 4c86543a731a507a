import { Token, TerraformVariable, type TerraformStack } from 'cdktf';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  type EdgeProviderProps,
  LogFilter,
  LogFilterField,
  LogOutput,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  LogScope,
  SqlDialect,
  SqlSource,
  WafMigration,
} from '../../lib';
import { configurationAttributes } from '../../lib/drivers/configuration';
import { propName } from '../../lib/resources/edge-resource';
import { isSettable, secretAttributes, type Attributes } from '../../lib/schema';
import { outputProps } from '../resources/logpush-job/profile';
import { readDeclarations, type Declared, type DeclaredMember } from '../support/declared-props';
import { profiledResource, resourceFolders } from '../support/resource-profile';
import { makeStack, zoneId } from './support';

interface Use {
  /** The beginning of its messages. */
  readonly place: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly provider?: EdgeProviderProps;
  readonly make: (stack: TerraformStack, props: never) => unknown;
  readonly attributes?: Attributes;
}

const declarations = readDeclarations();
const pools = [{ id: '1'.repeat(32), name: 'a pool', recipients: ['ops@example.com'] }];

const uses = new Map<string, Use>([
  [
    'EdgeProviderProps',
    {
      place: '[logs/it] EdgeProvider',
      props: {},
      make: (stack, props) => new EdgeProvider(stack, 'it', props),
      attributes: configurationAttributes,
    },
  ],
  [
    'SecretVariableProps',
    {
      place: '[logs/it] SecretVariable',
      props: {},
      make: (stack, props) => new SecretVariable(stack, 'it', props),
    },
  ],
  [
    'LogOutputOptions',
    {
      place: 'LogOutput.outputOptions',
      props: outputProps,
      make: (_, props) => LogOutput.outputOptions(props),
    },
  ],
  [
    'SqlOptions',
    {
      place: 'LogFilter.toSql',
      props: {
        dataset: 'http_requests',
        scope: LogScope.ZONE,
        source: SqlSource.JSON,
        column: 'line',
        table: 'logs',
      },
      make: (_, props) => LogFilter.field('BotScore').lessThan(30).toSql(SqlDialect.DUCKDB, props),
    },
  ],
  [
    'PerRecipientsProps',
    {
      place: '[logs/it] PoolNotificationPolicy.perRecipients',
      props: { accountId: zoneId, pools },
      make: (stack, props) => PoolNotificationPolicy.perRecipients(stack, 'it', props),
    },
  ],
]);

beforeAll(async () => {
  for (const folder of resourceFolders) {
    const { Construct, props, provider, resource } = await profiledResource(folder);
    uses.set(`${Construct.name}Props`, {
      place: `[logs/it] ${Construct.name}`,
      props: { ...props },
      ...(provider && { provider }),
      make: (stack, given) => new Construct(stack, 'it', given),
      attributes: resource.contract.attributes,
    });
  }
});

const useOf = (name: string): Use => {
  const use = uses.get(name);
  if (use === undefined) throw new Error(`The test does not know what takes ${name}`);
  return use;
};

const propsInterfaces = [...declarations.interfaces.keys()].filter((name) => /(?:Props|Options)$/.test(name));
const ofConstructs = propsInterfaces.filter((name) => name !== 'EdgeResourceProps');

const canary = 'canary-424242';
const cyclic: Record<string, unknown> = { key: canary };
cyclic.self = cyclic;
const anything: readonly unknown[] = [
  ...[null, canary, 424_242, NaN, Infinity, true, 424_242n, Symbol(canary), () => canary],
  ...[[], {}, [[]], [null], [undefined], [canary], [424_242], [{}], Array(2)],
  ...[cyclic, { key: null }, { key: 424_242 }, { key: [] }, new Map([[canary, canary]]), new Date(0)],
  ...['x'.repeat(10_000), Object.create(null) as unknown, Promise.resolve(canary)],
];

/** Whether TypeScript allows a value: then it is not a wrong one. */
function allows(declared: Declared, value: unknown): boolean {
  return declared.some((type) => {
    switch (type.kind) {
      case 'string':
      case 'boolean':
        return typeof value === type.kind;
      case 'number':
        return typeof value === 'number' && Number.isFinite(value);
      case 'array':
        return Array.isArray(value) && Array.from(value).every((item) => allows(type.element, item));
      case 'map':
        return isObject(value) && Object.values(value).every((item) => allows(type.element, item));
      case 'interface':
        return (
          isObject(value) &&
          type.members().every(({ name, isOptional, type: inner }) => {
            const member: unknown = Reflect.get(value, name);
            return member === undefined ? isOptional : allows(inner, member);
          })
        );
      default:
        return type.kind === 'any';
    }
  });
}

function isObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** The interfaces of cdktf whose members are Terraform's: only these are checked one by one. */
const checkedOfCdktf = ['TerraformResourceLifecycle'];

interface Case {
  /** The path of the prop, as messages name it. */
  readonly path: string;
  readonly value: unknown;
  readonly props: unknown;
}

/** Every prop of an interface with every wrong value, and so on in the objects and arrays inside it. */
function* casesOf(members: readonly DeclaredMember[], valid: object, prefix: string): Generator<Case> {
  for (const { name, isOptional, type } of members) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const withValue = (value: unknown) => ({ ...valid, [name]: value });
    const wrong = anything.filter((value) => !allows(type, value));
    for (const value of isOptional ? wrong : [undefined, ...wrong])
      yield { path, value, props: withValue(value) };
    for (const part of type) {
      const element = part.kind === 'array' ? part.element[0] : part;
      if (element?.kind !== 'interface' || !isChecked(element.name)) continue;
      const given: unknown = Reflect.get(valid, name);
      const [item = {}] = (Array.isArray(given) ? given : [given]) as object[];
      const place = part.kind === 'array' ? `${path}[0]` : path;
      for (const inner of casesOf(element.members(), item, place))
        yield { ...inner, props: withValue(part.kind === 'array' ? [inner.props] : inner.props) };
    }
  }
}

function isChecked(name: string): boolean {
  return declarations.interfaces.has(name) || checkedOfCdktf.includes(name);
}

/** The message of the error that a call throws. Fails on any other outcome. */
function messageOf(call: () => unknown): string {
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    if (error instanceof Error && !(error instanceof TypeError) && !(error instanceof RangeError))
      return error.message;
    throw error;
  }
  throw new Error(`It was accepted: ${Object.prototype.toString.call(result)}`);
}

/** How a message speaks of a value: never by its whole content. */
const described = /\bis (?:required|null|undefined|not|the \w+ \S|(?:an?|empty) \w+)|they are both/;

const secretProps = [
  ...['apiToken', 'apiKey', 'destinationCredentials', 'ownershipChallenge'],
  ...['default', 'connection', 'provisioners'],
];

describe.each(ofConstructs)('%s', (name) => {
  const members = declarations.interfaces.get(name) ?? [];

  it('has a message with place, value, rule and fix for every wrong value of every prop', () => {
    const { place, props: valid, provider, make } = useOf(name);
    const stack = makeStack('logs', undefined, provider);
    const bad: string[] = [];
    let count = 0;
    for (const { path, value, props } of casesOf(members, valid, '')) {
      count += 1;
      const about = `${path} = ${typeof value} ${Object.prototype.toString.call(value)}`;
      let message: string;
      try {
        stack.node.tryRemoveChild('it');
        message = messageOf(() => make(stack, props as never));
      } catch (error) {
        bad.push(`${about}: ${String(error)}`);
        continue;
      }
      // The messages about a pool name it too.
      const [first, ...lines] = message.replaceAll(/(?<=\[0\]) \([^)]*\)/g, '').split('\n');
      const line = lines.find((each) => each.startsWith(`  ${path}`) && described.test(each)) ?? '';
      const sentences = line.split(/[.:?] /).length;
      if (first !== `${place}:` || sentences < 3 || line.length > 500) bad.push(`${about}: ${message}`);
      if (secretProps.includes(path) && /canary|424_?242/.test(message))
        bad.push(`${about} shows: ${message}`);
    }
    expect(bad).toEqual([]);
    expect(count).toBeGreaterThan(members.length * 5);
  });

  it.each([[null], ['props'], [42], [[]], [() => ({})]])('has a message for props that are %p', (props) => {
    const { place, make } = useOf(name);
    const message = messageOf(() => make(makeStack(), props as never));
    const line = /^ {2}(?:props: )?Wrong type: props is .+\. It must be an object\. .+\.$/;
    expect(message.split('\n')).toEqual([`${place}:`, expect.stringMatching(line)]);
  });

  it('has a message for an unknown prop with the nearest name', () => {
    const { place, props, provider, make } = useOf(name);
    const inStack = () => makeStack('logs', undefined, provider);
    const [{ name: first } = { name: '' }] = members;
    const given = { ...props, [`${first}s`]: 1, completelyDifferent: 'canary' };
    const lines = messageOf(() => make(inStack(), given as never)).split('\n');
    expect(lines).toEqual([
      `${place}:`,
      `  ${first}s: Unknown prop: there is no prop ${first}s. Did you mean ${first}?`,
      expect.stringMatching(
        /^ {2}completelyDifferent: Unknown prop: .+ Remove it\. The props here are .+\.$/,
      ),
    ]);
    expect(() => make(inStack(), { ...props, completelyDifferent: undefined } as never)).not.toThrow();
  });
});

it('every exported interface is the props of something, or is inside of such props', () => {
  const reached = new Set<string>(['EdgeResourceProps']);
  const visit = (name: string, members: readonly DeclaredMember[]) => {
    reached.add(name);
    for (const { type } of members)
      for (const part of type) {
        const element = part.kind === 'array' ? part.element[0] : part;
        if (element?.kind === 'interface') visit(element.name, element.members());
      }
  };
  for (const name of ofConstructs) visit(name, declarations.interfaces.get(name) ?? []);
  expect([...declarations.interfaces.keys()].filter((name) => !reached.has(name))).toEqual([]);
});

it('every secret attribute is among those whose values must not be shown', async () => {
  const contracts = await Promise.all(resourceFolders.map(profiledResource));
  const secrets = [
    ...contracts.flatMap(({ resource: { contract } }) =>
      secretAttributes({
        attributes: Object.fromEntries(
          Object.entries(contract.attributes).filter(([, attribute]) => isSettable(attribute)),
        ),
      }),
    ),
    ...secretAttributes({ attributes: configurationAttributes }),
  ];
  expect(secretProps).toEqual(expect.arrayContaining(secrets.map(propName)));
});

describe('a value that only Terraform knows', () => {
  const stack = makeStack();
  const variable = new TerraformVariable(stack, 'v', {});
  const tokensOf = ({ kind }: Attributes[string]['type'], given: unknown): readonly unknown[] => {
    const { stringValue, numberValue, listValue, booleanValue } = variable;
    const ofAnyType = [booleanValue, Token.asAny({ a: 1 }), '${var.v}', stringValue];
    if (kind === 'number') return [...ofAnyType, numberValue];
    if (kind === 'list' || kind === 'set')
      return [...ofAnyType, listValue, [stringValue], ['${var.v}', stringValue]];
    return kind === 'map'
      ? [
          ...ofAnyType,
          Token.asStringMap(booleanValue),
          Object.fromEntries(Object.keys(given ?? { token: '' }).map((key) => [key, stringValue])),
        ]
      : ofAnyType;
  };

  it('is accepted by every prop of an attribute', () => {
    const bad: string[] = [];
    for (const { place, props, make, attributes = {} } of uses.values())
      for (const [attribute, { type }] of Object.entries(attributes)) {
        const prop = propName(attribute);
        if (!(prop in props) && attributes !== configurationAttributes) continue;
        // A class of this package, which takes expressions itself.
        if (prop === 'output') continue;
        for (const [at, token] of tokensOf(type, props[prop]).entries()) {
          stack.node.tryRemoveChild('it');
          // A filter whose dataset is unknown is not checked, and so on: only faults of the prop itself count.
          try {
            make(stack, { ...props, [prop]: token } as never);
          } catch (error) {
            if (
              !(error instanceof Error) ||
              /^(?:Type|Range)Error/.test(String(error)) ||
              error.message.includes(`  ${prop}`)
            )
              bad.push(`${place} ${prop} ${at}: ${String(error)}`);
          }
        }
      }
    expect(bad).toEqual([]);
  });
});

describe('a method', () => {
  const instances: Readonly<Record<string, () => object>> = {
    LogFilter: () => LogFilter.field('RayID').equalTo('a'),
    LogFilterField: () => new LogFilterField('RayID'),
    CustomFieldsRuleset: () => new CustomFieldsRuleset(makeStack(), 'it', { zoneId, cookies: ['a'] }),
    ...Object.fromEntries(
      [LogpushJob, PoolNotificationPolicy, WafMigration].map((each) => [
        each.name,
        () => {
          const use = useOf(`${each.name}Props`);
          return use.make(makeStack('logs', undefined, use.provider), use.props as never) as object;
        },
      ]),
    ),
  };
  const statics: Readonly<Record<string, object>> = { LogFilter, LogOutput, PoolNotificationPolicy };
  /** The props of the first two are above, and the third is a question. */
  const others = [
    'LogOutput.outputOptions',
    'PoolNotificationPolicy.perRecipients',
    'CustomFieldsRuleset.carries',
  ];
  const methods = declarations.methods
    .filter(({ className }) => className !== 'EdgeResource')
    .map((method) => [`${method.className}.${method.name}`, method] as const)
    .filter(([name]) => !others.includes(name));

  it.each(methods)(
    '%s has a message for every wrong argument',
    (name, { className, isStatic, ...method }) => {
      const bad: string[] = [];
      const [parameter = { type: [], isRest: false, isOptional: false }] = method.parameters;
      const [element] = parameter.type;
      const declared = parameter.isRest && element?.kind === 'array' ? element.element : parameter.type;
      for (const value of anything.filter((each) => !allows(declared, each) && each !== null)) {
        const owner = isStatic ? statics[className] : instances[className]?.();
        const call = Reflect.get(owner ?? {}, method.name) as (...given: unknown[]) => unknown;
        try {
          const message = messageOf(() => call.call(owner, value));
          if (!/^\[?[\w/]+\]?.*:\s/.test(message) || message.length > 600) bad.push(message);
        } catch (error) {
          bad.push(`${name}(${Object.prototype.toString.call(value)}): ${String(error)}`);
        }
      }
      expect(bad).toEqual([]);
    },
  );
});
