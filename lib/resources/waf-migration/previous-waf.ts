import type { EdgeClient } from '../../client';
import { textMembersOf } from '../../ground/json';
import type { Caller } from '../handler';
import {
  actionModes,
  ruleModes,
  sensitivities,
  type PreviousWaf,
  type UnknownValue,
  type UriOverride,
  type WafPackage,
} from '../../waf';

/** Reads the configuration of the previous WAF of a zone, with its firewall rules and page rules, except what is known. */
export async function readPreviousWaf(
  zoneId: string,
  { service, signal }: Caller<EdgeClient>,
  known: Partial<Pick<PreviousWaf, 'overrides'>> = {},
): Promise<PreviousWaf> {
  const options = { signal };
  const words = new Words();
  const packages: WafPackage[] = [];
  for (const each of await service.waf.listPackages(zoneId, options)) {
    const groups = await service.waf.listGroups(zoneId, each.id, options);
    const rules = await service.waf.listRules(zoneId, each.id, options);
    const ofPackage = { kind: 'package', id: each.id } as const;
    const sensitivity = words.optional(ofPackage, 'sensitivity', sensitivities, each.sensitivity);
    const mode = words.optional(ofPackage, 'action_mode', actionModes, each.action_mode);
    packages.push({
      id: each.id,
      name: each.name,
      description: each.description,
      detection_mode: words.required(ofPackage, 'detection_mode', detectionModes, each.detection_mode),
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(mode === undefined ? {} : { action_mode: mode }),
      groups: groups.map(({ id, name, description, mode: set }) => ({
        id,
        name,
        description,
        mode: words.required({ kind: 'group', id }, 'mode', groupModes, set),
        // The API does not return it. Groups of the core rule set are on by default.
        default_mode: 'on',
      })),
      rules: rules.map(({ id, description, priority, group, mode: set, allowed_modes, default_mode }) => {
        const ofRule = { kind: 'rule', id } as const;
        const otherwise = words.optional(ofRule, 'default_mode', defaultModes, default_mode);
        return {
          id,
          description,
          priority,
          group,
          mode: words.required(ofRule, 'mode', ruleModes, set),
          // What a rule could be set to decides nothing.
          allowed_modes: allowed_modes.flatMap((one) => ruleModes.find((each) => each === one) ?? []),
          ...(otherwise === undefined ? {} : { default_mode: otherwise }),
        };
      }),
    });
  }
  const previous = {
    setting: await service.waf.setting(zoneId, options),
    packages,
    overrides: known.overrides ?? (await readOverrides(zoneId, { service, signal })),
    firewall_rules: await service.firewallRules.list(zoneId, options),
    page_rules: (await service.pageRules.list(zoneId, options)).map((rule) => ({
      ...rule,
      status: words.required({ kind: 'page rule', id: rule.id }, 'status', pageRuleStates, rule.status),
    })),
  };
  return { ...previous, unknown: words.unknown };
}

const detectionModes = ['traditional', 'anomaly'] as const;
const groupModes = ['on', 'off'] as const;
const defaultModes = ['disable', 'simulate', 'block', 'challenge'] as const;
const pageRuleStates = ['active', 'disabled'] as const;

/** Reads words of which this package knows all, and collects the others: they decide about protection. */
class Words {
  readonly unknown: UnknownValue[] = [];

  /** The first of the known words in place of an unknown one. */
  required<T extends string>(
    of: Pick<UnknownValue, 'kind' | 'id'>,
    field: string,
    known: readonly [T, ...T[]],
    value: string,
  ): T {
    return this.optional(of, field, known, value) ?? known[0];
  }

  optional<T extends string>(
    of: Pick<UnknownValue, 'kind' | 'id'>,
    field: string,
    known: readonly T[],
    value: string | null,
  ): T | undefined {
    const found = known.find((each) => each === value);
    if (found === undefined && value !== null) this.unknown.push({ ...of, field, value });
    return found;
  }
}

async function readOverrides(
  zoneId: string,
  { service, signal }: Caller<EdgeClient>,
): Promise<UriOverride[]> {
  const overrides = await service.waf.listOverrides(zoneId, { signal });
  return overrides.map((override) => ({
    ...override,
    groups: textMembersOf(override.groups),
    rules: textMembersOf(override.rules),
    rewrite_action: textMembersOf(override.rewrite_action),
  }));
}
