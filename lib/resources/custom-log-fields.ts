import { isApiError } from '../client';
import { customFieldKinds } from '../logs';
import { warningAt, type Diagnostic, type Path } from '../schema';
import type { Context } from './handler';
import { isKeyPlanned, recordPlannedKey } from './new-object';

/** The phase of custom log fields (specification 1). */
export const customFieldPhase = 'http_log_custom_fields';

/** Records the custom fields that a ruleset of this plan configures: Terraform plans a job that depends on its ruleset after it. */
export function planCustomFields(zoneId: string, logFields: readonly string[], { service }: Context): void {
  for (const each of logFields) recordPlannedKey(service, keyOf(zoneId, each));
}

/**
 * Warns of the log fields of custom fields that the zone does not have: each line is delivered once, and has `{}` there. Says nothing
 * where the credentials do not show the rulesets of the zone.
 */
export async function adviseOnCustomFields(
  zoneId: string,
  logFields: readonly string[],
  path: Path,
  context: Context,
): Promise<Diagnostic[]> {
  const isComing = (each: string) => isKeyPlanned(context.service, keyOf(zoneId, each));
  if (logFields.every(isComing)) return [];
  const configured = await findConfigured(zoneId, context);
  const missing = logFields.filter((each) => configured?.has(each) === false && !isComing(each));
  if (missing.length === 0) return [];
  return [
    warningAt(
      path,
      'Custom fields missing',
      `${missing.join(', ')}: zone ${zoneId} has no custom fields of that kind, and the lines of this job will contain {} there. Configure them ` +
        'with edge_custom_fields_ruleset. If this plan does, the first lines may lack them: name it in depends_on (dependsOn) of the job.',
    ),
  ];
}

async function findConfigured(zoneId: string, { service, signal }: Context) {
  try {
    const ruleset = await service.rulesets.entryPoint(zoneId, customFieldPhase, { signal });
    const parameters = (ruleset?.rules ?? [])
      .filter(({ enabled }) => enabled)
      .map((rule) => rule.action_parameters);
    const kinds = customFieldKinds.filter(({ array }) =>
      parameters.some((each) => (each?.[array] ?? []).length > 0),
    );
    return new Set<string>(kinds.map(({ logField }) => logField));
  } catch (error) {
    if (isApiError(error)) return undefined;
    throw error;
  }
}

function keyOf(zoneId: string, logField: string): string {
  return JSON.stringify([customFieldPhase, zoneId, logField]);
}
