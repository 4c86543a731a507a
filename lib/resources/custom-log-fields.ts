import { isApiError } from '../client';
import { getOrAdd, onceFor } from '../ground/remember';
import { customFieldKinds } from '../logs';
import { warningAt, type Diagnostic, type Path } from '../schema';
import type { Context } from './handler';
import { plannedIn } from './new-object';

export const customFieldPhase = 'http_log_custom_fields';

/** Records the custom fields that a ruleset of this plan configures: Terraform plans a job that depends on its ruleset after it. */
export function planCustomFields(zoneId: string, logFields: readonly string[], { service }: Context): void {
  for (const each of logFields) plannedFields(zoneId, service).add(each);
}

/** Warns of fields that the zone lacks: a line is delivered once, with `{}` there. Says nothing where the credentials do not show rulesets. */
export async function adviseOnCustomFields(
  zoneId: string,
  logFields: readonly string[],
  path: Path,
  context: Context,
): Promise<Diagnostic[]> {
  const planned = plannedFields(zoneId, context.service);
  if (logFields.every((each) => planned.has(each))) return [];
  const configured = await getOrAdd(configuredIn(context.service), zoneId, () =>
    findConfigured(zoneId, context),
  );
  const missing = logFields.filter((each) => configured?.has(each) === false && !planned.has(each));
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

function plannedFields(zoneId: string, service: object): Set<string> {
  return plannedIn(`${customFieldPhase} ${zoneId}`, service);
}

/** The readings of a plan: many jobs of a zone ask for the same ruleset. */
const configuredIn = onceFor((_: object) => new Map<string, ReturnType<typeof findConfigured>>());

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
