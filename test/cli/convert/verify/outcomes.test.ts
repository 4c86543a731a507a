import type { BlockEdit, Conversion, ResourceOutcome, Finding } from '../../../../lib/cli/convert/model';
import { isFaithful, verifyOutcomes, type VerifiedPlan } from '../../../../lib/cli/convert/verify/outcomes';
import type { PlannedChange } from '../../../../lib/terraform/plan';

const group = 'module.waf["a"].cloudflare_waf_group.php';
const migration = 'module.waf["a"].edge_waf_migration.zone[0]';
const job = 'edge_logpush_job.errors';

function outcomeOf(change: Partial<ResourceOutcome> = {}): ResourceOutcome {
  return {
    address: 'cloudflare_logpush_job.errors',
    type: 'cloudflare_logpush_job',
    outcome: 'converted',
    to: [job],
    findings: [],
    ...change,
  };
}

function conversion(outcomes: readonly ResourceOutcome[], findings: readonly Finding[] = []): Conversion {
  return {
    objects: [],
    edits: [],
    variables: [],
    moves: { moved: [], removed: [], imports: [] },
    outcomes,
    findings,
  };
}

function change(address: string, action: PlannedChange['action'], attributes: string[] = []): PlannedChange {
  const [type = ''] = address.split('.').slice(-2);
  return { address, type, action, attributes, before: null, after: null, sensitive: [] };
}

function plan(
  changes: readonly PlannedChange[],
  errors: Readonly<Record<string, string>> = {},
): VerifiedPlan {
  return {
    changes: new Map(changes.map((each) => [each.address, each])),
    errors: new Map(Object.entries(errors)),
    stateOnly: new Set(),
  };
}

