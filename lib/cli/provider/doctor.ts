import { plural } from '../../ground/words';
import { formatTable, joinParagraphs, wrapText } from '../layout';
import type { Check } from './check';
import { checkApi } from './check-api';
import { checkOptions } from './check-options';
import { checkLock, checkPlugin, checkStart, findPacked, findPlugin, type PluginPlace } from './check-plugin';
import { checkNode, checkPlatform, checkTerraform } from './check-tools';

/** Where to look, and with which environment. */
export interface DiagnosisRequest extends PluginPlace {
  /** The option `--base-url`. */
  readonly baseUrl?: string | undefined;
}

/** Checks everything that Terraform needs to run the provider in a folder. */
export async function diagnose(request: DiagnosisRequest): Promise<readonly Check[]> {
  const { env, platform, baseUrl } = request;
  const delivered = findPlugin(request);
  const isStandalone =
    delivered === undefined ? findPacked(request) !== undefined : delivered.standaloneFor !== undefined;
  const [node, options, terraform, start, api] = await Promise.all([
    checkNode(env, isStandalone),
    checkOptions(env, isStandalone),
    checkTerraform(env),
    checkStart(delivered, env),
    checkApi(baseUrl, env),
  ]);
  return [
    node,
    options,
    checkPlatform(platform),
    terraform,
    checkPlugin(request, delivered),
    checkLock(request, delivered),
    start,
    ...api,
  ];
}

export function countProblems(checks: readonly Check[]): number {
  return checks.filter(({ status }) => status === 'problem').length;
}

/** A row for each check, a problem with its fix, and the number of problems. */
export function formatDiagnosis(checks: readonly Check[], width: number | undefined): string {
  const rows = checks.map(({ name, status, found, fix }) => [
    status,
    name,
    fix === null ? found : `${found} ${fix}`,
  ]);
  const count = countProblems(checks);
  const verdict = count === 0 ? 'No problem found.' : `${plural(count, 'problem')} found.`;
  return joinParagraphs([formatTable(rows, { width }), wrapText(verdict, width ?? 80)]);
}
