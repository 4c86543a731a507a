import { NullProvider } from '@cdktf/provider-null/lib/provider';
import { Resource } from '@cdktf/provider-null/lib/resource';
import {
  App,
  Fn,
  LocalBackend,
  TerraformCount,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CustomFieldsRuleset,
  EdgeDriver,
  EdgeProvider,
  LogpushJob,
  PoolNotificationPolicy,
  WafMigration,
  WafMigrationTarget,
  WafRuleAction,
  type EdgeProviderProps,
  type LogpushJobProps,
  LogField,
} from '../../lib';
import { runnerPath } from '../../lib/drivers/provisioner/delivery';
import { resources } from '../../lib/resources';
import { objectAt, otherZoneId, synth, withoutNotes, zoneId, makeStack } from './support';
import { messageOf } from '../support/message-of';

const job = {
  zoneId,
  name: 'failures',
  destinationConf: 's3://logs?endpoint=storage.example',
  fields: [LogField.RayID, LogField.ClientIP],
};

function stackOf(driver: EdgeDriver, build: (stack: TerraformStack) => unknown): TerraformStack {
  const stack = makeStack('logs', undefined, { driver });
  build(stack);
  return stack;
}

const provisioned = (build: (stack: TerraformStack) => unknown) => stackOf(EdgeDriver.PROVISIONER, build);

function resourcesOf(stack: TerraformStack): unknown {
  const { resource = {} } = objectAt(synth(stack));
  return withoutNotesInside(resource);
}

function withoutNotesInside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNotesInside);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(withoutNotes(objectAt(value)));
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutNotesInside(item)]));
}

const migration = { zoneId, target: WafMigrationTarget.COMPLETE, acknowledgeIrreversible: true };

const secretOf = (stack: TerraformStack, name: string) =>
  new TerraformVariable(stack, name, { type: 'string', sensitive: true }).stringValue;

/** What is of the construct in its resources; the rest is as in the snapshot of a whole job. */
function ownPartsOf(stack: TerraformStack): unknown {
  const without = (object: object, name: string) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const resources = objectAt(resourcesOf(stack), 'null_resource');
  return Object.fromEntries(
    Object.entries(resources).map(([name, resource]) => {
      const { lifecycle = {}, triggers, ...rest } = objectAt(resource);
      const ofUser = without(objectAt(lifecycle), 'postcondition');
      const meta = without(rest, 'provisioner');
      const own = { ...meta, ...(Object.keys(ofUser).length > 0 && { lifecycle: ofUser }) };
      if (name.endsWith('_update')) return [name, own];
      const [{ EDGE_RESOURCE_ATTRIBUTES: attributes } = {}] = environments(stack, name);
      return [name, name.endsWith('_lifecycle') ? { ...own, triggers, attributes } : { ...own, triggers }];
    }),
  );
}

