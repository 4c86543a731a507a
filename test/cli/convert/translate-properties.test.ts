import fc from 'fast-check';
import { convertConfiguration } from '../../../lib/cli/convert/translate';
import { withoutKeys } from '../../../lib/cli/convert/addresses';
import { addressOf, nameOf } from '../../../lib/cli/convert/translate/draft';
import type { Conversion, OldConfiguration, OldResource } from '../../../lib/cli/convert/model';
import type { WrittenObject } from '../../../lib/hcl/template';
import { isExhaustive, seed } from '../../support/exhaustive';
import {
  knownZone,
  oldConfiguration,
  oldResource,
  orphan,
  type GivenInstance,
} from '../../support/old-configuration';

const zones = ['0', '1', '2'].map((digit) => digit.repeat(32));
const account = 'a'.repeat(32);
const secret = 'GEHEIM';

const text = (...values: readonly string[]) => fc.constantFrom(...values);

/** The same expression has the same zones. */
const zonesName = (some: readonly string[]) => `zones_${some.map((zone) => zone.charAt(0)).join('')}`;

/** How the zone of a block is written, and which instances that makes. */
const repetition = fc.oneof(
  fc.constantFrom(...zones).map((zone) => ({ zone_id: zone, zones: [zone], forEach: undefined })),
  fc
    .constantFrom(...zones)
    .map((zone) => ({ zone_id: `\${var.zone_${zone.charAt(0)}}`, zones: [zone], forEach: undefined })),
  fc.tuple(fc.subarray(zones, { minLength: 1 }), text('var', 'local')).map(([some, from]) => ({
    zone_id: '${each.value}',
    zones: some,
    forEach: `\${${from}.${zonesName(some)}}`,
  })),
  fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 4 }).map((some) => ({
    zone_id: '${each.value.zone}',
    zones: some,
    forEach: `\${local.all_${zonesName(some)}}`,
  })),
);

const names = fc.constantFrom('one', 'two', 'three');

const kinds: Readonly<Record<string, fc.Arbitrary<WrittenObject>>> = {
  waf_package: fc.record({
    package_id: text('p1', '${var.package}'),
    sensitivity: text('high', 'low', '${var.sensitivity}'),
    action_mode: text('block', 'challenge'),
  }),
  waf_group: fc.record({ group_id: text('g1', 'g2', '${each.key}'), mode: text('on', 'off') }),
  waf_rule: fc.record({ rule_id: text('1', '2', '${var.rule}'), mode: text('off', 'block', 'default') }),
  waf_override: fc.record({
    urls: fc.constantFrom(['example.com/a'], '${var.urls}'),
    rewrite_action: fc.constant({ block: 'disable', challenge: 'disable', simulate: 'disable' }),
  }),
  ruleset: fc.record({
    name: fc.constant('ruleset'),
    kind: fc.constant('zone'),
    phase: text('http_log_custom_fields', 'http_request_firewall_managed', 'http_ratelimit'),
    rules: fc.constantFrom<WrittenObject[]>(
      [],
      [{ action: 'log_custom_field', expression: 'true', action_parameters: [{ cookie_fields: ['a'] }] }],
      [
        {
          action: 'log_custom_field',
          expression: 'true',
          action_parameters: { cookie_fields: [{ name: 'a' }] },
        },
      ],
    ),
  }),
  logpush_job: fc.record({
    name: text('', 'job', '${var.name}'),
    dataset: fc.constant('http_requests'),
    destination_conf: text(
      'r2://logs?account-id=1',
      `https://logs/?header_Authorization=${secret}`,
      '${var.to}',
    ),
    logpull_options: text('', 'fields=RayID', '${var.options}'),
  }),
};

interface Drawn {
  readonly kind: string;
  readonly name: string;
  readonly module: string;
  readonly body: WrittenObject;
  readonly given: {
    readonly zone_id: string;
    readonly zones: readonly string[];
    readonly forEach: string | undefined;
  };
  readonly isNew: boolean;
}

const block = fc.constantFrom(...Object.keys(kinds)).chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    name: names,
    module: text('', '', 'modules/a'),
    body: fc
      .tuple(kinds[kind] ?? fc.constant({}), fc.option(fc.constant({ unheard_of: 'x' }), { nil: {} }))
      .map(([known, extra]): WrittenObject => ({ ...known, ...extra })),
    given: repetition,
    isNew: fc.boolean(),
  }),
);

const configuration = fc
  .record({
    blocks: fc.uniqueArray(block, {
      maxLength: 6,
      selector: ({ kind, name, module }) => `${module} ${kind} ${name}`,
    }),
    states: fc.record({ 0: state(), 1: state(), 2: state() }),
    orphaned: fc.subarray(zones),
    hasState: fc.boolean(),
  })
  .map(({ blocks, states, orphaned, hasState }): OldConfiguration => {
    const known = Object.values(states).flatMap((each, at) =>
      each === undefined ? [] : [knownZone(zones[at] ?? '', each)],
    );
    return oldConfiguration(blocks.map(toResource), {
      hasState,
      zones: known,
      orphans: hasState
        ? orphaned.map((zone) =>
            orphan(`cloudflare_waf_rule.gone["${zone}"]`, { zone_id: zone, rule_id: '9', mode: 'block' }),
          )
        : [],
    });
  });

