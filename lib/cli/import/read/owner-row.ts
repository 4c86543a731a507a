import type { NamedObject, Remark } from '../../../resources/handler';
import type { ImportedObject } from '../inventory';

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
