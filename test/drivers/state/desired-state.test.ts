import { desiredOf } from '../../../lib/drivers/state/desired-state';
import { logpushJobContract } from '../../../lib/resources/logpush-job/contract';

const { attributes } = logpushJobContract;
const canonical = '{"where":{"and":[{"key":"RayID","operator":"contains","value":"<"}]}}';
const escaped = canonical.replace('<', '\\u003c');
const object = (filter: string | null) => ({
  ...Object.fromEntries(Object.keys(attributes).map((name) => [name, null])),
  filter,
});
const desired = (prior: string | null | undefined, planned: string | null) =>
  desiredOf(attributes, {
    prior: prior === undefined ? null : object(prior),
    planned: object(planned),
    config: object(planned),
  }).filter;

describe('the desired state', () => {
  it.each<[what: string, prior: string | null | undefined]>([
    ['of a new object', undefined],
    ['of an object without it', null],
    ['of an object with another', '{"where":{"and":[{"key":"RayID","operator":"contains","value":"a"}]}}'],
  ])('has a filter in the notation that is sent, %s', (_what, prior) => {
    expect(desired(prior, escaped)).toBe(canonical);
    expect(desired(prior, null)).toBeNull();
  });

  it('keeps an unchanged filter as the prior state has it', () => {
    expect(desired(escaped, escaped)).toBe(escaped);
  });
});
