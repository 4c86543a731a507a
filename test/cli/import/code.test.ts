import { codeOfStack } from '../../../lib/cli/import/code';
import { unknown } from '../../../lib/schema';
import { z } from './world';

const job = {
  '//': { metadata: { path: 'edge/logs/errors/Resource' } },
  zone_id: z(1),
  name: 'errors',
  fields: ['RayID'],
  output_options: { batch_prefix: '$${literal} ${"%%"}{}' },
};

describe('the objects of a synthesized stack', () => {
  const read = (content: object, environment: Readonly<Record<string, string>> = {}) =>
    codeOfStack(
      { resource: { edge_logpush_job: { errors: job } }, ...content },
      {
        environment,
        zones: [
          { id: z(1), name: 'one.example' },
          { id: z(2), name: 'two.example' },
          { id: z(3), name: 'two.example' },
        ],
      },
    );
  const configOf = (attributes: object, content: object = {}, environment = {}) =>
    read(
      { resource: { edge_logpush_job: { errors: { ...job, ...attributes } } }, ...content },
      environment,
    )[0]?.config;

  it('have the path of their construct, the id of their import block, and what the stack sets', () => {
    const [found] = read({
      import: [
        { to: 'edge_logpush_job.other', id: 'x' },
        { to: 'edge_logpush_job.errors', id: `${z(1)}/11` },
      ],
    });
    expect(found).toMatchObject({
      typeName: 'edge_logpush_job',
      label: 'edge/logs/errors',
      importId: `${z(1)}/11`,
      config: { zone_id: z(1), account_id: null, name: 'errors', fields: ['RayID'] },
    });
    expect(found?.config).not.toHaveProperty('last_complete');
  });

  it('are those of our resources only', () => {
    expect(read({ resource: { aws_s3_bucket: { logs: { bucket: 'logs' } } } })).toEqual([]);
    expect(read({ resource: undefined })).toEqual([]);
  });

  it('have texts as Terraform reads them, and the values of variables', () => {
    const content = { variable: { env: { default: 'test' } } };
    expect(configOf({ name: '$${x}-${var.env}' }, content)).toMatchObject({ name: '${x}-test' });
    expect(configOf({ name: '${var.env}' }, content, { TF_VAR_env: 'live' })).toMatchObject({ name: 'live' });
  });

  it('are unknown where only Terraform can evaluate the code', () => {
    expect(configOf({ name: '${local.name}', fields: ['RayID', '${var.none}'] })).toMatchObject({
      name: unknown,
      fields: unknown,
    });
  });

  it('have the id of a zone that a data source names, unless several have the name', () => {
    const data = { edge_zone: { one: { name: 'one.example' }, two: { name: 'two.example' } } };
    expect(configOf({ zone_id: '${data.edge_zone.one.id}' }, { data })).toMatchObject({ zone_id: z(1) });
    expect(configOf({ zone_id: '${data.edge_zone.two.id}' }, { data })).toMatchObject({ zone_id: unknown });
    expect(configOf({ zone_id: '${data.edge_zone.none.id}' }, { data })).toMatchObject({ zone_id: unknown });
  });
});
