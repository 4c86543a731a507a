import { isObject, type JsonObject } from '../../../lib/ground/json';
import { rewriteWritten } from '../../../lib/hcl/expressions';
import { mapTexts, type Written } from '../../../lib/hcl/template';
import { Draw } from '../random';

/** Code whose blocks exist under conditions, with values of its variables, in JSON syntax. */
export interface ConditionalCode {
  /** By path. */
  readonly files: ReadonlyMap<string, JsonObject>;
  /** Several worlds. No conversion knows them. */
  readonly worlds: readonly JsonObject[];
}

const account = 'a'.repeat(32);

/** Zones by what names them: only lists of one module name the same ones. */
const zonesOf = (digit: string) => ['0', '1', '2'].map((last) => `${digit.repeat(31)}${last}`);
const [literals, singles, listed, ofModules] = ['1', '2', '3', '4'].map(zonesOf);

/** The same for the same seed. */
export function generateConditionalCode(seed: number, worlds: number): ConditionalCode {
  const draw = new Draw(seed);
  const names = draw.list(1, 4, () => draw.below(6));
  const root = resourcesOf([
    ...[...new Set(names)].map((at) => [`block_${at}`, rootGroups(draw)] as const),
    ...draw.list(0, 3, () => draw.below(9)).map((at) => [`pool_${at}`, poolOf(draw)] as const),
  ]);
  const isInModule = draw.oneIn(2);
  return {
    files: new Map([
      [
        'main.tf.json',
        {
          variable: variables,
          resource: root,
          ...(isInModule && { module: callsOf(draw) }),
        },
      ],
      ...(isInModule ? [['modules/waf/main.tf.json', wafModule(draw)] as const] : []),
    ]),
    worlds: Array.from({ length: worlds }, () => worldOf(draw)),
  };
}

const variables = Object.fromEntries(
  ['zone', 'on', 'size', 'zones', 'items', 'names', 'calls', 'email', 'emails', 'pools', 'filter'].map(
    (name) => [name, { type: 'any' }],
  ),
);

type Named = readonly [name: string, block: { readonly type: string; readonly body: JsonObject }];

function resourcesOf(blocks: readonly Named[]): JsonObject {
  const found: Record<string, Record<string, JsonObject>> = {};
  for (const [name, { type, body }] of blocks) (found[type] ??= {})[name] = body;
  return found;
}

function rootGroups(draw: Draw): Named[1] {
  const places = [
    { zone_id: draw.pick(literals ?? []) },
    { count: '${var.on ? 1 : 0}', zone_id: '${var.zone}' },
    { count: '${var.size}', zone_id: draw.pick(['${var.zone}', ...(literals ?? [])]) },
    { for_each: '${var.zones}', zone_id: '${each.value}' },
    { for_each: '${var.items}', zone_id: '${each.value.zone}' },
    { count: '${length(var.zones)}', zone_id: '${values(var.zones)[count.index]}' },
    { for_each: '${toset(var.names)}', zone_id: draw.pick(['${var.zone}', ...(literals ?? [])]) },
  ];
  return settingAt(draw, draw.pick(places), 'on');
}

/** A group or a package, whose id follows what repeats the block. */
function settingAt(draw: Draw, place: JsonObject, flag: string): Named[1] {
  const key = 'count' in place ? 'group-${count.index}' : 'for_each' in place ? 'group-${each.key}' : 'group';
  return draw.oneIn(3)
    ? {
        type: 'cloudflare_waf_package',
        body: {
          ...place,
          package_id: key,
          sensitivity: draw.pick(['low', `\${var.${flag} ? "high" : null}`]),
        },
      }
    : { type: 'cloudflare_waf_group', body: { ...place, group_id: key, mode: 'off' } };
}

function wafModule(draw: Draw): JsonObject {
  const place = () =>
    draw.pick<JsonObject>([
      { zone_id: '${var.zone_id}' },
      { zone_id: '${local.zone}', count: '${var.module_enabled ? 1 : 0}' },
      { zone_id: '${var.zone_id}', for_each: '${toset(var.groups)}' },
    ]);
  const blocks = draw.list(1, 2, () => settingAt(draw, place(), 'module_enabled'));
  return {
    variable: Object.fromEntries(
      ['zone_id', 'module_enabled', 'groups'].map((name) => [name, { type: 'any' }]),
    ),
    locals: { zone: '${var.zone_id}' },
    resource: resourcesOf(blocks.map((block, at) => [`inner_${at}`, block] as const)),
  };
}

