import type { ImportedObject, LeftOut, NamedObject } from '../inventory';

/** A zone or an account to read. */
export interface Owner extends NamedObject {
  readonly kind: 'zone' | 'account';
  /** The account itself, or that of the zone. */
  readonly account: NamedObject;
}

/** One object of a {@link LeftOut}. */
export interface Remark extends Pick<LeftOut, 'kind' | 'reason'> {
  /** Name and id for people. */
  readonly object: string;
}

/** What was read of a zone or an account. JSON, for the checkpoint. */
export interface OwnerRow {
  readonly objects: readonly ImportedObject[];
  readonly leftOut: readonly Remark[];
  readonly secrets: readonly Remark[];
  readonly pools: readonly NamedObject[];
  readonly webhooks: readonly NamedObject[];
  readonly pagerdutyServices: readonly NamedObject[];
}

/** The parts of one owner as one row. */
export function joinRows(rows: readonly Partial<OwnerRow>[]): OwnerRow {
  return {
    objects: rows.flatMap(({ objects = [] }) => objects),
    leftOut: rows.flatMap(({ leftOut = [] }) => leftOut),
    secrets: rows.flatMap(({ secrets = [] }) => secrets),
    pools: rows.flatMap(({ pools = [] }) => pools),
    webhooks: rows.flatMap(({ webhooks = [] }) => webhooks),
    pagerdutyServices: rows.flatMap(({ pagerdutyServices = [] }) => pagerdutyServices),
  };
}
