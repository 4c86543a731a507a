import type { IConstruct } from 'constructs';
import type { OfZone } from './edge-resource';

const brand = Symbol.for('cdktf-edge-platform.CustomFieldsCarrier');

/** A construct that configures custom fields for a zone, as other resources see it. */
export interface CustomFieldsCarrier extends OfZone {
  /** Whether names of a kind are configured, by the log field that carries them: `RequestHeaders` and so on. */
  carries(logField: string): boolean;
}

export function markCustomFieldsCarrier(construct: CustomFieldsCarrier): void {
  Object.defineProperty(construct, brand, { value: true });
}

/** Recognised by a brand: the construct may come from another copy of the package. */
export function isCustomFieldsCarrier(construct: IConstruct): construct is CustomFieldsCarrier {
  return brand in construct;
}
