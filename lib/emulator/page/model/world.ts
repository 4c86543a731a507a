/** What is in the emulator, and how it is set up. */
export interface WorldData {
  readonly accounts: number;
  readonly zones: number;
  /** Plans that zones have, from the smallest. */
  readonly plans: readonly { readonly plan: string; readonly zones: number }[];
  readonly rulesets: number;
  readonly jobs: number;
  readonly pools: number;
  readonly policies: number;
  readonly webhooks: number;
  /** Null where the state is in memory. */
  readonly stateFile: string | null;
  readonly bucketsDir: string;
  readonly clock: { readonly now: string; readonly advancedMs: number };
  readonly quirks: Readonly<Record<string, boolean>>;
}

/** How long a zone that migrates has both WAFs. */
export interface CutoverData {
  readonly ms: number;
}
