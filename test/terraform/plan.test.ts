import { readPlan } from '../../lib/terraform/plan';

const job = { address: 'edge_logpush_job.logs', type: 'edge_logpush_job' };

function changeOf(change: object, more: object = {}) {
  const shown = { actions: ['update'], before: {}, after: {}, ...change };
  return readPlan({ resource_changes: [{ ...job, ...more, change: shown }] }, []).changes;
}

describe('a plan', () => {
  it('has the attributes that change, in the order of their names', () => {
    const before = { name: 'logs', enabled: true, fields: ['a'], id: '1', frequency: 'low' };
    const after = { name: 'logs', enabled: false, fields: ['a', 'b'], frequency: null };
    expect(changeOf({ before, after, after_unknown: { id: true, fields: [false, false] } })).toEqual([
      {
        ...job,
        action: 'update',
        attributes: ['enabled', 'fields', 'frequency', 'id'],
        before,
        after,
        sensitive: [],
      },
    ]);
  });

  it('has attributes that are known only after apply', () => {
    const created = {
      actions: ['create'],
      before: null,
      after: { name: 'logs' },
      after_unknown: { id: true, name: false },
    };
    expect(changeOf(created)).toMatchObject([{ action: 'create', attributes: ['name', 'id'], before: null }]);
  });

  it('names the attributes with sensitive values', () => {
    const marks = { before_sensitive: { a: true, b: false }, after_sensitive: { c: [{ d: true }] } };
    const values = { a: '1', b: '2', c: [{ d: '3' }] };
    expect(changeOf({ before: values, after: values, ...marks })).toMatchObject([{ sensitive: ['a', 'c'] }]);
  });

  it.each([
    [{ actions: ['delete', 'create'] }, {}, 'replace'],
    [{ actions: ['create', 'delete'] }, {}, 'replace'],
    [{ actions: ['delete'], after: null }, {}, 'delete'],
    [{ actions: ['no-op'], importing: { id: '1' } }, {}, 'import'],
    [{ actions: ['no-op'] }, { previous_address: 'edge_logpush_job.old' }, 'move'],
  ])('reads the change %j %j as %s', (change, more, action) => {
    expect(changeOf(change, more)).toMatchObject([{ action }]);
  });

  it('has neither resources nor outputs that stay as they are', () => {
    const plan = readPlan(
      {
        resource_changes: [{ ...job, change: { actions: ['no-op'], before: {}, after: {} } }],
        resource_drift: [
          { ...job, change: { actions: ['update'], before: { name: 'a' }, after: { name: 'b' } } },
        ],
        output_changes: { same: { actions: ['no-op'] }, other: { actions: ['update'] } },
      },
      [],
    );
    expect(plan).toMatchObject({
      changes: [],
      drift: [{ action: 'update', attributes: ['name'] }],
      outputs: ['other'],
    });
  });
});
