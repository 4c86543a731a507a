import type { Fixture, FixtureZone } from '../../../lib/emulator';
import { generateAccount } from '../generated-account';
import type { MakeId } from '../generated-account/names';
import { createHash } from 'node:crypto';
import { own } from '../../../lib/ground/record';
import { pick } from '../../emulator/support';
import { listOf } from '../edge-stack';
import { Draw } from '../random';
import { Block, printBlock, printValue, raw, type Body } from './hcl';
import { describeJob, describePolicy, describeRuleset, type Described, type Generation } from './objects';
import { changeWaf } from './previous-waf';

export interface RetiredCodeOptions {
  readonly seed: number;
  readonly generation: Generation;
  /**
   * Whether the code has nothing but the previous WAF, so that neither a state nor credentials are needed.
   *
   * @default false
   */
  readonly isWafOnly?: boolean;
}

/** Terraform code for retired resources, its state, and the service as the code describes it. */
export interface RetiredCode {
  readonly fixture: Fixture;
  /** By path. */
  readonly files: ReadonlyMap<string, string>;
  /** A state file of version 4. */
  readonly state: object;
  readonly addresses: readonly string[];
  /** Values of variables that only a deploy has. */
  readonly values: Readonly<Record<string, string>>;
  /** The same code with other values of variables, and the service as it describes it then: other settings of packages. */
  readonly other: Pick<RetiredCode, 'fixture' | 'values'> & {
    readonly packages: readonly object[];
  };
}

/**
 * Code as people write it: ids as literals, variables and locals, resources one by one, over a map with `for_each`, by
 * `count`, and in modules. The same for the same options.
 */
export function generateRetiredCode({
  seed,
  generation,
  isWafOnly = false,
}: RetiredCodeOptions): RetiredCode {
  const draw = new Draw(seed);
  const id: MakeId = (text) => createHash('sha256').update(`old ${seed} ${text}`).digest('hex').slice(0, 32);
  const generated = generateAccount({ seed, zones: 6, policies: 6, pools: 6 });
  const [account] = generated.fixture.accounts ?? [];
  if (account === undefined) throw new Error('There is no account.');
  const code = new Code(draw);
  const zones = generated.zones.map((zone): FixtureZone => {
    const owner = { attribute: 'zone_id', id: zone.id } as const;
    const jobs = (zone.jobs ?? []).flatMap((job) => describeJob({ ...job }, owner, generation) ?? []);
    const rulesets = (zone.rulesets ?? []).flatMap(
      (ruleset) => describeRuleset({ ...ruleset }, owner, generation) ?? [],
    );
    const isBefore = zone.plan !== 'free' && (zone.migration_state ?? 'start') === 'start';
    const waf = generation === 3 && isBefore ? changeWaf(zone.id, draw, id) : undefined;
    code.addZone(zone, [...(isWafOnly ? [] : [...jobs, ...rulesets]), ...(waf?.described ?? [])]);
    return waf === undefined
      ? zone
      : { ...zone, waf: { setting: 'on', packages: waf.packages, overrides: waf.overrides } };
  });
  const owner = { attribute: 'account_id', id: account.id } as const;
  const of = (items: readonly object[] | undefined, describe: typeof describeJob) =>
    (items ?? []).flatMap((item) => describe({ ...item }, owner, generation) ?? []);
  code.addAccount(
    isWafOnly ? [] : [...of(account.policies, describePolicy), ...of(account.jobs, describeJob)],
  );
  const accounts = generated.fixture.accounts ?? [];
  const { other, ...finished } = code.finish();
  const inOther = (zone: FixtureZone): FixtureZone => {
    const { waf } = zone;
    if (typeof waf !== 'object') return zone;
    const packages = (waf.packages ?? []).map((each) => ({
      ...each,
      ...other.settings(zone.id, String(own({ ...each }, 'id'))),
    }));
    return { ...zone, waf: { ...waf, packages } };
  };
  return {
    ...finished,
    fixture: { accounts, zones },
    other: {
      fixture: { accounts, zones: zones.map(inOther) },
      values: other.values,
      packages: packagesIn(finished.state).map((each) => ({
        ...each,
        ...other.settings(String(own({ ...each }, 'zone_id')), String(own({ ...each }, 'package_id'))),
      })),
    },
  };
}

interface StateResource {
  readonly module?: string;
  readonly mode: 'managed';
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  readonly instances: readonly object[];
}

