import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findClosure } from '../../lib/waves/gates';
import {
  readProject,
  readWavesStatus,
  saveGate,
  saveStatus,
  writeWaves,
} from '../../lib/cli/waf/waves/project';
import { reviewWave } from '../../lib/cli/waf/waves/review';
import type { WavesStatus } from '../../lib/cli/waf/waves/status';
import { parseReviewAssertion } from '../../lib/cli/waf/review-assertion';
import type { Wave } from '../../lib/waves/waves-file';
import type { Connection } from '../../lib/cli/connection';
import { fleetZoneId, isIneligible, SurveyedFleet } from '../cli/waf/fleet';
import { pick } from '../emulator/support';
import { isExhaustive, seed } from '../support/exhaustive';
import { makeFolder } from '../support/folder';
import { TerraformClient } from '../support/terraform-client/client';
import type { Plugin } from './support/deployment';
import { mix } from './support/faults';
import { localPlugins } from './support/local-plugin';
import type { Guard } from '../support/waf-watch';
import { ZoneWatch } from './support/zone-watch';

const [zoneCount, requestsPer5Minutes, sizes] = isExhaustive
  ? [300, 1200, { canary: 3, size: 25 }]
  : [12, 150, { canary: 2, size: 3 }];

/** At which call of which wave a deployment is killed, and whether its state file was written before. */
const kills: readonly { readonly wave: number; readonly call: number; readonly isSaved: boolean }[] =
  isExhaustive
    ? [
        { wave: 0, call: 20 + (seed % 20), isSaved: false },
        { wave: 1, call: 100 + (seed % 200), isSaved: true },
        { wave: 3, call: 250 + (seed % 100), isSaved: false },
        { wave: 5, call: 1 + (seed % 50), isSaved: true },
        { wave: 7, call: 300 + (seed % 100), isSaved: true },
      ]
    : [
        { wave: 0, call: 5 + (seed % 20), isSaved: false },
        { wave: 1, call: 15 + (seed % 30), isSaved: true },
      ];

jest.setTimeout(isExhaustive ? 1_800_000 : 120_000);

/** A fleet that is migrated in waves, while calls fail and deployments are killed. */
class Rollout {
  readonly fleet: SurveyedFleet;
  readonly watch: ZoneWatch;
  readonly folder: string;
  readonly #states = new Map<string, TerraformClient>();
  readonly #startPlugin: () => Promise<Plugin>;
  #plugin: Plugin | undefined;

  private constructor(fleet: SurveyedFleet, watch: ZoneWatch, folder: string) {
    this.fleet = fleet;
    this.watch = watch;
    this.folder = folder;
    this.#startPlugin = localPlugins({ requestsPer5Minutes, clock: fleet.clock });
  }

  static async start(): Promise<Rollout> {
    // A cutover ends while the plugin waits for it, which it does by the clock of the machine.
    const fleet = await SurveyedFleet.start(zoneCount, requestsPer5Minutes, () => performance.now());
    const folder = makeFolder();
    const rollout = new Rollout(fleet, await ZoneWatch.start(fleet.emulator), folder);
    await rollout.#inject();
    return rollout;
  }

  /** Makes a zone ineligible, by calls that neither fail nor count. */
  async block(zoneId: string): Promise<void> {
    const { emulator, limit } = this.fleet;
    await emulator.control('DELETE', '/faults');
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: null });
    const override = { urls: ['shop.example/*'], rules: { '100015': 'disable' } };
    await emulator.result('POST', `/zones/${zoneId}/firewall/waf/overrides`, override);
    await emulator.control('PUT', '/limits', { requestsPer5Minutes: limit });
    await this.#inject();
  }

  /** What a command of the person does, by a client of its own. */
  async command<T>(run: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = this.fleet.connect();
    try {
      return await run(connection);
    } finally {
      await connection.close();
    }
  }

  async writeWaves(): Promise<void> {
    await writeWaves(this.folder, await this.fleet.survey(), { ...sizes, validation: false }, 'cdktn');
    const path = join(this.folder, 'waves.json');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll('"acknowledged": false', '"acknowledged": true'));
  }

  /** Deploys until there is nothing left to do. A killed deployment is deployed again. */
  async deploy(wave: Wave, kill: (typeof kills)[number] | undefined): Promise<void> {
    const terraform = this.#terraformOf(wave);
    if (kill !== undefined) await this.#killAt(terraform, kill);
    for (let applies = 0; ; applies += 1) {
      const plan = await terraform.plan();
      if (plan.isEmpty) break;
      if (applies > 3) throw new Error(`${wave.name} does not converge`);
      await terraform.apply(plan);
    }
  }

  async status(): Promise<WavesStatus> {
    const { file } = await readProject(this.folder);
    const status = await this.command((connection) => readWavesStatus(connection, this.folder, file));
    await saveStatus(this.folder, status);
    return status;
  }

  async review(wave: Wave, ...assertions: readonly string[]): Promise<boolean> {
    const { file, gates } = await readProject(this.folder);
    const { gate } = await this.command((connection) =>
      reviewWave(connection, file, wave, {
        assertions: assertions.map(parseReviewAssertion),
        paths: [],
      }),
    );
    await saveGate(this.folder, gate, gates);
    return gate.passed;
  }

  async close(): Promise<void> {
    await this.#plugin?.kill();
    await this.watch.close();
  }

  async #inject(): Promise<void> {
    for (const fault of mix(0.02, seed % 2 ** 24))
      await this.fleet.emulator.control('POST', '/faults', fault);
  }

  #terraformOf(wave: Wave): TerraformClient {
    const known = this.#states.get(wave.name);
    if (known !== undefined) return known;
    const terraform = new TerraformClient({
      provider: async () => (this.#plugin ??= await this.#startPlugin()).provider,
      configuration: () => configurationOf(wave),
      settings: { base_url: this.watch.url, api_token: this.fleet.emulator.token },
      parallelism: 10,
    });
    this.#states.set(wave.name, terraform);
    return terraform;
  }

  async #killAt(terraform: TerraformClient, { call, isSaved }: (typeof kills)[number]): Promise<void> {
    const plan = await terraform.plan();
    const before = new Map(terraform.state);
    const reached = this.watch.stopAt(call);
    const applied = terraform.apply(plan).then(
      () => undefined,
      (error: unknown) => error,
    );
    const isOver = await Promise.race([applied.then(() => true), reached.then(() => false)]);
    if (isOver) throw new Error(`the deployment ended before call ${call}`);
    await this.#plugin?.kill();
    this.#plugin = undefined;
    // gRPC's codes of a call whose connection is gone: unavailable and cancelled.
    const error = await applied;
    if (![14, 1].includes(Number(pick(error, 'code')))) throw error as Error;
    this.watch.resume();
    if (isSaved) return;
    terraform.state.clear();
    for (const [address, instance] of before) terraform.state.set(address, instance);
  }
}

