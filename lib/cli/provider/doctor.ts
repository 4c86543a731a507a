import { homedir } from 'node:os';
import { packageVersion } from '../../client/package-version';
import { currentPlatform } from '../../drivers/plugin/platform';
import { readPlugin } from '../../drivers/plugin/script';
import { plural } from '../../ground/words';
import { printOutcome, type ServiceOptions } from '../outcome';
import { shownPath } from '../files';
import { table, verdict, type Block } from '../report/blocks';
import { skipped, type Check } from './check';
import { checkApi } from './check-api';
import { checkOptions } from './check-options';
import { checkPermissions } from './check-permissions';
import {
  checkInstalled,
  checkLock,
  checkPlugin,
  checkStart,
  findPacked,
  findPlugin,
  type PluginPlace,
} from './check-plugin';
import { checkRequirement } from './check-requirement';
import { checkNode, checkPlatform, checkTerraform } from './check-tools';
import { checkVariables } from './check-variables';
import { givenValues } from './files/values';
import { checkCliConfiguration } from './cli-configuration';
import { joinFiles } from './files/model';
import { findStacks, readModules } from './files/read';

export interface DoctorOptions extends ServiceOptions {
  readonly answers?: true;
  readonly zone?: readonly string[];
  readonly account?: readonly string[];
}

export async function runDoctor(options: DoctorOptions): Promise<void> {
  const { baseUrl, zone, account } = options;
  if (zone !== undefined || account !== undefined)
    throw new Error('--zone and --account go with --answers. Add it, or leave them out.');
  const checks = await diagnose({
    folder: process.cwd(),
    home: homedir(),
    platform: currentPlatform(),
    version: packageVersion(),
    plugin: readPlugin(),
    env: process.env,
    baseUrl,
  });
  const problems = countProblems(checks);
  await printOutcome(options, {
    data: { problems, checks },
    blocks: () => reportDiagnosis(checks),
    isClear: problems === 0,
  });
}

/** Checks everything that Terraform needs to run the provider in a folder, or in those of the stacks below it. */
export async function diagnose(
  request: PluginPlace & { readonly baseUrl?: string | undefined },
): Promise<readonly Check[]> {
  const { env, platform, baseUrl, folder } = request;
  const stacks = findStacks(folder);
  const folders = stacks.length === 0 ? [folder] : stacks;
  const places = folders.map((each) => placeIn({ ...request, folder: each }));
  const isStandalone = places.every((each) => each.isStandalone);
  const [node, options, terraform, api, ...ofStacks] = await Promise.all([
    checkNode(env, isStandalone),
    checkOptions(env, isStandalone),
    checkTerraform(env),
    checkApi(baseUrl, env),
    ...places.map((each) => checkFolder(each)),
  ]);
  const common = [node, options, checkPlatform(platform), terraform, checkCliConfiguration(request), ...api];
  const mayAsk = api.every(({ status }) => status === 'ok');
  const labelled = await Promise.all(
    places.map(async ({ place, modules, given }, at) => {
      const permissions = mayAsk
        ? await checkPermissions(joinFiles(modules), given, baseUrl, env)
        : [skipped('permissions', 'The API was not reached, or did not accept the credentials.')];
      const checks = [...(ofStacks[at] ?? []), ...permissions];
      const stack = shownPath(place.folder, folder);
      return stacks.length === 0 ? checks : checks.map((each) => ({ ...each, stack }));
    }),
  );
  return [...common, ...labelled.flat()];
}

function placeIn(place: PluginPlace) {
  const delivered = findPlugin(place);
  const isStandalone =
    delivered === undefined ? findPacked(place) !== undefined : delivered.standaloneFor !== undefined;
  const { folder, env } = place;
  const modules = readModules(folder);
  return { place, delivered, isStandalone, modules, given: givenValues(folder, env) };
}

async function checkFolder({
  place,
  delivered,
  modules,
  given,
}: ReturnType<typeof placeIn>): Promise<readonly Check[]> {
  return [
    checkRequirement(modules, place.version),
    checkPlugin(place, delivered),
    checkLock(place, delivered),
    checkInstalled(place),
    await checkStart(delivered, place.env),
    checkVariables(modules, given, place.env),
  ];
}

export function countProblems(checks: readonly Check[]): number {
  return checks.filter(({ status }) => status === 'problem').length;
}

/** A row for each check, a problem with its fix, and the number of problems. */
export function reportDiagnosis(checks: readonly Check[]): readonly Block[] {
  const count = countProblems(checks);
  return [
    table<Check>(
      {
        Status: ({ status }) => status,
        Check: ({ name }) => name,
        Found: ({ found, fix, stack }) =>
          [...(stack === undefined ? [] : [`${stack}:`]), found, ...(fix === null ? [] : [fix])].join(' '),
      },
      checks,
      { isForGrep: true },
    ),
    verdict(
      count === 0 ? 'good' : 'bad',
      count === 0 ? 'No problem found.' : `${plural(count, 'problem')} found.`,
    ),
  ];
}