describe('under the provisioner driver', () => {
  it('synthesizes a job with secrets', () => {
    const stack = provisioned((each) => {
      new LogpushJob(each, 'logs', {
        ...job,
        destinationCredentials: {
          'access-key-id': secretOf(each, 'key_id'),
          'secret-access-key': secretOf(each, 'key'),
        },
        ownershipChallenge: secretOf(each, 'challenge'),
      });
    });
    expect(resourcesOf(stack)).toMatchSnapshot();
  });

  it.each(
    Object.entries<(stack: TerraformStack) => unknown>({
      'a job for each zone, with numbers, truth values and texts that come from elsewhere': (stack) => {
        const zones = new TerraformVariable(stack, 'zones', { type: 'map(string)' });
        const each = TerraformIterator.fromMap(zones.value as never);
        const share = new TerraformVariable(stack, 'share', { type: 'number' });
        const enabled = new TerraformVariable(stack, 'enabled', { type: 'bool' });
        new LogpushJob(stack, 'logs', {
          ...job,
          zoneId: each.value as string,
          forEach: each,
          name: `errors-${share.numberValue}`,
          sampleRate: share.numberValue,
          enabled: enabled.booleanValue,
          filter: JSON.stringify({ where: { and: [{ key: 'ClientCountry', operator: 'eq', value: 'de' }] } }),
        });
      },
      'a job that may not be destroyed, and custom fields with names that come from elsewhere': (stack) => {
        const cookies = new TerraformVariable(stack, 'cookies', { type: 'list(string)' });
        const fields = new CustomFieldsRuleset(stack, 'fields', { zoneId, cookies: cookies.listValue });
        fields.addRequestHeaders('X-B', 'X-A');
        new LogpushJob(stack, 'logs', { ...job, dependsOn: [fields], lifecycle: { preventDestroy: true } });
      },
      'a notification policy': (stack) =>
        new PoolNotificationPolicy(stack, 'health', {
          accountId: zoneId,
          name: 'Health "of all" pools',
          allPools: true,
          emailAddresses: ['ops@example.com', new TerraformVariable(stack, 'address', {}).stringValue],
        }),
    }),
  )('has the attributes and meta-arguments of %s', (_, build) => {
    const stack = provisioned(build);
    expect(ownPartsOf(stack)).toMatchSnapshot();
  });

  it('has the objects of a set in one order, whatever the order of the props is', () => {
    const [first, second] = [
      { ruleId: zoneId, enabled: false },
      { ruleId: otherZoneId, action: WafRuleAction.LOG },
    ] as const;
    for (const ruleOverrides of [
      [first, second],
      [second, first],
    ]) {
      const stack = provisioned((each) => new WafMigration(each, 'waf', { ...migration, ruleOverrides }));
      expect(triggersOf(stack, 'waf').rule_overrides).toBe(
        `[{"rule_id":"${zoneId}","enabled":false},{"rule_id":"${otherZoneId}","action":"log"}]`,
      );
    }
  });

  it('names each instance of a count', () => {
    const count = TerraformCount.of(2);
    const stack = provisioned((each) => {
      new LogpushJob(each, 'logs', { ...job, name: `errors-${count.index}`, count });
    });
    for (const name of ['logs', 'logs_lifecycle', 'logs_update']) {
      expect(objectAt(synth(stack), 'resource', 'null_resource', name).count).toBe(2);
      expect(environments(stack, name)[0]?.EDGE_RESOURCE_ADDRESS).toBe('logs[${jsonencode(count.index)}]');
    }
    expect(environments(stack, 'logs_update')[0]?.EDGE_RESOURCE_ORIGIN).toBe(
      '${jsonencode(null_resource.logs_lifecycle[count.index].triggers)}',
    );
  });
});

describe('a stack of the provisioner driver', () => {
  it('requires the null provider, and no provider of this package', () => {
    const stack = provisioned((each) => new LogpushJob(each, 'logs', job));
    const written = withoutNotes(objectAt(synth(stack)));
    expect(Object.keys(written).sort()).toEqual(['removed', 'resource', 'terraform']);
    expect(withoutNotes(objectAt(written, 'terraform', 'required_providers'))).toEqual({
      null: { source: 'null', version: expect.any(String) as string },
    });
    expect(JSON.stringify(written)).not.toContain('terraform.local');
  });

  it('is empty without constructs', () => {
    const { resource, provider } = objectAt(synth(provisioned(() => undefined)));
    expect([resource, provider]).toEqual([undefined, undefined]);
  });

  it.each<[when: string, isBefore: boolean]>([
    ['before', true],
    ['after', false],
  ])('keeps a null provider that was added %s EdgeProvider', (_, isBefore) => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    if (isBefore) new NullProvider(stack, 'theirs');
    new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER });
    if (!isBefore) new NullProvider(stack, 'theirs');
    new LogpushJob(stack, 'logs', job);
    new Resource(stack, 'other', {});
    expect(objectAt(synth(stack), 'provider')).toEqual({ null: [{}] });
  });

  it('keeps a null provider with an alias', () => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    new NullProvider(stack, 'theirs', { alias: 'theirs' });
    new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER });
    new LogpushJob(stack, 'logs', job);
    expect(objectAt(synth(stack), 'provider')).toEqual({ null: [{ alias: 'theirs' }] });
    expect(objectAt(synth(stack), 'resource', 'null_resource', 'logs').provider).toBeUndefined();
  });

  it('passes the limits of the provider to every step', () => {
    const limits = { requestsPer5Minutes: 300, retryTimeoutSeconds: 0 };
    const stack = makeStack('logs', undefined, { driver: EdgeDriver.PROVISIONER, ...limits });
    new LogpushJob(stack, 'logs', job);
    const expected = { EDGE_REQUESTS_PER_5_MINUTES: '300', EDGE_RETRY_TIMEOUT_SECONDS: '0' };
    expect(environments(stack, 'logs_lifecycle')).toMatchObject([expected, expected]);
  });

  it('supports dependsOn between constructs', () => {
    const stack = provisioned((each) => {
      const fields = new CustomFieldsRuleset(each, 'fields', { zoneId, cookies: ['a'] });
      new Resource(each, 'other', { dependsOn: [fields] });
    });
    expect(objectAt(synth(stack), 'resource', 'null_resource', 'other').depends_on).toEqual([
      'null_resource.fields',
    ]);
  });
});

