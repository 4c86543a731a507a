import timers from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { EdgeClient } from '../../../lib/client';
import type { ProviderDefinition } from '../../../lib/drivers/plugin/provider';
import { configurationAttributes } from '../../../lib/drivers/configuration';
import { explainClientError } from '../../../lib/drivers/explain';
import { jsonOf } from '../../../lib/ground/json';
import { resources } from '../../../lib/resources';
import { isUnknown, type Value } from '../../../lib/schema';
import type { Plan, PlanOptions } from '../terraform-client';
import { CommandFailed, TerraformClient } from '../terraform-client/client';
import { InconsistentFinalPlan } from '../terraform-client/checks';
import { startLocalPlugin, type LocalPlugin } from '../terraform-client/local';
import type { Diagnostic, Provider } from '../terraform-client/provider';
import type { Schedule } from './schedule';
import type { ModelService } from './service';

export const wire: { service: ModelService | undefined; schedule: Schedule | undefined } = {
  service: undefined,
  schedule: undefined,
};

/** The calls of all clients of the tests of a file go to the model, from the place where undici would send them. */
export function useModelOfService(): void {
  beforeAll(() => {
    // oxlint-disable-next-line typescript/no-require-imports -- the module has no types of its own
    const { prototype } = require('undici/lib/dispatcher/pool.js') as { prototype: Dispatcher };
    // Waits end at once: each is followed by a call, and the schedule orders calls.
    jest.spyOn(timers, 'setTimeout').mockResolvedValue(undefined);
    // The progress of each of thousands of applies says nothing.
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    jest.spyOn(prototype, 'dispatch').mockImplementation(function (this: Dispatcher, request, handler) {
      answer(this, request, handler).catch((error: unknown) => wire.schedule?.fail(error));
      return true;
    });
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });
}

/** A call waits for its turn, and then takes effect in the model. */
async function answer(
  client: Dispatcher,
  { method, path, body }: Dispatcher.DispatchOptions,
  handler: Dispatcher.DispatchHandler,
): Promise<void> {
  const { service, schedule } = wire;
  if (service === undefined || schedule === undefined) throw new Error('no model');
  const controller = {
    abort: () => undefined,
    resume: () => undefined,
    pause: () => undefined,
  } as unknown as Dispatcher.DispatchController;
  handler.onRequestStart?.(controller, {});
  const url = new URL(path, 'http://model');
  const place = url.pathname.replace('/client/v4/', '');
  const isWrite = method !== 'GET';
  const label = `${method} ${shorten(place)}${isWrite ? '' : url.search}`;
  const how = await schedule.arrive({ label, path: place, writes: isWrite });
  const answered =
    how === 'refused'
      ? { status: 403, code: 10000, message: 'forbidden' }
      : service.answer({
          client,
          method,
          path: place,
          query: url.searchParams,
          body: typeof body === 'string' ? jsonOf(body) : undefined,
        });
  if (how === 'lost') {
    handler.onResponseError?.(controller, new Error('other side closed'));
    return;
  }
  const { status, result, info, code, message } = {
    result: null,
    info: undefined,
    code: undefined,
    message: '',
    ...answered,
  };
  const isOk = status < 300;
  const envelope = {
    success: isOk,
    errors: isOk ? [] : [{ code, message }],
    messages: [],
    result,
    result_info: info,
  };
  handler.onResponseStart?.(controller, status, {}, '');
  handler.onResponseData?.(controller, Buffer.from(JSON.stringify(envelope)));
  handler.onResponseEnd?.(controller, {});
}

function shorten(path: string): string {
  return path.replace(/([0-9a-f])\1{6,}/g, '$1…');
}

/** A provider process: a session and a client of its own. */
function startProcess(): LocalPlugin {
  const definition: ProviderDefinition<EdgeClient> = {
    attributes: configurationAttributes,
    description: 'Edge.',
    resources,
    configure: (config) =>
      isUnknown(config.api_token)
        ? { isReady: false, unavailable: [], isLater: true }
        : {
            isReady: true,
            service: new EdgeClient({
              baseUrl: 'http://127.0.0.1:1/client/v4',
              credentials: { apiToken: 'token-of-the-model-0123456789abcdef012' },
              retryTimeoutMs: 0,
              requestsPer5Minutes: 1_000_000,
            }),
          },
    explain: explainClientError,
  };
  return startLocalPlugin(definition);
}

