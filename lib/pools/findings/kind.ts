/** The policy that findings are about. */
export interface PolicyName {
  readonly account_id: string;
  readonly name: string;
}

/** Pools are given by their labels: the name, with the ID if the name is not unique. */
export type Names = readonly string[];

/** An address, and the number of pools that a finding is about. */
export interface AddressCount {
  readonly address: string;
  readonly pools: number;
}