describe('drivers in one stack', () => {
  it('follow the provider of each construct', () => {
    const stack = makeStack();
    const provider = new EdgeProvider(stack, 'second', { driver: EdgeDriver.PROVISIONER, alias: 'second' });
    new LogpushJob(stack, 'one', job);
    new LogpushJob(stack, 'two', { ...job, name: 'two', provider });
    expect(Object.keys(objectAt(synth(stack), 'resource', 'edge_logpush_job'))).toEqual(['one']);
    expect(Object.keys(objectAt(synth(stack), 'resource', 'null_resource'))).toEqual([
      'two',
      'two_lifecycle',
      'two_update',
    ]);
    expect(objectAt(synth(stack), 'provider')).toEqual({ edge: [{}] });
  });

  it('can be two provisioners with two base URLs', () => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    const at = (id: string, alias?: string) =>
      new EdgeProvider(stack, id, {
        driver: EdgeDriver.PROVISIONER,
        baseUrl: `https://${id}.example.com/client/v4`,
        ...(alias !== undefined && { alias }),
      });
    at('one');
    const provider = at('two', 'two');
    new LogpushJob(stack, 'a', job);
    new LogpushJob(stack, 'b', { ...job, name: 'b', provider });
    const addresses = ['a', 'b'].map((name) => environments(stack, name)[0]?.EDGE_BASE_URL);
    expect(addresses).toEqual(['https://one.example.com/client/v4', 'https://two.example.com/client/v4']);
  });

  it.each<[first: EdgeDriver, second: EdgeDriver]>([
    [EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER],
    [EdgeDriver.PROVISIONER, EdgeDriver.PLUGIN],
    [EdgeDriver.PROVISIONER, EdgeDriver.PROVISIONER],
  ])('fail with a default provider of the %s driver and one of the %s driver', (first, second) => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    new EdgeProvider(stack, 'one', { driver: first });
    new EdgeProvider(stack, 'two', { driver: second });
    expect(() => synth(stack)).toThrow(
      /EdgeProvider: the stack has another one without an alias, logs\/(?:one|two)\. Give one of them an alias/,
    );
  });

  it('fails where the provider follows constructs of the default driver', () => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    new LogpushJob(stack, 'logs', job);
    expect(() => new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER })).toThrow(
      '[logs/edge] EdgeProvider: the stack already has constructs of this package, which use another driver. Create the EdgeProvider before them.',
    );
  });

  it('can follow them with an alias', () => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    new LogpushJob(stack, 'logs', job);
    const late = () => new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER, alias: 'late' });
    expect(late).not.toThrow();
  });
});

