import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EdgeClient } from '../../../lib/client';
import { Memory } from '../../../lib/drivers/provisioner/memory';
import { Report } from '../../../lib/drivers/provisioner/report';
import {
  secretsTrigger,
  typeTrigger,
  type Command,
  type Triggers,
} from '../../../lib/drivers/provisioner/request';
import { run } from '../../../lib/drivers/provisioner/run';
import { secretTexts } from '../../../lib/drivers/provisioner/secrets';
import { resources } from '../../../lib/resources';
import type { Resource } from '../../../lib/resources/handler';
import type { World } from '../../support/handler-harness';

/** Attributes as a construct has them. */
export type Given = Readonly<Record<string, unknown>>;

/** What Terraform makes of a construct under the provisioner driver: the runner's calls, in its order. */
export interface Deployment {
  /** Brings the object to what is wanted; null takes the construct away. Gives what was said, and the writing calls; what fails says it to `listen`. */
  deploy(wanted: Given | null, secrets?: Given, listen?: (text: string) => void): Promise<Outcome>;
  /** One call of the runner. */
  call(command: Command, wanted: Given, secrets?: Given): Promise<Outcome>;
  /** Where the runner leaves what was deployed before. */
  readonly folder: string;
}

export interface Outcome {
  readonly said: string;
  /** As `POST logpush/jobs`. */
  readonly writes: readonly string[];
}

/** Gives deployments to the tests of a file, each with a memory of its own. */
export function deployments(): (world: World, typeName: string, memory?: string) => Deployment {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  return (world, typeName, memory) => {
    const folder = mkdtempSync(join(tmpdir(), 'deployment-'));
    folders.push(folder);
    return startDeployment(world, resourceOf(typeName), memory ?? folder);
  };
}

export function resourceOf(typeName: string): Resource<EdgeClient> {
  const resource = resources.find(({ contract }) => contract.typeName === typeName);
  if (resource === undefined) throw new Error(`there is no resource ${typeName}`);
  return resource;
}

function startDeployment(world: World, resource: Resource<EdgeClient>, folder: string): Deployment {
  const memory = new Memory(folder);
  let before: Triggers | undefined;

  async function call(
    command: Command,
    triggers: Triggers,
    secrets: Triggers = {},
    listen: (text: string) => void = () => undefined,
  ): Promise<Outcome> {
    let said = '';
    await world.calls();
    await run({
      command,
      resource,
      triggers,
      secrets,
      memory,
      report: new Report((text) => {
        said += text;
        listen(text);
      }, secretTexts(secrets)),
      service: () => world.client,
      signal: new AbortController().signal,
    });
    return { said, writes: (await world.calls()).filter((each) => !each.startsWith('GET ')) };
  }

  const keyOf = (triggers: Triggers): Triggers =>
    Object.fromEntries(
      (resource.contract.naturalKey?.attributes ?? []).map((name) => [name, triggers[name] ?? null]),
    );

  return {
    folder,
    call: (command, wanted, secrets = {}) => call(command, toTriggers(wanted, secrets), toTexts(secrets)),
    deploy: async (wanted, secrets = {}, listen) => {
      const now = wanted === null ? undefined : toTriggers(wanted, secrets);
      const old = before;
      if (now !== undefined && JSON.stringify(now) === JSON.stringify(old)) return { said: '', writes: [] };
      const hasKey = (a: Triggers, b: Triggers) => JSON.stringify(keyOf(a)) === JSON.stringify(keyOf(b));
      const isSame = now !== undefined && old !== undefined && hasKey(now, old);
      const steps: (() => Promise<Outcome>)[] = [];
      if (old !== undefined) steps.push(() => call('remember', old));
      if (old !== undefined && !isSame) steps.push(() => call('delete', keyOf(old)));
      if (now !== undefined && !isSame) steps.push(() => call('create', now, toTexts(secrets), listen));
      if (now !== undefined) steps.push(() => call('apply', now, toTexts(secrets), listen));
      const outcomes: Outcome[] = [];
      for (const step of steps) outcomes.push(await step());
      before = now;
      return {
        said: outcomes.map(({ said }) => said).join(''),
        writes: outcomes.flatMap(({ writes }) => writes),
      };
    },
  };
}

function toTriggers(wanted: Given, secrets: Given): Triggers {
  const digest = createHash('sha256').update(JSON.stringify(secrets)).digest('hex');
  return {
    ...toTexts(wanted),
    [typeTrigger]: 'any',
    ...(Object.keys(secrets).length > 0 && { [secretsTrigger]: digest }),
  };
}

function toTexts(given: Given): Triggers {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'string' || value === null ? value : JSON.stringify(value),
    ]),
  );
}
