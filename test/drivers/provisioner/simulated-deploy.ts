import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { EdgeClient } from '../../../lib/client';
import { MemoStore } from '../../../lib/drivers/provisioner/memo-store';
import { Report } from '../../../lib/drivers/provisioner/report';
import { secretsTrigger, typeTrigger } from '../../../lib/drivers/triggers';
import { type Command, type Triggers } from '../../../lib/drivers/provisioner/request';
import { runCommand } from '../../../lib/drivers/provisioner/commands';
import { renewableAttributes, secretTexts } from '../../../lib/drivers/provisioner/secrets';
import { resources } from '../../../lib/resources';
import type { Resource } from '../../../lib/resources/handler';
import { defaultSettings } from '../../../lib/resources/settings';
import type { World } from '../../support/handler-harness';
import { makeFolder } from '../../support/folder';

export type Given = Readonly<Record<string, unknown>>;

/** What Terraform makes of a construct under the provisioner driver: the runner's calls, in its order. */
export interface Deployment {
  /** Deploys a configuration; null removes the construct. Returns the output and the writing calls; a failure passes its output to `listen`. */
  deploy(desired: Given | null, secrets?: Given, listen?: (text: string) => void): Promise<Outcome>;
  call(command: Command, desired: Given, secrets?: Given): Promise<Outcome>;
  readonly folder: string;
}

export interface Outcome {
  readonly said: string;
  /** As `POST logpush/jobs`. */
  readonly writes: readonly string[];
}

/** Gives deployments to the tests of a file, each with a memory of its own. `address`: construct and instance. */
export function deployments(): (
  world: World,
  typeName: string,
  memory?: string,
  address?: string,
) => Deployment {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  return (world, typeName, memory, address = 'logs') => {
    const folder = makeFolder();
    folders.push(folder);
    return startDeployment(world, resourceOf(typeName), memory ?? folder, address);
  };
}

export function resourceOf(typeName: string): Resource<EdgeClient> {
  const resource = resources.find(({ contract }) => contract.typeName === typeName);
  if (resource === undefined) throw new Error(`there is no resource ${typeName}`);
  return resource;
}

function startDeployment(
  world: World,
  resource: Resource<EdgeClient>,
  folder: string,
  address: string,
): Deployment {
  let before: Triggers | undefined;
  /** What *lifecycle* has: the name that the object was made with. */
  let origin: Triggers = {};

  async function call(
    command: Command,
    triggers: Triggers,
    secrets: Triggers = {},
    listen: (text: string) => void = () => undefined,
  ): Promise<Outcome> {
    let said = '';
    await world.calls();
    await runCommand({
      command,
      resource,
      triggers,
      secrets,
      origin: command === 'apply' || command === 'update' ? origin : {},
      address,
      memory: new MemoStore(folder),
      report: new Report((text) => {
        said += text;
        listen(text);
      }, secretTexts(secrets)),
      service: () => world.connect(),
      settings: () => defaultSettings,
      signal: new AbortController().signal,
    });
    return { said, writes: (await world.calls()).filter((each) => !each.startsWith('GET ')) };
  }

  const { attributes, naturalKey } = resource.contract;
  const pick = (triggers: Triggers, names: readonly string[]): Triggers =>
    Object.fromEntries(names.map((name) => [name, triggers[name] ?? null]));
  const keyOf = (triggers: Triggers): Triggers => pick(triggers, naturalKey?.attributes ?? []);
  /** What of the key replaces *lifecycle*. */
  const memoKeyOf = (triggers: Triggers): Triggers =>
    pick(
      triggers,
      (naturalKey?.attributes ?? []).filter((name) => attributes[name]?.replaces === true),
    );

  return {
    folder,
    call: (command, desired, secrets = {}) =>
      call(command, toTriggers(resource, desired, secrets), toTexts(secrets)),
    deploy: async (desired, secrets = {}, listen) => {
      const now = desired === null ? undefined : toTriggers(resource, desired, secrets);
      const old = before;
      if (now !== undefined && JSON.stringify(now) === JSON.stringify(old)) return { said: '', writes: [] };
      const isIn = (a: Triggers, b: Triggers) =>
        JSON.stringify(memoKeyOf(a)) === JSON.stringify(memoKeyOf(b));
      const isSame = now !== undefined && old !== undefined && isIn(now, old);
      const made = origin;
      const steps: (() => Promise<Outcome>)[] = [];
      if (old !== undefined) steps.push(() => call('remember', old));
      if (old !== undefined && !isSame) steps.push(() => call('delete', made));
      if (now !== undefined && !isSame) steps.push(() => call('create', now, toTexts(secrets), listen));
      for (const command of ['update', 'apply'] as const)
        if (now !== undefined) steps.push(() => call(command, now, toTexts(secrets), listen));
      if (now !== undefined && !isSame) origin = keyOf(now);
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

function toTriggers({ contract }: Resource<EdgeClient>, desired: Given, secrets: Given): Triggers {
  const names = renewableAttributes(contract).filter((name) => secrets[name] !== undefined);
  const digest = createHash('sha256').update(JSON.stringify(names.map((name) => secrets[name])));
  return {
    ...toTexts(desired),
    [typeTrigger]: 'any',
    ...(names.length > 0 && { [secretsTrigger]: digest.digest('hex') }),
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
