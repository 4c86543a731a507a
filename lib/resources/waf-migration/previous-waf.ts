import type { EdgeClient } from '../../client';
import {
  actionModes,
  ruleModes,
  sensitivities,
  type PreviousWaf,
  type UriOverride,
  type WafPackage,
} from '../../waf';

interface Caller {
  readonly service: EdgeClient;
  readonly signal: AbortSignal;
}

/** Reads the configuration of the previous WAF of a zone, with its firewall rules and page rules, except what is known. */
export async function readPreviousWaf(
  zoneId: string,
  { service, signal }: Caller,
  known: Partial<Pick<PreviousWaf, 'overrides'>> = {},
): Promise<PreviousWaf> {
  const options = { signal };
  const packages: WafPackage[] = [];
  for (const each of await service.waf.listPackages(zoneId, options)) {
    const groups = await service.waf.listGroups(zoneId, each.id, options);
    const rules = await service.waf.listRules(zoneId, each.id, options);
    const sensitivity = oneOf(sensitivities, each.sensitivity);
    const mode = oneOf(actionModes, each.action_mode);
    packages.push({
      id: each.id,
      name: each.name,
      description: each.description,
      detection_mode: each.detection_mode === 'anomaly' ? 'anomaly' : 'traditional',
      ...(sensitivity === undefined ? {} : { sensitivity }),
      ...(mode === undefined ? {} : { action_mode: mode }),
      groups: groups.map(({ id, name, description, mode: set }) => ({
        id,
        name,
        description,
        mode: set === 'off' ? 'off' : 'on',
        // The API does not return it. Groups of the core rule set are on by default.
        default_mode: 'on',
      })),
      rules: rules.map(({ id, description, priority, group, mode: set, allowed_modes, default_mode }) => {
        const otherwise = oneOf(['disable', 'simulate', 'block', 'challenge'] as const, default_mode);
        return {
          id,
          description,
          priority,
          group,
          mode: oneOf(ruleModes, set) ?? 'default',
          allowed_modes: allowed_modes.flatMap((each) => oneOf(ruleModes, each) ?? []),
          ...(otherwise === undefined ? {} : { default_mode: otherwise }),
        };
      }),
    });
  }
  return {
    setting: await service.waf.setting(zoneId, options),
    packages,
    overrides: known.overrides ?? (await readOverrides(zoneId, { service, signal })),
    firewall_rules: await service.firewallRules.list(zoneId, options),
    page_rules: (await service.pageRules.list(zoneId, options)).map((rule) => ({
      ...rule,
      status: rule.status === 'disabled' ? 'disabled' : 'active',
    })),
  };
}

async function readOverrides(zoneId: string, { service, signal }: Caller): Promise<UriOverride[]> {
  const overrides = await service.waf.listOverrides(zoneId, { signal });
  return overrides.map((override) => ({
    ...override,
    groups: texts(override.groups),
    rules: texts(override.rules),
    rewrite_action: texts(override.rewrite_action),
  }));
}

function oneOf<T extends string>(values: readonly T[], value: string | null): T | undefined {
  return values.find((each) => each === value);
}

function texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}
