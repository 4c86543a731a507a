import { optional, type Attributes, type Check, type Contract } from './attribute';
import { errorAt } from './diagnostic';
import { nested, string } from './type';
import { isObjectValue, type ObjectValue } from './value';
import { own } from '../ground/record';
import { onceFor } from '../ground/remember';

/** The operations whose time a user can limit. A plan reads, so it has the time of a read. */
export type LimitedOperation = 'create' | 'read' | 'update' | 'delete';

const longestMs = 24 * 60 * 60_000;

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** The milliseconds of a duration as Go writes it: `1h30m`, `45s`, `500ms`. Undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  if (!/^(?:(?:\d+(?:\.\d+)?)(?:h|ms|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/([\d.]+)(h|ms|m|s)/g)];
  return parts.reduce(
    (sum, [, amount = '', unit = '']) => sum + Number(amount) * (own(unitsMs, unit) ?? 0),
    0,
  );
}

const checkDuration: Check = (value, path) => {
  const ms = typeof value === 'string' ? parseDuration(value) : undefined;
  if (ms !== undefined && ms > 0 && ms <= longestMs) return [];
  const name = path.join('.');
  return [
    errorAt(
      path,
      'Invalid duration',
      `${name} is ${JSON.stringify(value)}. It must be more than 0 and at most 24h. Write numbers with the units h, m, s or ms, ` +
        'for example "10m" or "1h30m".',
    ),
  ];
};

const limitOf = (of: string) =>
  optional(string, {
    description: `Time limit of ${of}, a duration such as "10m". Without it, a call that fails is repeated as long as the provider says.`,
    checks: [checkDuration],
  });

const timeouts = optional(
  nested('single', {
    create: limitOf('a create'),
    read: limitOf('a refresh, and of a plan'),
    update: limitOf('an update'),
    delete: limitOf('a delete'),
  }),
  {
    description:
      'How long the operations on this resource may wait for the API and repeat failed calls. A call on its way is not interrupted.',
    stateOnly: true,
  },
);

export const timeoutAttributes: Attributes = { timeouts };

export const withTimeouts = onceFor((contract: Contract): Contract => ({
  ...contract,
  attributes: { ...contract.attributes, ...timeoutAttributes },
}));

/** The time limit of an operation as configured, in milliseconds; undefined without one. */
export function timeoutOf(
  values: ObjectValue,
  operation: LimitedOperation,
): { readonly text: string; readonly ms: number } | undefined {
  const limits = values.timeouts ?? null;
  const text = isObjectValue(limits) ? limits[operation] : undefined;
  const ms = typeof text === 'string' ? parseDuration(text) : undefined;
  return typeof text === 'string' && ms !== undefined ? { text, ms } : undefined;
}
