/** A page of a list that the emulator searches and cuts. */
export interface Paged<Item> {
  readonly items: readonly Item[];
  /** Items that the search found. */
  readonly found: number;
  /** Items without a search. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  readonly pages: number;
}