class Code {
  readonly #draw: Draw;
  readonly #files = new Map<string, string>();
  readonly #state: StateResource[] = [];
  readonly #addresses: string[] = [];
  readonly #variables = new Map<string, string>();
  readonly #locals: string[] = [];
  readonly #values: Record<string, string> = {};
  readonly #otherValues: Record<string, string> = {};
  /** By zone and package. */
  readonly #otherSettings = new Map<string, Record<string, string>>();
  #names = 0;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  addZone(zone: FixtureZone, objects: readonly Described[]): void {
    const name = `zone_${this.#names++}`;
    switch (this.#draw.below(4)) {
      case 0:
        this.#write(`${name}.tf`, '', objects, printValue(zone.id));
        break;
      case 1:
        this.#variables.set(name, zone.id);
        this.#write('zones.tf', '', objects, `var.${name}`);
        break;
      case 2:
        this.#locals.push(`  ${name} = { "id" = ${printValue(zone.id)} }\n`);
        this.#write('zones.tf', '', objects, `local.${name}.id`);
        break;
      default: {
        const isRepeated = this.#draw.oneIn(2);
        this.#add(
          'main.tf',
          printBlock(`module "${name}"`, {
            source: `./modules/${name}`,
            ...(isRepeated && { for_each: { [zone.name]: zone.id } }),
            zone_id: raw(isRepeated ? 'each.value' : printValue(zone.id)),
          }),
        );
        const folder = `modules/${name}`;
        this.#add(`${folder}/variables.tf`, printBlock('variable "zone_id"', { type: raw('string') }));
        const address = `module.${name}${isRepeated ? `[${JSON.stringify(zone.name)}]` : ''}`;
        this.#write(`${folder}/main.tf`, address, objects, 'var.zone_id');
      }
    }
  }

  addAccount(objects: readonly Described[]): void {
    const [first] = objects;
    this.#variables.set('account_id', first?.owner.id ?? '');
    this.#write('account.tf', '', objects, 'var.account_id');
  }

  finish(): Pick<RetiredCode, 'files' | 'addresses' | 'values' | 'state'> & {
    readonly other: {
      readonly values: RetiredCode['values'];
      readonly settings: (zone: string, id: string) => Readonly<Record<string, string>>;
    };
  } {
    for (const [name, value] of this.#variables)
      this.#add('variables.tf', printBlock(`variable "${name}"`, { type: raw('string'), default: value }));
    if (this.#locals.length > 0) this.#add('locals.tf', `locals {\n${this.#locals.join('')}}\n`);
    return {
      files: this.#files,
      addresses: this.#addresses,
      values: this.#values,
      other: {
        values: { ...this.#values, ...this.#otherValues },
        settings: (zone, id) => this.#otherSettings.get(`${zone} ${id}`) ?? {},
      },
      state: {
        version: 4,
        terraform_version: '1.11.4',
        serial: 1,
        lineage: '00000000-0000-0000-0000-000000000000',
        outputs: {},
        resources: this.#state,
        check_results: null,
      },
    };
  }

  /** Objects of a zone or account, with an expression for its id. */
  #write(file: string, module: string, given: readonly Described[], owner: string): void {
    const groups = new Map<string, Described[]>();
    const objects = given.map((object) => ({ ...object, body: this.#withExpressions(object, file, module) }));
    for (const object of objects) {
      const keys = Object.keys(object.body).join();
      const isPlain = Object.values(object.body).every((value) => !hasBlock(value));
      const key = isPlain && this.#draw.oneIn(2) ? `${object.type} ${keys}` : `${groups.size}`;
      groups.set(key, [...(groups.get(key) ?? []), object]);
    }
    for (const group of groups.values()) this.#writeGroup(file, module, group, owner);
  }

  /** Settings of the previous WAF as people write them: by variables, conditionals and locals. */
  #withExpressions({ type, body, owner }: Described, file: string, module: string): Body {
    if (!type.startsWith('waf_')) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => {
        const isSetting = ['sensitivity', 'action_mode', 'mode'].includes(name) && typeof value === 'string';
        if (!isSetting || !this.#draw.oneIn(2)) return [name, value];
        const choices: Readonly<Record<string, readonly string[]>> = {
          sensitivity: ['high', 'medium', 'low'],
          action_mode: ['simulate', 'block', 'challenge'],
        };
        const other = this.#draw.pick(own(choices, name) ?? [value]);
        // No call of a module passes a variable.
        const setOther = (variable: string, written: string) => {
          if (module !== '' || type !== 'waf_package') return;
          const key = `${owner.id} ${String(body.package_id)}`;
          this.#otherValues[variable] = written;
          this.#otherSettings.set(key, { ...this.#otherSettings.get(key), [name]: other });
        };
        return [name, this.#expressionOf(type, value, { file, module, other, setOther })];
      }),
    );
  }

  #expressionOf(
    type: string,
    value: string,
    {
      file,
      module,
      other,
      setOther,
    }: {
      readonly file: string;
      readonly module: string;
      readonly other: string;
      /** Tells the value of a variable with which the expression is the other setting. */
      readonly setOther: (variable: string, written: string) => void;
    },
  ): unknown {
    const name = `setting_${this.#names++}`;
    const declare = (body: Body) => {
      this.#add(file, printBlock(`variable "${name}"`, body));
      return raw(`var.${name}`);
    };
    const [text, otherText] = [printValue(value), printValue(other)];
    const keyed = () => {
      declare({ type: raw('string'), default: 'first' });
      setOther(name, 'second');
      return `{ first = ${text}, second = ${otherText} }`;
    };
    switch (this.#draw.below(10)) {
      case 0:
        declare({ type: raw('bool'), default: true });
        setOther(name, 'false');
        return raw(`var.${name} ? ${text} : ${otherText}`);
      case 4:
        return raw(`lookup(${keyed()}, var.${name}, "high")`);
      case 5:
        return raw(`${keyed()}[var.${name}]`);
      case 6:
        declare({ type: raw('string'), default: raw('null') });
        setOther(name, other);
        return raw(`coalesce(var.${name}, ${text})`);
      case 7:
        declare({ type: raw('any'), default: raw('{}') });
        setOther(name, JSON.stringify({ setting: other }));
        return raw(`try(var.${name}.setting, ${text})`);
      case 8:
        this.#add(
          file,
          `locals {\n  ${name} = join("", [${printValue(value.slice(0, 2))}, ${printValue(value.slice(2))}])\n}\n`,
        );
        return raw(`lower(local.${name})`);
      case 1:
        this.#add(file, `locals {\n  ${name} = format("%s", ${text})\n}\n`);
        return raw(`local.${name}`);
      case 2: {
        // The default of the provider.
        const isUsual = type !== 'waf_rule' && ['high', 'challenge', 'on'].includes(value);
        setOther(name, other);
        return declare({ type: raw('string'), default: isUsual ? raw('null') : value });
      }
      case 3:
        // No call of a module passes it.
        if (module !== '') return value;
        this.#values[name] = value;
        setOther(name, other);
        return declare({ type: raw('string') });
      default:
        setOther(name, other);
        return declare({ type: raw('string'), default: value });
    }
  }

  #writeGroup(file: string, module: string, group: readonly Described[], owner: string): void {
    const [first, ...more] = group;
    if (first === undefined) return;
    const name = `${first.type}_${this.#names++}`;
    const owned = (body: Body) => ({ ...body, [first.owner.attribute]: raw(owner) });
    const head = `resource "cloudflare_${first.type}" "${name}"`;
    if (more.length === 0) {
      this.#add(file, printBlock(head, owned(first.body)));
      this.#remember(module, first.type, name, [{ attributes: first.state }]);
      return;
    }
    const values = group.map(({ body }) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== first.owner.attribute)),
    );
    const isCounted = this.#draw.oneIn(3);
    const each = isCounted ? `local.${name}[count.index]` : 'each.value';
    const items = isCounted
      ? printValue(values)
      : printValue(Object.fromEntries(values.map((value, at) => [`key ${at}`, value])));
    this.#add(file, `locals {\n  ${name} = ${items}\n}\n`);
    const body = Object.fromEntries(
      Object.keys(first.body).map((key) => [key, raw(`${each}${accessor(key)}`)]),
    );
    const repeat = isCounted ? { count: raw(`length(local.${name})`) } : { for_each: raw(`local.${name}`) };
    this.#add(file, printBlock(head, { ...repeat, ...owned(body) }));
    this.#remember(
      module,
      first.type,
      name,
      group.map(({ state }, at) => ({ index_key: isCounted ? at : `key ${at}`, attributes: state })),
    );
  }

  #remember(
    module: string,
    type: string,
    name: string,
    instances: readonly { readonly index_key?: string | number; readonly attributes: object }[],
  ): void {
    this.#state.push({
      ...(module === '' ? {} : { module }),
      mode: 'managed',
      type: `cloudflare_${type}`,
      name,
      provider: 'provider["registry.terraform.io/cloudflare/cloudflare"]',
      instances: instances.map((each) => ({ schema_version: 0, ...each })),
    });
    for (const { index_key: key } of instances)
      this.#addresses.push(
        [module, `cloudflare_${type}`, `${name}${key === undefined ? '' : `[${JSON.stringify(key)}]`}`]
          .filter((part) => part !== '')
          .join('.'),
      );
  }

  #add(file: string, text: string): void {
    const before = this.#files.get(file);
    this.#files.set(file, before === undefined ? text : `${before}\n${text}`);
  }
}

export function packagesIn(state: object): readonly object[] {
  return listOf(pick(state, 'resources'))
    .filter((resource) => pick(resource, 'type') === 'cloudflare_waf_package')
    .flatMap((resource) => listOf(pick(resource, 'instances')))
    .map((instance) => pick(instance, 'attributes') as object);
}

function accessor(key: string): string {
  return /^[a-z_]\w*$/i.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function hasBlock(value: unknown): boolean {
  return value instanceof Block || (Array.isArray(value) && value.some(hasBlock));
}