describe('the provisioner driver', () => {
  const setCredentials = 'Set EDGE_API_TOKEN, or EDGE_API_EMAIL with EDGE_API_KEY, where Terraform runs.';
  it.each(
    Object.entries<[props: EdgeProviderProps, fix: string]>({
      apiToken: [{ apiToken: '${var.token}' }, setCredentials],
      apiKey: [{ apiKey: 'canary' }, setCredentials],
      apiEmail: [{ apiEmail: 'a@b.example' }, setCredentials],
      baseUrl: [{ baseUrl: '${var.address}' }, 'leave it out and set EDGE_BASE_URL where Terraform runs.'],
      retryTimeoutSeconds: [
        { retryTimeoutSeconds: Token.asNumber('${var.seconds}') },
        'leave it out and set EDGE_RETRY_TIMEOUT_SECONDS where Terraform runs.',
      ],
      platforms: [{ platforms: ['linux_arm64'] }, 'Leave it out.'],
    }),
  )('fails with %s of the provider and shows the fix', (prop, [props, fix]) => {
    const stack = new TerraformStack(Testing.app(), 'logs');
    const error = messageOf(
      () => new EdgeProvider(stack, 'edge', { driver: EdgeDriver.PROVISIONER, ...props }),
    );
    expect(error).toMatch(new RegExp(`^\\[logs/edge\\] EdgeProvider:\\n {2}${prop}: the provisioner driver`));
    expect(error).toContain(fix);
    expect(error).not.toContain('canary');
  });

  it.each<[name: string, props: Partial<LogpushJobProps>]>([
    ['provisioners', { provisioners: [{ type: 'local-exec', command: 'true' }] }],
    ['connection', { connection: { type: 'ssh', host: 'a.example' } }],
    ['lifecycle.createBeforeDestroy', { lifecycle: { createBeforeDestroy: true } }],
    ['lifecycle.ignoreChanges', { lifecycle: { ignoreChanges: ['filter'] } }],
    ['lifecycle.replaceTriggeredBy', { lifecycle: { replaceTriggeredBy: ['null_resource.a'] } }],
  ])('fails with %s of a construct', (name, props) => {
    expect(messageOf(() => provisioned((stack) => new LogpushJob(stack, 'logs', { ...job, ...props })))).toBe(
      `[logs/logs] LogpushJob: ${name} cannot be used with the provisioner driver: several resources with ` +
        'provisioners of their own represent this construct. Remove it, or use the plugin driver.',
    );
  });

  it('fails with outputs and imports, and shows the alternative', () => {
    provisioned((stack) => {
      const logs = new LogpushJob(stack, 'logs', job);
      expect(() => logs.id).toThrow(
        '[logs/logs] LogpushJob: outputs come from the API, and the provisioner driver cannot store them in the state. Use ' +
          'the plugin driver (EdgeDriver.PLUGIN), or look the values up where you need them.',
      );
      expect(() => {
        logs.importFrom(`${zoneId}/failures`);
      }).toThrow(
        '[logs/logs] LogpushJob: the provisioner driver has no import: a construct makes a new object. Remove importFrom, ' +
          'or use the plugin driver (EdgeDriver.PLUGIN).',
      );
    });
  });

  it.each<[what: string, count: number, letters: string]>([
    ['plain letters', 130_000, 'a'],
    ['letters of several bytes', 43_000, '漢'],
    ['letters that Terraform escapes', 22_000, '<'],
    ['quotes', 66_000, '"'],
  ])('fails with more than 128 KiB of attributes of %s, and names the largest', (_, count, letter) => {
    const synthesize = (length: number) => {
      const stack = provisioned((each) => {
        const description = letter.repeat(length);
        new CustomFieldsRuleset(each, 'fields', { zoneId, requestHeaders: ['x-a'], description });
      });
      return () => synth(stack);
    };
    expect(synthesize(count - 1000)).not.toThrow();
    expect(messageOf(synthesize(count + 2000))).toMatch(
      /\[logs\/fields\] description: its value has \d+ bytes, and all attributes \d+ as JSON, of at most 131046\. The provisioner driver passes them .* Divide them among several constructs, or use the plugin driver \(EdgeDriver\.PLUGIN\)\./,
    );
  });

  it.each<[what: string, props: Partial<LogpushJobProps>, places: string[]]>([
    ['a literal', { ownershipChallenge: 'canary' }, ['ownershipChallenge']],
    [
      'a literal beside a variable',
      { destinationCredentials: { 'access-key-id': '${var.id}', 'secret-access-key': 'canary' } },
      ['destinationCredentials.secret-access-key'],
    ],
    [
      'literals everywhere',
      {
        ownershipChallenge: 'canary',
        destinationCredentials: { 'access-key-id': 'canary', 'secret-access-key': 'canary' },
      },
      [
        'destinationCredentials.access-key-id',
        'destinationCredentials.secret-access-key',
        'ownershipChallenge',
      ],
    ],
  ])('fails with %s for a secret, and shows its place but not its value', (_, props, places) => {
    const stack = provisioned((each) => new LogpushJob(each, 'logs', { ...job, ...props }));
    const error = messageOf(() => synth(stack));
    for (const place of places) expect(error).toContain(`${place} is a literal`);
    expect(error).toContain('Pass a SecretVariable');
    expect(error).not.toContain('canary');
  });

  it('fails with outputs and imports of the resource behind a construct', () => {
    provisioned((stack) => {
      const { resource } = new LogpushJob(stack, 'logs', job);
      const outputs = [
        () => resource.interpolationForAttribute('id'),
        () => resource.getStringAttribute('last_error'),
      ];
      for (const output of outputs)
        expect(output).toThrow(/^\[logs\/logs\] LogpushJob: outputs come from the API/);
      expect(() => {
        resource.importFrom('x');
      }).toThrow(/^\[logs\/logs\] LogpushJob: the provisioner driver has no import/);
      expect(() => resource.interpolationForAttribute('triggers')).not.toThrow();
    });
  });

  it('has no digest of a challenge, which the object does not store', () => {
    const stack = provisioned((each) => {
      new LogpushJob(each, 'logs', { ...job, ownershipChallenge: secretOf(each, 'challenge') });
    });
    expect(triggersOf(stack, 'logs')).not.toHaveProperty('edge:secrets');
    expect(environments(stack, 'logs')[0]).toMatchObject({
      EDGE_RESOURCE_SECRETS: expect.stringContaining('var.challenge') as string,
    });
  });

  it.each([true, false])('finds out through locals whether a secret is ephemeral: %s', (isEphemeral) => {
    const stack = provisioned((each) => {
      const key = new TerraformVariable(each, 'key', { type: 'string', sensitive: true });
      if (isEphemeral) key.addOverride('ephemeral', true);
      const trimmed = new TerraformLocal(each, 'trimmed', Fn.trimspace(key.stringValue));
      const again = new TerraformLocal(each, 'again', { key: trimmed.asString });
      const credentials = {
        'access-key-id': Fn.lookup(again.expression, 'key', '') as string,
        'secret-access-key': Fn.lookup(again.expression, 'key', '') as string,
      };
      new LogpushJob(each, 'logs', { ...job, destinationCredentials: credentials });
    });
    expect('edge:secrets' in triggersOf(stack, 'logs')).toBe(!isEphemeral);
  });

  it('removes the resources of the plugin driver from the state without deleting the objects', () => {
    const stack = provisioned((each) => {
      const fields = new CustomFieldsRuleset(each, 'fields', { zoneId, cookies: ['a'] });
      new LogpushJob(each, 'logs', { ...job, dependsOn: [fields] });
    });
    expect(objectAt(synth(stack)).removed).toEqual([
      { from: 'edge_custom_fields_ruleset.fields', lifecycle: { destroy: false } },
      { from: 'edge_logpush_job.logs', lifecycle: { destroy: false } },
    ]);
  });

  const twoOf = (one: Partial<LogpushJobProps>, two: Partial<LogpushJobProps> = one) =>
    provisioned((stack) => {
      new LogpushJob(stack, 'one', { ...job, ...one });
      new LogpushJob(stack, 'two', { ...job, ...two });
    });

  it('fails with two constructs for the same object, and shows the fix', () => {
    expect(messageOf(() => synth(twoOf({})))).toContain(
      '[logs/one] name: logs/two is another LogpushJob with the same zoneId and name, which identify an object for ' +
        'the provisioner driver. Give one of them another name.',
    );
    expect(messageOf(() => synth(twoOf({ name: '${var.name}' })))).toContain(
      'another LogpushJob with the same',
    );
    expect(messageOf(() => synth(twoOf({ retired: true }, {})))).toContain(
      'Deploy the retired one alone, remove it from the code, then add the other one.',
    );
    const migrations = provisioned((stack) => {
      for (const id of ['one', 'two']) new WafMigration(stack, id, migration);
    });
    expect(messageOf(() => synth(migrations))).toContain(`zone ${zoneId} has two migrations`);
  });

  it('fails for a deletion of URI-based overrides without a file for them: no state has their record', () => {
    const migrate = (driver: EdgeDriver, more: object) =>
      stackOf(driver, (stack) => {
        new WafMigration(stack, 'waf', { ...migration, deleteUriOverrides: true, ...more });
      });
    expect(messageOf(() => synth(migrate(EdgeDriver.PROVISIONER, {})))).toMatch(
      /backupPath: No record of deleted overrides: .*Set backupPath to a file/,
    );
    for (const more of [
      { backupPath: '/var/backups/waf.json' },
      { backupPath: '${var.path}' },
      { retired: true },
    ])
      expect(() => synth(migrate(EdgeDriver.PROVISIONER, more))).not.toThrow();
    expect(() => synth(migrate(EdgeDriver.PLUGIN, {}))).not.toThrow();
  });

  it('treats an empty string as a secret that is not set', () => {
    const stack = provisioned((each) => new LogpushJob(each, 'logs', { ...job, ownershipChallenge: '' }));
    expect(() => synth(stack)).not.toThrow();
  });
});