function configurationOf({ zones, target }: Wave): object {
  const migrations = zones.map(({ id }) => [
    `zone_${id}`,
    { zone_id: id, target, acknowledge_irreversible: true, on_ineligible: 'skip' },
  ]);
  return {
    provider: { edge: [{}] },
    resource: { edge_waf_migration: Object.fromEntries(migrations) as object },
  };
}

describe('a fleet that is migrated in waves, while 2 of 100 calls fail and deployments are killed', () => {
  let rollout: Rollout;
  beforeEach(async () => {
    rollout = await Rollout.start();
  });
  afterEach(() => rollout.close());

  const claimed: Readonly<Record<string, Guard>> = {
    eligible: 'the previous',
    ineligible: 'the previous',
    cutover: 'both',
    migrated: 'the new',
  };
  const expectTrueStatus = async (): Promise<WavesStatus> => {
    const status = await rollout.status();
    for (const { zone_id: id, verdict } of [...status.all, ...status.left_out]) {
      const guard = await rollout.watch.attack(id);
      // A cutover may end between the two.
      const isEnding = verdict === 'cutover' && guard === 'the new';
      if (!isEnding) expect([id, verdict, guard]).toEqual([id, verdict, claimed[verdict]]);
    }
    return status;
  };

  it('is complete and was protected at every call, and no ineligible zone was written to', async () => {
    const all = Array.from({ length: zoneCount }, (_, at) => at);
    const ineligible = all.filter(isIneligible).map(fleetZoneId);
    await rollout.writeWaves();
    const { waves, left_out: leftOut } = (await readProject(rollout.folder)).file;
    expect(leftOut.map(({ id }) => id).sort()).toEqual(ineligible.sort());

    // It becomes ineligible after the survey.
    const late = waves.at(-1)?.zones.at(-1)?.id ?? '';
    await rollout.block(late);

    let killed = 0;
    for (const [at, wave] of waves.entries()) {
      const { gates } = (await readProject(rollout.folder)).gates;
      expect(findClosure(waves, gates, wave)).toBeUndefined();
      const following = waves[at + 1];
      const kill = kills.find((each) => each.wave === at);
      await rollout.deploy(wave, kill);
      killed += kill === undefined ? 0 : 1;
      if (kill !== undefined) await expectTrueStatus();
      if (following !== undefined)
        expect(findClosure(waves, gates, following)).toMatchObject({ wave: wave.name });
      const isLast = following === undefined;
      expect(await rollout.review(wave)).toBe(!isLast);
      if (isLast) expect(await rollout.review(wave, 'incomplete<=1')).toBe(true);
    }

    expect(killed).toBe(kills.length);
    expect(rollout.watch.violations).toEqual([]);
    const untouched = [...ineligible, late];
    for (const id of untouched) expect(rollout.watch.written).not.toContain(id);
    const eligible = all.map(fleetZoneId).filter((id) => !untouched.includes(id));
    for (const id of eligible) expect([id, await rollout.watch.attack(id)]).toEqual([id, 'the new']);

    const status = await expectTrueStatus();
    expect(status.zones).toMatchObject({
      total: eligible.length + 1,
      migrated: eligible.length,
      ineligible: 1,
    });
    expect(status.attention).toMatchObject([{ zone_id: late, verdict: 'ineligible' }]);
    expect(status.next.text).toBe('Every wave is complete and has passed its review.');
    const page = await readFile(join(rollout.folder, 'STATUS.md'), 'utf8');
    expect(page).toContain(`${eligible.length + 1} zones: 1 ineligible, ${eligible.length} migrated.`);
    for (const { zone_name: name } of status.left_out) expect(page).toContain(`| ${name} |`);
  });
});
