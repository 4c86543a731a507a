import type { LogpushScope } from '../../client';
import { toDeclare } from './declaration';
import { toHaveEmptyPlan } from './plan';
import { toHaveDelivered, toHaveJob, toHaveNotified } from './service';

/** Matchers for `expect.extend` of jest and vitest. `useEmulator` adds them. */
export const edgeMatchers = { toDeclare, toHaveJob, toHaveNotified, toHaveDelivered, toHaveEmptyPlan };

/** The matchers as tests call them. */
export interface EdgeMatchers<Result> {
  /**
   * Passes if the synthesized stack has a resource of a class of constructs with at least these props. For an app, its only
   * stack counts. Tokens are compared as synthesized, `${var.zone_id}`.
   *
   * @example
   * expect(stack).toDeclare(LogpushJob, { name: 'failed-requests', enabled: true });
   */
  toDeclare<Props>(
    constructClass: abstract new (scope: never, id: never, props: Props) => object,
    props?: { readonly [Name in keyof NonNullable<Props>]?: unknown },
  ): Result;

  /**
   * Passes if the service has a log-delivery job with at least these values, in the names of the API: in a zone (its id),
   * in an account (`{ accountId }`), or in any.
   *
   * @example
   * await expect(edge).toHaveJob({ name: 'failed-requests', enabled: true });
   */
  toHaveJob(expected: object, scope?: LogpushScope): Promise<void>;

  /**
   * Passes if the outbox has a notification to a recipient (an e-mail address, or the id of a webhook or PagerDuty service) with
   * at least these values, in the names of docs/emulator.md.
   *
   * @example
   * await expect(edge).toHaveNotified('ops@example.com', { pool_name: 'eu-shop', new_health: 'Unhealthy' });
   */
  toHaveNotified(recipient: string, expected?: object): Promise<void>;

  /**
   * Passes if each of the lines was delivered to a bucket. An object matches a JSON line with at least its keys; a text is a
   * whole line. The order has no meaning.
   *
   * @example
   * expect(edge).toHaveDelivered('edge-logs', [{ RayID: '7a2' }]);
   */
  toHaveDelivered(bucket: string, lines: readonly unknown[]): Result;

  /**
   * Passes if a deploy would change nothing. It plans what `edge.deploy` returned; it takes a plan too.
   *
   * @example
   * await expect(deployment).toHaveEmptyPlan();
   */
  toHaveEmptyPlan(): Promise<void>;
}

declare global {
  // Of @types/jest. Vitest extends it too, and where neither is installed, this interface is the only one.
  // oxlint-disable-next-line typescript/no-namespace -- the only way to extend it
  namespace jest {
    interface Matchers<R> extends EdgeMatchers<R> {}
  }
}

// For `expect` of @jest/globals. In declarations, a module that is not installed is no error.
declare module 'expect' {
  interface Matchers<R> extends EdgeMatchers<R> {}
}
