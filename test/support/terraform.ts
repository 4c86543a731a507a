import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAtLeast } from '../../lib/ground/version';
import {
  findTerraform,
  terraformName,
  isolatedEnvironment,
  readVersion,
  type ReportedVersion,
} from '../../lib/terraform/binary';
import { TerraformFolder } from '../../lib/terraform/folder';
import type { Finished } from '../../lib/ground/program';
import { readMessages, type TerraformDiagnostic } from '../../lib/terraform/messages';

export type { Finished } from '../../lib/ground/program';
export { readMessages, type Message } from '../../lib/terraform/messages';

const terraformPath = findTerraform(process.env);
const binary = terraformName(process.env);

/** Whether the binary is OpenTofu, which has a registry of its own. */
export function isOpenTofu(): boolean {
  return reportedVersion()?.product === 'OpenTofu';
}

let reported: ReportedVersion | undefined;

function reportedVersion(): ReportedVersion | undefined {
  if (terraformPath === undefined) return undefined;
  return (reported ??= readVersion(
    execFileSync(terraformPath, ['version'], { encoding: 'utf8', env: isolatedEnvironment() }),
  ));
}

/**
 * A suite that runs the real terraform. Where there is none, a developer's run skips it and says so; a run in CI
 * fails, so that nothing is thought proven that was never run.
 */
export function describeWithTerraform(name: string, suite: () => void): void {
  if (terraformPath !== undefined) {
    describe(name, suite);
    return;
  }
  if (process.env.CI !== undefined && process.env.CI !== '') {
    describe(name, () => {
      it('has terraform', () => {
        throw new Error(`Cannot find ${binary}: install it in CI, these suites are not optional there`);
      });
    });
    return;
  }
  // Skipped, not failed: a contributor without terraform can still run everything else.
  describe.skip(`${name} (skipped: cannot find ${binary})`, suite);
}

/** The first versions of each product that have something; undefined for one that has it in none. */
export interface FirstVersions {
  readonly Terraform: readonly [number, number];
  readonly OpenTofu?: readonly [number, number];
}

/** A suite for what only newer versions have. With another one it is reported as skipped, also in CI. */
export function describeWithTerraformFrom(first: FirstVersions, name: string, suite: () => void): void {
  const version = reportedVersion();
  const needed = version && first[version.product];
  if (version === undefined || (needed !== undefined && isAtLeast(version.version, needed))) {
    describeWithTerraform(name, suite);
    return;
  }
  const has = `${version.product} ${version.version}`;
  describe.skip(`${name} (skipped: needs Terraform ${first.Terraform.join('.')}, and this is ${has})`, suite);
}

/** The name Terraform gives this machine's platform in the folders of plugins. */
export function terraformPlatform(): string {
  const systems: Readonly<Record<string, string>> = { win32: 'windows' };
  const architectures: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' };
  return `${systems[process.platform] ?? process.platform}_${architectures[process.arch] ?? process.arch}`;
}

export interface PlanOutcome extends Finished {
  /** What would be added, changed and destroyed, added up: a replacement counts as two. */
  readonly changes: number;
}

export interface ApplyOutcome {
  /** What was planned, as `update edge_logpush_job.logs`. */
  readonly changes: readonly string[];
  /** What the refresh found changed. */
  readonly drifted: readonly string[];
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly TerraformDiagnostic[];
}

interface RunOptions {
  /** Any other exit code throws, with what terraform wrote. 0 by default. */
  readonly expectCode?: number | readonly number[];
}

export class TerraformDir extends TerraformFolder {
  constructor(path: string, settings: Readonly<Record<string, string>> = {}) {
    mkdirSync(path, { recursive: true });
    super(path, isolatedEnvironment(), settings);
  }

  /** Writes the whole configuration, as JSON, instead of what was there. */
  configure(main: object): void {
    this.write('main.tf.json', JSON.stringify(main, null, 2));
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.path, name), content);
  }

  async run(args: readonly string[], { expectCode = 0 }: RunOptions = {}): Promise<Finished> {
    const outcome = await this.start(args).finished;
    if (![expectCode].flat().includes(outcome.code)) {
      throw new Error(
        `${binary} ${args.join(' ')} ended with ${outcome.code}, expected ${[expectCode].flat().join(' or ')}\n` +
          `${outcome.stdout}\n${outcome.stderr}`,
      );
    }
    return outcome;
  }

  override init(): Promise<Finished> {
    return this.run(['init', '-input=false', '-no-color']);
  }

  validate(options: RunOptions = {}): Promise<Finished> {
    return this.run(['validate', '-no-color'], options);
  }

  /** Code 0: nothing to do; 2: something to do. */
  async plan(args: readonly string[] = []): Promise<PlanOutcome> {
    const outcome = await this.run(['plan', '-detailed-exitcode', '-input=false', '-no-color', ...args], {
      expectCode: [0, 2],
    });
    return { ...outcome, changes: countChanges(outcome.stdout) };
  }

  apply(args: readonly string[] = [], options: RunOptions = {}): Promise<Finished> {
    return this.run(['apply', '-auto-approve', '-input=false', '-no-color', ...args], options);
  }

  /** Plans and applies in one process, and answers what Terraform said as JSON. */
  async applyJson(...args: string[]): Promise<ApplyOutcome> {
    const messages = readMessages(
      await this.run(['apply', '-auto-approve', '-input=false', '-json', ...args]),
    );
    const changesOf = (type: string) =>
      messages.flatMap((each) =>
        each.type === type && each.change !== undefined
          ? [`${each.change.action} ${each.change.resource.addr}`]
          : [],
      );
    const outputs = messages.findLast(({ type }) => type === 'outputs')?.outputs ?? {};
    return {
      changes: changesOf('planned_change').sort(),
      drifted: changesOf('resource_drift').sort(),
      outputs: Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value])),
      diagnostics: messages.flatMap(({ diagnostic }) => diagnostic ?? []),
    };
  }

  destroy(options: RunOptions = {}): Promise<Finished> {
    return this.run(['destroy', '-auto-approve', '-input=false', '-no-color'], options);
  }
}

/** Reads "Plan: 1 to add, 0 to change, 0 to destroy." */
function countChanges(stdout: string): number {
  const line = /^Plan: (.*)$/m.exec(stdout)?.[1] ?? '';
  return [...line.matchAll(/(\d+) to (?:add|change|destroy)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}