function state() {
  return fc.constantFrom(undefined, 'start', 'validation', 'complete');
}

function toResource({ kind, name, module, body, given, isNew }: Drawn): OldResource {
  const { zone_id: zoneId, zones: some, forEach } = given;
  const instances = some.map((zone, at): GivenInstance => ({
    ...(forEach !== undefined && { key: `key ${at}` }),
    values: { zone_id: zone, account_id: account },
    state: isNew ? null : { id: String(at) },
  }));
  return oldResource(
    `cloudflare_${kind}.${name}`,
    { zone_id: zoneId, ...body },
    {
      module,
      instances,
      meta: forEach === undefined ? {} : { forEach },
    },
  );
}

function check(property: (conversion: Conversion, old: OldConfiguration) => void): void {
  fc.assert(
    fc.property(configuration, (old) => {
      property(convertConfiguration(old), old);
    }),
    { numRuns: isExhaustive ? 400 : 40, seed },
  );
}

describe('every conversion', () => {
  it('gives each block and orphan one outcome, and says why something is lost', () => {
    check(({ outcomes, findings }, old) => {
      const { resources, orphans } = old;
      const expected = [
        ...resources.map((each) => addressOf(each, old)),
        ...orphans.map(({ address }) => address),
      ];
      expect(outcomes.map(({ address }) => address)).toEqual(expected);
      for (const outcome of outcomes) {
        const said = findings.filter(({ address }) => address === outcome.address);
        if (outcome.outcome === 'lost') expect(said).not.toEqual([]);
        // What the state has without code may have no successor.
        const isOrphan = orphans.some(({ address }) => address === outcome.address);
        if (!isOrphan) expect(outcome.to.length > 0).toBe(outcome.outcome !== 'kept');
      }
    });
  });

  it('names each argument that nothing expresses, unless the block stays', () => {
    check(({ outcomes, findings }, old) => {
      for (const resource of old.resources.filter((each) => 'unheard_of' in each.body)) {
        expect(resource.body.unheard_of).toBe('x');
        const outcome = outcomes.find((each) => each.address === addressOf(resource, old));
        const own = findings.filter(({ address }) => address === outcome?.address);
        const said = own.map(({ text: each }) => each).join('\n');
        if (outcome?.outcome !== 'kept') expect(said).toContain('unheard_of');
      }
    });
  });

  it('forgets what it replaces, and nothing that stays', () => {
    check(({ objects, moves, outcomes }, old) => {
      const isKept = (address: string) =>
        outcomes.some((each) => each.outcome === 'kept' && each.address.startsWith(address));
      expect(moves.removed.filter(isKept)).toEqual([]);
      const leaving = [...moves.removed, ...moves.moved.map(({ module, from }) => `${module} ${from}`)];
      expect(new Set(leaving).size).toBe(leaving.length);
      const replaced = objects.flatMap(({ replaces }) => replaces);
      expect(new Set(replaced).size).toBe(replaced.length);
      const kept = old.resources.filter((each) => !replaced.includes(each));
      const addresses = kept.map((each) => addressOf(each, old));
      expect(
        outcomes
          .filter(({ outcome }) => outcome === 'kept')
          .map(({ address }) => address)
          .sort(),
      ).toEqual(addresses.sort());
    });
  });

  it('adopts each object once', () => {
    check(({ moves, objects }) => {
      const places = [
        ...moves.imports.map(({ to }) => to),
        ...moves.moved.map(({ module, to }) => `${module} ${to}`),
      ];
      expect(new Set(places).size).toBe(places.length);
      const known = objects.map(nameOf);
      const isKnown = ({ to }: { readonly to: string }) =>
        known.some((name) => withoutKeys(to) === name || withoutKeys(to).endsWith(`.${name}`));
      expect(moves.imports.filter((each) => !isKnown(each))).toEqual([]);
    });
  });

  it('gives a zone one migration in each module', () => {
    check(({ objects, findings }) => {
      const places = new Map<string, Set<string>>();
      for (const object of objects.filter(({ typeName }) => typeName === 'edge_waf_migration')) {
        // The instances have the keys of the blocks, unless they are one for each zone.
        const isOnePerZone = JSON.stringify(object.meta.forEach ?? null).includes('toset(');
        for (const { values, key } of object.replaces.flatMap(({ instances }) => instances)) {
          const zone = JSON.stringify(values?.zone_id);
          const place = `${object.module} ${object.name} ${String(isOnePerZone ? zone : key)}`;
          places.set(zone, (places.get(zone) ?? new Set()).add(place));
        }
      }
      const isConflict = findings.some(({ code }) => code === 'convert.zone_twice');
      for (const [, all] of places) expect(all.size === 1 || isConflict).toBe(true);
    });
  });

  it('names no two objects of a module the same', () => {
    check(({ objects }) => {
      const all = objects.map(({ module, typeName, name }) => `${module} ${typeName} ${name}`);
      expect(new Set(all).size).toBe(all.length);
    });
  });

  it('writes no secret', () => {
    check(({ objects, findings, variables }) => {
      const written = objects.map(({ replaces: _, ...object }) => object);
      const said = findings.map(({ on: _, ...finding }) => finding);
      expect(JSON.stringify([written, said, variables])).not.toContain(secret);
    });
  });
});
