import type {
  Conversion,
  ResourceOutcome,
  OldConfiguration,
  OldModule,
  StateObject,
} from '../../../../lib/cli/convert/model';
import { checkMoves } from '../../../../lib/cli/convert/verify/moves';
import type { JsonObject } from '../../../../lib/ground/json';

function module(path: string, content: JsonObject, calls: OldModule['calls'] = []): OldModule {
  return { path, files: [{ path: `${path}/main.tf.json`, syntax: 'json', text: '', content }], calls };
}

const called = [
  { from: '', file: 'main.tf.json', name: 'waf', to: 'modules/waf', isRepeated: true },
] as const;

function object(moduleAddress: string, type: string, name: string, key?: string): StateObject {
  const index = key === undefined ? '' : `["${key}"]`;
  const prefix = moduleAddress === '' ? '' : `${moduleAddress}.`;
  return {
    mode: 'managed',
    type,
    name,
    moduleAddress,
    address: `${prefix}${type}.${name}${index}`,
    attributes: {},
    ...(key === undefined ? {} : { key }),
  };
}

const state = [
  object('module.waf["a"]', 'cloudflare_waf_group', 'php', 'one'),
  object('module.waf["b"]', 'cloudflare_waf_group', 'php', 'two'),
  object('', 'aws_s3_bucket', 'logs'),
];

const old: OldConfiguration = {
  folder: '.',
  modules: [
    module('', { resource: { aws_s3_bucket: { logs: [{}] } } }, called),
    module('modules/waf', { resource: { cloudflare_waf_group: { php: [{}] } } }),
  ],
  resources: [],
  dataSources: [],
  orphans: [],
  state,
  zones: new Map(),
};

const outcomes = state.slice(0, 2).map(({ address, type }): ResourceOutcome => ({
  address,
  type,
  outcome: 'migrated',
  to: [],
  findings: [],
}));

const conversion: Conversion = {
  objects: [],
  edits: [],
  variables: [],
  moves: { moved: [], removed: [], imports: [] },
  outcomes,
  findings: [],
};

function project(
  removed: readonly JsonObject[],
  inModule: JsonObject = {},
  root: JsonObject = {},
): OldModule[] {
  const bucket = { resource: { aws_s3_bucket: { logs: [{}] } } };
  return [module('', { ...bucket, removed, ...root }, called), module('modules/waf', inModule)];
}

const removed = {
  from: '${module.waf.cloudflare_waf_group.php}',
  lifecycle: [{ destroy: false }],
};

describe('checks of state moves', () => {
  test('one removed block covers all instances of an object', () => {
    expect(checkMoves(old, conversion, project([removed]))).toEqual([]);
  });

  test('fails without a removed block: the apply would destroy the object', () => {
    expect(checkMoves(old, conversion, project([]))).toEqual([
      {
        subject: 'module.waf.cloudflare_waf_group.php',
        text: 'No moved or removed block names it: the apply would destroy it.',
      },
    ]);
  });

  test('fails for an object that two removed blocks name', () => {
    const faults = checkMoves(old, conversion, project([removed, { ...removed, from: 'module.waf' }]));
    expect(faults).toEqual([
      {
        subject: 'module.waf.cloudflare_waf_group.php',
        text: '2 moved or removed blocks name it; Terraform accepts one.',
      },
    ]);
  });

  const moved = [{ from: '${cloudflare_waf_group.php}', to: '${edge_waf_migration.zone}' }];
  const target = { resource: { edge_waf_migration: { zone: [{}] } } };

  test('one moved block in a module covers the instances of every call', () => {
    expect(checkMoves(old, conversion, project([], { moved, ...target }))).toEqual([]);
  });

  test('fails for an object that is both moved and removed', () => {
    const subject = 'module.waf.cloudflare_waf_group.php';
    expect(checkMoves(old, conversion, project([removed], { moved, ...target }))).toEqual([
      { subject, text: '2 moved or removed blocks name it; Terraform accepts one.' },
    ]);
  });

  test('fails for a moved block whose target is not in the code', () => {
    expect(checkMoves(old, conversion, project([], { moved }))).toEqual([
      {
        subject: 'module.waf.cloudflare_waf_group.php',
        text: 'Its moved block names module.waf.edge_waf_migration.zone, which is not in the code: the apply would destroy it.',
      },
    ]);
  });

  test('fails for a removed block that destroys', () => {
    for (const lifecycle of [[{ destroy: true }], []])
      expect(checkMoves(old, conversion, project([{ ...removed, lifecycle }]))).toEqual([
        {
          subject: 'module.waf.cloudflare_waf_group.php',
          text: 'Its removed block destroys it: `destroy = false` is missing.',
        },
      ]);
  });

  test('fails for an old block that is still in the code', () => {
    const left = { resource: { cloudflare_waf_group: { php: [{}] } } };
    expect(checkMoves(old, conversion, project([removed], left))).toEqual([
      { subject: 'module.waf.cloudflare_waf_group.php', text: 'Its block is still in the code.' },
    ]);
  });

  test('fails for another object that leaves the state', () => {
    const other = { ...removed, from: '${aws_s3_bucket.logs}' };
    expect(checkMoves(old, conversion, project([removed, other]))).toEqual([
      { subject: 'aws_s3_bucket.logs', text: 'A removed block names it, and it is not converted.' },
    ]);
  });

  test('fails for another object whose block got lost', () => {
    expect(checkMoves(old, conversion, project([removed], {}, { resource: {} }))).toEqual([
      {
        subject: 'aws_s3_bucket.logs',
        text: 'Its block is no longer in the code: the apply would destroy it.',
      },
    ]);
  });
});
