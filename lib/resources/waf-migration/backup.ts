import { promises } from 'node:fs';
import { asFields, fieldsOf, formatJson, listOf, textMembersOf } from '../../ground/json';
import { codeOf } from '../../ground/words';
import { DiagnosticError } from '../../schema';
import type { PreviousSettings, PreviousWaf, WafPackage } from '../../waf';
import { cannotSaveBackup } from './describe';
import type { Observation } from './observe';
import type { Subject } from './findings/kind';
import { canonical } from './values';
import { own } from '../../ground/record';

type Snapshot = Pick<Observation, 'zoneId' | 'entryPoint' | 'previous'>;

/** What is not at its default, and what concerns the WAF, as JSON. An earlier backup stays inside: the API does not return deleted overrides. */
export function backupOf(seen: Snapshot, earlier: string | null): string | null {
  if (seen.previous === undefined) return earlier;
  const { waf } = seen.previous;
  const now = canonical({ ...snapshotOf(seen), ...relevantIn(waf), packages: waf.packages.map(changesOf) });
  if (earlier === null || earlier === now) return now;
  const before: unknown = JSON.parse(earlier);
  // A later try of the same step adds nothing but what it has lost.
  return canonical({ ...asFields(JSON.parse(now)), earlier: before });
}

/** The settings that were not at their defaults when the backup was saved. */
export function settingsOfBackup(backup: string): PreviousSettings {
  const { packages } = fieldsOf(JSON.parse(backup));
  const saved = listOf(packages).map(fieldsOf);
  const ofPackages = (name: string, usual: string) =>
    Object.fromEntries(
      saved.flatMap((each) => {
        const { id } = each;
        const value = own(each, name);
        return typeof id === 'string' && typeof value === 'string' && value !== usual ? [[id, value]] : [];
      }),
    );
  const inPackages = (name: string) =>
    Object.fromEntries(saved.flatMap((each) => Object.entries(textMembersOf(own(each, name)))));
  return {
    package_sensitivities: ofPackages('sensitivity', 'high'),
    package_action_modes: ofPackages('action_mode', 'challenge'),
    groups: inPackages('groups'),
    rules: inPackages('rules'),
  };
}

/** Saves the whole configuration to a new file. If the path exists with other contents, its name gets the next free number: `backup.json.2`. */
export async function saveBackup(path: string, seen: Snapshot & Subject): Promise<void> {
  const text = formatJson({ ...snapshotOf(seen), ...seen.previous?.waf });
  try {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? path : `${path}.${number}`;
      if (await isSaved(name, text)) return;
    }
  } catch (error) {
    throw new DiagnosticError([cannotSaveBackup(path, error, seen)]);
  }
}

/** False if the file exists with other contents. */
async function isSaved(path: string, text: string): Promise<boolean> {
  try {
    await promises.writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return (await promises.readFile(path, 'utf8')) === text;
  }
}

function snapshotOf({ zoneId, entryPoint }: Snapshot) {
  return { zone_id: zoneId, entry_point: entryPoint?.rules ?? [] };
}

function relevantIn({ setting, overrides, firewall_rules: firewall, page_rules: pages }: PreviousWaf) {
  return {
    setting,
    overrides,
    firewall_rules: firewall.filter(({ products }) => products.includes('waf')),
    page_rules: pages.filter(({ actions }) =>
      actions.some(({ id }) => id === 'waf' || id === 'disable_security'),
    ),
  };
}

/** A package with the groups and rules that are not at their defaults. */
function changesOf({ id, name, sensitivity, action_mode, groups, rules }: WafPackage) {
  return {
    ...{ id, name, sensitivity, action_mode },
    groups: Object.fromEntries(
      groups.filter(({ mode, default_mode: usual }) => mode !== usual).map((each) => [each.id, each.mode]),
    ),
    rules: Object.fromEntries(
      rules.flatMap(({ id: rule, mode, default_mode: usual }) =>
        mode === 'default' || mode === (usual ?? 'on') ? [] : [[rule, mode]],
      ),
    ),
  };
}