export interface Result {
  readonly plan: Plan | undefined;
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** What errors say to import. */
  readonly existing: readonly { readonly address: string; readonly id: string }[];
  readonly wasKilled: boolean;
}

/** The meta-argument of a resource of the second provider configuration. */
export const ofSecond = { provider: 'edge.second' };

/**
 * Terraform over the model: each command has a process of its own for each of two provider configurations, whose calls the schedule
 * orders. An apply has of its plan what the planned values and the state say.
 */
export class ModelTerraform {
  readonly #schedule: Schedule;
  readonly client: TerraformClient;
  #processes: LocalPlugin[] = [];
  #blocks: object = {};

  /** @param parallelism - how many resources are read, planned and applied at once */
  constructor(
    schedule: Schedule,
    public parallelism = 2,
  ) {
    this.#schedule = schedule;
    const ofModel = () => this.parallelism;
    this.client = new TerraformClient({
      provider: () => {
        const started = startProcess();
        this.#processes.push(started);
        return Promise.resolve(withSchemas(started));
      },
      configuration: () => ({
        provider: { edge: [{}, { alias: 'second' }] },
        resource: this.#blocks,
      }),
      get parallelism() {
        return ofModel();
      },
    });
  }

  get policies(): readonly Readonly<Record<string, unknown>>[] {
    const { edge_pool_notification_policy: policies = {} } = this.#blocks as Readonly<
      Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>
    >;
    return Object.values(policies);
  }

  plan(
    blocks: object,
    variables: Readonly<Record<string, Value>> = {},
    options: PlanOptions = {},
  ): Promise<Result> {
    this.#blocks = blocks;
    this.client.variables = variables;
    return this.#command(async () => {
      const plan = await this.client.plan(options);
      return { plan, diagnostics: plan.diagnostics };
    });
  }

  async import(blocks: object, address: string, id: string): Promise<void> {
    this.#blocks = blocks;
    await this.#schedule.run(() => this.client.import(address, id));
  }

  apply(plan: Plan, variables: Readonly<Record<string, Value>> = {}): Promise<Result> {
    this.client.variables = variables;
    return this.#command(async () => ({ plan, diagnostics: await this.client.apply(plan) }));
  }

  async #command(
    work: () => Promise<{ readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] }>,
  ): Promise<Result> {
    const failed = { plan: undefined, warnings: [], existing: [], wasKilled: false };
    try {
      this.#processes = [];
      const done = await this.#schedule.run(work, () => {
        for (const each of this.#processes) each.kill();
      });
      if (done === undefined) return { ...failed, errors: ['killed'], wasKilled: true };
      return { ...failed, plan: done.plan, errors: [], warnings: textsOf(done.diagnostics, 'warning') };
    } catch (error) {
      if (error instanceof InconsistentFinalPlan) return { ...failed, errors: [error.message] };
      if (!(error instanceof CommandFailed)) throw error;
      const { diagnostics } = error;
      const impossible = diagnostics.find(({ summary }) => summary.startsWith('Unexpected '));
      if (impossible !== undefined)
        throw new Error(`the model is not like the service: ${impossible.detail}`, { cause: error });
      return {
        ...failed,
        errors: textsOf(diagnostics, 'error'),
        warnings: textsOf(diagnostics, 'warning'),
        existing: diagnostics.flatMap(({ address = '', detail }) => {
          const id = /^ +id = "(.*)"$/m.exec(detail)?.[1];
          return id === undefined ? [] : [{ address, id }];
        }),
      };
    }
  }
}

function textsOf(diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): string[] {
  return diagnostics
    .filter((each) => each.severity === severity)
    .map(({ summary, detail }) => `${summary}: ${detail}`);
}

let schemas: ReturnType<Provider['schemas']> | undefined;

/** The schemas are the same in all processes, and take longer than all other calls of a command. */
function withSchemas({ provider }: LocalPlugin): Provider {
  schemas ??= provider.schemas();
  const known = schemas;
  return Object.assign(provider, { schemas: () => known });
}