describe('a construct that is retired', () => {
  it.each([EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER])(
    'fails with outputs and imports under the %s driver',
    (driver) => {
      stackOf(driver, (stack) => {
        const logs = new LogpushJob(stack, 'logs', { ...job, retired: true });
        expect(() => logs.id).toThrow(
          '[logs/logs] LogpushJob: it is retired, and has no outputs. Take what uses them out first.',
        );
        expect(() => {
          logs.importFrom('x');
        }).toThrow('[logs/logs] LogpushJob: it is retired, and has no imports. Take importFrom out first.');
      });
    },
  );

  it('has no instances, whatever its count was', () => {
    const build = (each: TerraformStack) => new LogpushJob(each, 'logs', { ...job, count: 3, retired: true });
    const plugin = stackOf(EdgeDriver.PLUGIN, build);
    expect(objectAt(synth(plugin), 'resource', 'edge_logpush_job', 'logs').count).toBe(0);
    const stack = provisioned(build);
    for (const name of ['logs', 'logs_lifecycle', 'logs_update'])
      expect(objectAt(synth(stack), 'resource', 'null_resource', name).count).toBe(0);
    // The origin would be an instance that does not exist.
    expect(environments(stack, 'logs')[0]).not.toHaveProperty('EDGE_RESOURCE_ORIGIN');
  });

  it.each([EdgeDriver.PLUGIN, EdgeDriver.PROVISIONER])(
    'has no instances of its forEach under the %s driver, and may still refer to each.value',
    (driver) => {
      const stack = stackOf(driver, (each) => {
        const zones = TerraformIterator.fromMap({ eu: zoneId });
        const name = `logs-${zones.key}`;
        const forZones = { ...job, zoneId: zones.value as string, name, forEach: zones };
        new LogpushJob(each, 'logs', { ...forZones, retired: true });
      });
      const type = driver === EdgeDriver.PLUGIN ? 'edge_logpush_job' : 'null_resource';
      const logs = objectAt(synth(stack), 'resource', type, 'logs');
      expect(logs).toMatchObject({ for_each: '${toset([])}' });
      expect(logs).not.toHaveProperty('count');
    },
  );

  it('can still be a dependency', () => {
    const stack = provisioned((each) => {
      const logs = new LogpushJob(each, 'logs', { ...job, retired: true });
      new TerraformOutput(each, 'address', { value: logs.fqn });
    });
    expect(() => synth(stack)).not.toThrow();
  });
});

