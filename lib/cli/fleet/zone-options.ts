import { Option, type Command } from 'commander';
import { listOf, parseJson } from '../../ground/json';
import { messageOf } from '../../ground/words';
import { isApiError, type EdgeClient, type Zone } from '../../client';
import { faultOfOwner, isIdentifier } from '../../resources/identifiers';
import { accountIdOf, findZone, zoneReader } from '../../resources/owners';
import { readText, readTextFile } from '../files';
import { addTo } from '../options';
import { findAll } from '../owners';
import { openStdin } from '../terminal';

export interface ZoneOptions {
  /** Id or name. */
  readonly account?: string;
  /** Ids or names. */
  readonly zone?: readonly string[];
  readonly zones?: string;
  readonly all?: true;
}

type FleetZone = ReturnType<typeof toFleetZone>;

/** Adds `--account`, `--zone`, `--zones` and `--all`, of which a command line has one. */
export function addZoneOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-a, --account <id or name>', 'all zones of an account').conflicts(['zone', 'zones', 'all']),
    )
    .addOption(
      new Option('-z, --zone <id or name>', 'one zone; repeat it for several zones')
        .argParser(addTo)
        .conflicts(['zones', 'all']),
    )
    .addOption(
      new Option(
        '--zones <file>',
        'file with a zone id or name in each line, or with a JSON list; - for stdin',
      ).conflicts('all'),
    )
    .option('--all', 'all zones that the credentials can read');
}

/**
 * The zones that the options name, in their order, without duplicates. A few zones are read one by one, more of them from the
 * list of all zones, 50 in a call.
 *
 * @throws an Error that lists all names without a zone, or with several
 */
export async function selectZones(client: EdgeClient, options: ZoneOptions): Promise<readonly FleetZone[]> {
  const { account, all, zone, zones: file } = options;
  if (all === true) return (await client.zones.list()).map(toFleetZone);
  if (account !== undefined) {
    const accountId = await accountIdOf(client, account);
    return (await client.zones.list({ accountId })).map(toFleetZone);
  }
  if (file?.includes('://') === true)
    throw new Error(
      `--zones: ${file} is a URL. Save its content as a file and name that, or write - for stdin.`,
    );
  const named = file === undefined ? (zone ?? []) : await readZonesFile(file);
  const fault = named.map((each) => faultOfOwner('zone', each)).find((each) => each !== undefined);
  if (fault !== undefined) throw new Error(fault);
  if (named.length === 0)
    throw new Error('no zone is named. Use --zone, --zones <file>, --account or --all.');
  return selectNamed(client, [...new Set(named)]);
}

async function selectNamed(client: EdgeClient, named: readonly string[]): Promise<FleetZone[]> {
  const readZone = await zoneReader(client, named.filter(isIdentifier));
  return findAll(
    named,
    async (each) => toFleetZone(isIdentifier(each) ? await readZone(each) : await findZone(client, each)),
    (each, error) => (isApiError(error) ? `Zone ${each}: ${error.message}` : undefined),
  );
}

async function readZonesFile(path: string): Promise<string[]> {
  const text =
    path === '-'
      ? await readText(openStdin('zones, one id or name in each line'))
      : await readTextFile(path).catch(ofOption);
  const items = text.trimStart().startsWith('[') ? readJsonList(path, text) : readLines(text);
  if (items.length === 0)
    throw new Error(`--zones: ${path} names no zone. Write one id or name in each line.`);
  return items;
}

function ofOption(error: unknown): never {
  throw new Error(`--zones: ${messageOf(error)}`, { cause: error });
}

function readLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

function readJsonList(path: string, text: string): string[] {
  let list;
  try {
    list = listOf(parseJson(text));
  } catch (error) {
    throw new Error(`--zones: ${path} begins as a JSON list, and ${messageOf(error)}`, {
      cause: error,
    });
  }
  return list.map((item, at) => {
    if (typeof item === 'string') return item;
    const { id, name } = (item ?? {}) as { readonly id?: unknown; readonly name?: unknown };
    const named = id ?? name;
    if (typeof named === 'string') return named;
    throw new Error(`--zones: item ${at} of ${path} is neither a text nor an object with an id or a name.`);
  });
}

function toFleetZone({ id, name, account, plan }: Zone) {
  // The plan is empty where the service leaves it out.
  return { id, name, account: { id: account.id, name: account.name }, plan: plan.legacy_id };
}