function callsOf(draw: Draw): JsonObject {
  const given = { source: './modules/waf', groups: '${var.names}' };
  const calls = draw.list(1, 3, () =>
    draw.pick<JsonObject>([
      { ...given, zone_id: '${var.zone}', module_enabled: '${var.on}' },
      { ...given, zone_id: draw.pick(literals ?? []), module_enabled: draw.oneIn(2) },
      { ...given, for_each: '${var.calls}', zone_id: '${each.value}', module_enabled: '${each.key != "b"}' },
      { ...given, for_each: '${toset(var.names)}', zone_id: '${var.zone}', module_enabled: true },
      { ...given, count: '${var.on ? 1 : 0}', zone_id: '${var.zone}', module_enabled: true },
    ]),
  );
  return Object.fromEntries(calls.map((call, at) => [`call_${at}`, call]));
}

function poolOf(draw: Draw): Named[1] {
  const place = draw.pick<JsonObject>([
    {},
    { count: '${var.size}' },
    { for_each: '${var.pools}' },
    { count: '${length(var.emails)}' },
  ]);
  const ofKey =
    'for_each' in place
      ? ['${try(each.value.email, null)}', 'ops-${each.key}@example.com']
      : 'count' in place
        ? ['${try(var.emails[count.index], null)}']
        : [];
  const filters = ['${var.filter}', ...('for_each' in place ? ['${try(each.value.filter, null)}'] : [])];
  const literal = { pool: { disable: draw.oneIn(2) }, origin: { healthy: draw.oneIn(2) } };
  return {
    type: 'cloudflare_load_balancer_pool',
    body: {
      ...place,
      account_id: account,
      name: 'pool',
      notification_email: draw.pick(['${var.email}', 'ops@example.com, dev@example.com', ...ofKey]),
      ...(draw.oneIn(2) && { notification_filter: draw.pick<unknown>([literal, ...filters]) }),
    },
  };
}

function worldOf(draw: Draw): JsonObject {
  const some = <Item>(items: readonly Item[]) => items.filter(() => draw.oneIn(2));
  const email = () => draw.pick([null, '', 'a@example.com', 'b@example.com; c@example.com']);
  const source = () => ({ disable: draw.pick([null, true, false]), healthy: draw.pick([null, true, false]) });
  const filter = () => draw.pick<JsonObject | null>([null, {}, { pool: source(), origin: source() }]);
  const keyed = <Item>(items: readonly Item[]) =>
    Object.fromEntries(items.map((item, at) => [['a', 'b', 'c'][at] ?? 'd', item]));
  return {
    zone: draw.pick(singles ?? []),
    on: draw.oneIn(2),
    size: draw.below(3),
    zones: keyed(some(listed ?? [])),
    items: keyed(draw.list(0, 3, () => ({ zone: draw.pick(listed ?? []) }))),
    names: some(['x', 'y']),
    calls: keyed(some(ofModules ?? [])),
    email: email(),
    emails: draw.list(0, 3, email),
    pools: keyed(draw.list(0, 3, () => ({ email: email(), filter: filter() }))),
    filter: filter(),
  };
}

/**
 * The code as a module in which each resource is a `terraform_data` of the same arguments, so that Terraform says which instances there
 * are, and needs no provider.
 */
export function withoutProviders(code: JsonObject): JsonObject {
  const { resource, variable, locals, module: calls } = code;
  const standIns = entriesOf(resource).flatMap(([type, blocks]) =>
    entriesOf(blocks).map(([name, written]) => {
      const { count, for_each: forEach, ...given } = objectOf(written);
      const body = Object.fromEntries(
        Object.entries(given).filter(([argument]) => !['lifecycle', '//'].includes(argument)),
      );
      const id = forEach === undefined ? (count === undefined ? '' : '${count.index}') : '${each.key}';
      return [
        `${type}__${name}`,
        {
          ...(count !== undefined && { count }),
          ...(forEach !== undefined && { for_each: forEach }),
          input: { ...body, ...(isOurs(type) ? {} : { id: `${name} ${id}` }) },
        },
      ] as const;
    }),
  );
  const own = {
    variable,
    ...(locals !== undefined && { locals }),
    ...(calls !== undefined && { module: calls }),
    ...(standIns.length > 0 && { resource: { terraform_data: Object.fromEntries(standIns) } }),
  };
  const rewritten = rewriteWritten(own as Written, ({ root, steps }) => {
    if (!root.startsWith('cloudflare_')) return undefined;
    const [name = '', ...path] = steps.map(({ text }) => text);
    const at = path[0] === undefined || (path[0].startsWith('.') && path[0] !== '.*') ? 0 : 1;
    const input = path.length > at ? '.input' : '';
    return `terraform_data.${root}__${name.slice(1)}${path.slice(0, at).join('')}${input}${path.slice(at).join('')}`;
  });
  // An attribute of what a function returns.
  return mapTexts(rewritten, (text) =>
    text.replace(/(values\(terraform_data\.\w+\)\[\*\])\.id/g, '$1.input.id'),
  ) as JsonObject;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** A body may be a list of one. */
function objectOf(value: unknown): JsonObject {
  const [body] = [value].flat();
  return isObject(body) ? body : {};
}

function isOurs(type: string): boolean {
  return type.startsWith('edge_');
}
