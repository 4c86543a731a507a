import { Testing, TerraformStack } from 'cdktf';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CustomFieldsRuleset,
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  SecretVariable,
  WafMigration,
} from '../../lib';
import { readFixture } from '../../lib/emulator/fixture/seed-fixture';
import { startEmulator } from '../../lib/emulator';
import { resolveConfiguration } from '../../lib/drivers/configuration';
import { describeAll } from '../support/handler-harness';
import { runInProcess } from '../cli/support';
import { makeStack, zoneId } from './support';

/** A mistake, and what its maker reads: the place, the value, the rule and the fix. */
interface Mistake {
  readonly mistake: string;
  readonly make: () => unknown;
  readonly message: string;
}

/** Props of any form, as JavaScript passes them. */
const props = (given: object) => given as never;
const provider = (given: object) => () =>
  new EdgeProvider(new TerraformStack(Testing.app(), 'edge'), 'edge', props(given));
const waf = (given: object) => () =>
  new WafMigration(
    makeStack('edge'),
    'waf',
    props({ zoneId, target: 'complete', acknowledgeIrreversible: true, ...given }),
  );
const job = (given: object) => () =>
  new LogpushJob(
    makeStack('edge'),
    'logs',
    props({ zoneId, destinationConf: 's3://logs?region=eu', ...given }),
  );
const synth = (add: (stack: TerraformStack) => void) => () => {
  const stack = new TerraformStack(Testing.app(), 'edge');
  add(stack);
  Testing.synth(stack, true);
};
const environment = (env: NodeJS.ProcessEnv) => () => {
  const resolved = resolveConfiguration({}, env);
  throw new Error('problems' in resolved ? describeAll(resolved.problems).join('\n') : 'no problem');
};
const command =
  (...parameters: string[]) =>
  async () => {
    const { stdout, stderr } = await runInProcess(undefined, ...parameters);
    throw new Error(stdout + stderr);
  };