describe('the folder of a stack of the provisioner driver', () => {
  let outdir: string;
  beforeEach(() => {
    outdir = mkdtempSync(join(tmpdir(), 'drivers-'));
  });
  afterEach(() => {
    rmSync(outdir, { recursive: true });
  });

  const synthesize = (...providers: readonly EdgeProviderProps[]) => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, 'logs');
    // Without a backend of the user's, cdktf writes where it ran.
    new LocalBackend(stack, { path: 'terraform.tfstate' });
    for (const [at, props] of providers.entries()) new EdgeProvider(stack, `edge${at}`, props);
    new LogpushJob(stack, 'logs', job);
    app.synth();
    return join(outdir, 'stacks', 'logs');
  };
  const { PROVISIONER } = EdgeDriver;

  it('has the runner, and neither plugin nor lock file', () => {
    const folder = synthesize({ driver: PROVISIONER });
    expect(readdirSync(folder).sort()).toEqual(['cdk.tf.json', 'edge-platform']);
    expect(readFileSync(join(folder, runnerPath)).equals(readFileSync(bundle))).toBe(true);
  });

  it('has both where both are used', () => {
    const folder = synthesize({ driver: PROVISIONER }, { alias: 'second' });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['edge-platform', 'terraform.d']));
  });

  it('can be moved: it contains no absolute path', () => {
    const folder = synthesize({ driver: PROVISIONER });
    const written = readFileSync(join(folder, 'cdk.tf.json'), 'utf8');
    for (const place of [outdir, process.cwd(), tmpdir()]) expect(written).not.toContain(place);
    expect(written).toContain(`"\${path.module}/${runnerPath}"`);
  });

  it('gets the new runner in place of an old one', () => {
    const folder = synthesize({ driver: PROVISIONER });
    writeFileSync(join(folder, runnerPath), 'old');
    synthesize({ driver: PROVISIONER });
    expect(readFileSync(join(folder, runnerPath)).equals(readFileSync(bundle))).toBe(true);
  });

  it.each<[what: string, args: string[], environment: Record<string, string>, said: RegExp]>([
    [
      'by hand',
      [],
      {},
      /^Error: Invalid call of the runner\n {2}A synthesized stack calls this runner through local-exec/,
    ],
    [
      'with secrets that are no JSON',
      ['create'],
      { EDGE_RESOURCE_TYPE: 'edge_logpush_job', EDGE_RESOURCE_SECRETS: '{canary' },
      /^Error: Invalid call of the runner\n {2}EDGE_RESOURCE_SECRETS is not JSON\./,
    ],
  ])(
    'has a runner that works in another folder, and explains the error when it is called %s',
    (_, args, environment, said) => {
      const folder = synthesize({ driver: PROVISIONER });
      const elsewhere = join(outdir, 'elsewhere');
      renameSync(folder, elsewhere);
      // As in a project of ES modules, which the runner is not.
      writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }');
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(elsewhere, runnerPath), ...args], {
        cwd: elsewhere,
        env: environment,
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
      expect(stdout).toMatch(said);
      expect(stdout).not.toContain('canary');
    },
  );
});