describe('outcomes of a conversion', () => {
  test('an object that is imported without a change is adopted', () => {
    const [outcome] = verifyOutcomes(conversion([outcomeOf()]), plan([change(job, 'import')]));
    expect(outcome).toMatchObject({
      address: 'cloudflare_logpush_job.errors',
      result: 'adopted',
      isExpected: true,
    });
  });

  test('an import that sets only attributes of the provider changes nothing at the service', () => {
    const [outcome] = verifyOutcomes(
      conversion([outcomeOf()]),
      plan([change(job, 'update', ['ownership_challenge'])]),
    );
    expect(outcome).toMatchObject({
      result: 'adopted',
      isExpected: true,
      attributes: ['ownership_challenge'],
    });
  });

  test('an imported policy that clears no e-mails changes nothing at the service, and one that clears them does', () => {
    const policy = 'edge_pool_notification_policy.health';
    const cleared = (clear_legacy_email: string) => ({
      ...change(policy, 'update', ['clear_legacy_email', 'legacy_emails']),
      after: { clear_legacy_email },
    });
    const resultOf = (clears: string) =>
      verifyOutcomes(conversion([outcomeOf({ to: [policy] })]), plan([cleared(clears)]))[0];
    expect(resultOf('none')).toMatchObject({ result: 'adopted', isExpected: true });
    expect(resultOf('covered')).toMatchObject({
      result: 'changed',
      isExpected: false,
      attributes: ['clear_legacy_email'],
    });
  });

  test('a policy may clear the e-mails that pools give up in the code', () => {
    const policy = 'edge_pool_notification_policy.health';
    const cleared = {
      ...change(policy, 'update', ['clear_legacy_email']),
      after: { clear_legacy_email: 'covered' },
    };
    const edit = { without: ['notification_email'], ignoreChanges: [] } as unknown as BlockEdit;
    const [outcome] = verifyOutcomes(
      { ...conversion([outcomeOf({ to: [policy] })]), edits: [edit] },
      plan([cleared]),
    );
    expect(outcome).toMatchObject({ result: 'changed', isExpected: true });
  });

  test('a migration whose adjustments are deployed already changes nothing at the service', () => {
    const updated = [change(migration, 'update', ['rule_overrides', 'skip_rules'])];
    const resultOf = (silent: readonly string[]) =>
      verifyOutcomes(conversion([outcomeOf({ to: [migration] })]), {
        ...plan(updated),
        stateOnly: new Set(silent),
      })[0];
    expect(resultOf([migration])).toMatchObject({ result: 'adopted', isExpected: true });
    expect(resultOf([])).toMatchObject({ result: 'changed', isExpected: false });
  });

  test('an import that changes the object names its attributes, and is not expected', () => {
    const all = verifyOutcomes(
      conversion([outcomeOf()]),
      plan([change(job, 'update', ['filter', 'ownership_challenge'])]),
    );
    expect(all).toMatchObject([{ result: 'changed', isExpected: false, attributes: ['filter'] }]);
    expect(isFaithful(all)).toBe(false);
  });

  test('an object that would be created although it exists is changed unexpectedly', () => {
    const all = verifyOutcomes(conversion([outcomeOf()]), plan([change(job, 'create')]));
    expect(all).toMatchObject([{ result: 'changed', isExpected: false }]);
  });

  test('settings of the previous WAF are migrated in the second deploy, which is expected', () => {
    const all = verifyOutcomes(
      conversion([outcomeOf({ address: group, outcome: 'migrated', to: [migration] })]),
      plan([change(migration, 'create')]),
    );
    expect(all).toMatchObject([
      { result: 'changed', isExpected: true, reason: 'migrated in the second deploy' },
    ]);
    expect(isFaithful(all)).toBe(true);
  });

  test('what has no equivalent is lost with its finding, and the conversion is not faithful', () => {
    const finding: Finding = {
      code: 'waf.core_group',
      severity: 'lost',
      address: group,
      text: 'The group has no equivalent.',
    };
    const all = verifyOutcomes(
      conversion(
        [outcomeOf({ address: group, outcome: 'migrated', to: [migration], findings: [0] })],
        [finding],
      ),
      plan([change(migration, 'create')]),
    );
    expect(all).toMatchObject([{ result: 'lost', reason: 'The group has no equivalent.' }]);
    expect(isFaithful(all)).toBe(false);
  });

  test('a note is no loss', () => {
    const finding: Finding = { code: 'convert.orphan', severity: 'note', address: group, text: 'As before.' };
    const all = verifyOutcomes(
      conversion([outcomeOf({ findings: [0] })], [finding]),
      plan([change(job, 'import')]),
    );
    expect(all).toMatchObject([{ result: 'adopted' }]);
  });

  test('an object that the plan does not have is lost', () => {
    const all = verifyOutcomes(conversion([outcomeOf()]), plan([]));
    expect(all).toMatchObject([{ result: 'lost', reason: 'edge_logpush_job.errors is not in the plan.' }]);
  });

  test('an object whose block Terraform refuses is lost with the reason', () => {
    const refused = plan([], { 'module.waf.edge_waf_migration.zone': 'Zone not found.' });
    const all = verifyOutcomes(
      conversion([outcomeOf({ address: group, outcome: 'migrated', to: [migration] })]),
      refused,
    );
    expect(all).toMatchObject([
      { result: 'lost', reason: `${migration} cannot be planned: Zone not found.` },
    ]);
  });

  test('of several successors, the worst one counts', () => {
    const all = verifyOutcomes(
      conversion([outcomeOf({ to: [job, 'edge_logpush_job.other'] })]),
      plan([change(job, 'import'), change('edge_logpush_job.other', 'delete', ['name'])]),
    );
    expect(all).toMatchObject([{ result: 'changed', isExpected: false, reason: 'would be deleted' }]);
  });

  test('what stays in the code is unchanged', () => {
    const all = verifyOutcomes(conversion([outcomeOf({ outcome: 'kept', to: [] })]), plan([]));
    expect(all).toMatchObject([{ result: 'unchanged', isExpected: true }]);
  });

  test('a pool that loses its e-mail to a policy is changed, as expected', () => {
    const policy = 'edge_pool_notification_policy.ops';
    const all = verifyOutcomes(
      conversion([outcomeOf({ outcome: 'kept', to: [policy] })]),
      plan([change(policy, 'create')]),
    );
    expect(all).toMatchObject([{ result: 'changed', isExpected: true, reason: 'a new object does it' }]);
  });
});