/** In the order of a user's day. */
const mistakes: readonly Mistake[] = [
  {
    mistake: 'a construct without a provider',
    make: synth(
      (stack) =>
        new WafMigration(stack, 'waf', {
          zoneId,
          target: 'complete' as never,
          acknowledgeIrreversible: true,
        }),
    ),
    message:
      "[edge/waf] WafMigration: the stack edge has no provider. Add new EdgeProvider(this, 'edge') to it, before its constructs.",
  },
  {
    mistake: 'two providers without an alias',
    make: synth((stack) => [new EdgeProvider(stack, 'one'), new EdgeProvider(stack, 'two')]),
    message:
      '[edge/one] EdgeProvider: the stack has another one without an alias, edge/two. Give one of them an alias, and pass it to its constructs as provider.',
  },
  {
    mistake: 'a prop of the provider that does not exist',
    make: provider({ token: 'x' }),
    message: 'token: Unknown prop: there is no prop token.',
  },
  {
    mistake: 'a token with the scheme of its header',
    make: provider({ apiToken: 'Bearer abc' }),
    message:
      'apiToken: Invalid credentials: apiToken begins with "Bearer ", which each call adds itself. Leave that word out.',
  },
  {
    mistake: 'the same in the environment',
    make: environment({ EDGE_API_TOKEN: 'Bearer abc' }),
    message:
      'Invalid credentials: EDGE_API_TOKEN begins with "Bearer ", which each call adds itself. Leave that word out.',
  },
  {
    mistake: 'a token in quotes',
    make: environment({ EDGE_API_TOKEN: '"abc"' }),
    message: 'EDGE_API_TOKEN has quotes around it. Leave them out.',
  },
  {
    mistake: 'a token with a line break',
    make: environment({ EDGE_API_TOKEN: 'abc\n' }),
    message:
      'EDGE_API_TOKEN has a blank, a line break or another character that no credential has. Copy it again',
  },
  {
    mistake: 'no credentials',
    make: environment({}),
    message: 'No credentials: Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, in the environment.',
  },
  {
    mistake: "the variables of the service's own provider",
    make: environment({ CLOUDFLARE_API_TOKEN: 'abc' }),
    message:
      'CLOUDFLARE_API_TOKEN is set: to use it, set EDGE_USE_CLOUDFLARE_ENV=true, or use_cloudflare_env (useCloudflareEnv) of the provider.',
  },
  {
    mistake: 'a switch that is neither true nor false',
    make: environment({ EDGE_USE_CLOUDFLARE_ENV: 'yes' }),
    message: 'EDGE_USE_CLOUDFLARE_ENV is "yes". It must be "true" or "false".',
  },
  {
    mistake: 'a pair without its second half',
    make: environment({ EDGE_USE_CLOUDFLARE_ENV: 'true', CLOUDFLARE_EMAIL: 'a@example.com' }),
    message:
      'api_email (CLOUDFLARE_EMAIL) is set without api_key. Set CLOUDFLARE_API_KEY too, or use a token (CLOUDFLARE_API_TOKEN).',
  },
  {
    mistake: 'an address without the version of the API',
    make: provider({ baseUrl: 'https://api.cloudflare.com' }),
    message: 'baseUrl is "https://api.cloudflare.com". Use an http or https URL that ends in /client/v4',
  },
  {
    mistake: 'a literal default of a secret',
    make: () => new SecretVariable(makeStack('edge'), 'token', props({ defalt: '' })),
    message: 'Did you mean default?',
  },
  {
    mistake: 'a domain in place of the ID of a zone',
    make: waf({ zoneId: 'example.com' }),
    message:
      '"example.com" is not an ID: IDs are 32 hexadecimal digits in lower case. It is a domain: set zoneName to it, and leave zoneId out.',
  },
  {
    mistake: 'an ID in upper case',
    make: waf({ zoneId: 'A'.repeat(32) }),
    message: `Write it as "${'a'.repeat(32)}".`,
  },
  {
    mistake: 'an ID in place of the domain of a zone',
    make: waf({ zoneId: undefined, zoneName: zoneId }),
    message: 'It is an ID: set zone_id (zoneId) to it.',
  },
  {
    mistake: 'no zone',
    make: () => new CustomFieldsRuleset(makeStack('edge'), 'fields', props({ requestHeaders: ['x-id'] })),
    message: 'zoneId',
  },
  {
    mistake: 'no target of a migration',
    make: waf({ target: undefined }),
    message: 'target is required, and it is null or not set. Set it to "validation" or "complete".',
  },
  {
    mistake: 'a target that does not exist',
    make: waf({ target: 'new' }),
    message: 'target is "new". It must be "validation" or "complete".',
  },
  {
    mistake: 'the ID of a rule of the previous WAF',
    make: waf({ ruleOverrides: [{ ruleId: '100015', action: 'log' }] }),
    message:
      'ruleOverrides[0].ruleId: Invalid identifier: "100015" is not an ID: IDs are 32 hexadecimal digits in lower case. It is the ID of a rule of ' +
      'the previous WAF, and the new rules have others. Copy it from the rule in its managed ruleset: GET /zones/<zone>/rulesets/<ruleset>.',
  },
  {
    mistake: 'no destination of a job',
    make: job({ destinationConf: undefined }),
    message: 'destinationConf is required, and it is null or not set. Set it to a string.',
  },
  {
    mistake: 'the name of an account as its ID',
    make: () =>
      new PoolNotificationPolicy(
        makeStack('edge'),
        'health',
        props({ accountId: 'Example', name: 'Health', allPools: true, emailAddresses: ['a@example.com'] }),
      ),
    message:
      '"Example" is not an ID: IDs are 32 hexadecimal digits in lower case. Copy it from the overview page of the account.',
  },
  {
    mistake: 'the name of a pool as its ID',
    make: () =>
      new PoolNotificationPolicy(
        makeStack('edge'),
        'health',
        props({ accountId: zoneId, name: 'Health', poolIds: ['eu'], emailAddresses: ['a@example.com'] }),
      ),
    message: 'Copy it from the list of pools: GET /accounts/<account>/load_balancers/pools.',
  },
  {
    mistake: 'a command that does not exist',
    make: command('log', 'check'),
    message: "unknown command 'log'\n(Did you mean logs?)",
  },
  {
    mistake: 'a filter with a misspelled field',
    make: command('logs', 'check', 'BotScor < 30'),
    message: 'BotScore',
  },
];

it.each(mistakes)('$mistake: says what to change', async ({ make, message }) => {
  let said = 'no message';
  try {
    await make();
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toContain(message);
});

describe('a file that is no fixture', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is named, with what is wrong in it', async () => {
    const file = join(folder, 'package.json');
    writeFileSync(file, '{"name":"mine"}');
    await expect(startEmulator({ fixture: file })).rejects.toThrow(
      `${file}: name: unknown key; allowed are accounts, zones`,
    );
    writeFileSync(file, '{');
    await expect(readFixture(file)).rejects.toThrow(file);
  });
});

it('a construct of an app of several stacks is told which of them has no provider', () => {
  const app = Testing.app();
  makeStack('one', app);
  const stack = new TerraformStack(app, 'two');
  new CustomFieldsRuleset(stack, 'fields', { zoneId, requestHeaders: ['x-id'] });
  expect(() => Testing.synth(stack, true)).toThrow(
    '[two/fields] CustomFieldsRuleset: the stack two has no provider.',
  );
});