describe('every resource', () => {
  it.each(resources.map(({ contract }) => [contract.typeName, contract] as const))(
    '%s has a natural key of attributes that the user sets, and without a state some of them always',
    (_, { naturalKey, attributes, checkWithoutState }) => {
      const presences = (naturalKey?.attributes ?? []).map((name) => attributes[name]?.presence);
      const missing = checkWithoutState?.({}).map(({ path = [] }) => String(path[0])) ?? [];
      const isAlwaysSet = naturalKey?.attributes.some((name) => missing.includes(name)) === true;
      expect(presences.includes('required') || isAlwaysSet).toBe(true);
      expect(presences).not.toContain('computed');
      expect(presences).not.toContain('optional-computed');
    },
  );
});

const bundle = join(__dirname, '../../dist/plugin/edge-platform-runner.cjs');

function triggersOf(stack: TerraformStack, name: string): Record<string, unknown> {
  return objectAt(synth(stack), 'resource', 'null_resource', name, 'triggers');
}

function environments(stack: TerraformStack, name: string): Record<string, unknown>[] {
  const { provisioner } = objectAt(synth(stack), 'resource', 'null_resource', name);
  if (!Array.isArray(provisioner)) throw new Error(`${name} has no provisioners`);
  return provisioner.map((each: unknown) => objectAt(each, 'local-exec', 'environment'));
}
