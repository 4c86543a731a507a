import type { Control } from './controls/control';
import type { FixtureKey } from './fixture/seed';
import type { Route } from './http/route';
import type { Page } from './page/page';

/** A product of the API: its routes, controls and pages, and its keys of a fixture. */
export interface Product {
  readonly routes?: readonly Route[];
  readonly controls?: readonly Control[];
  readonly pages?: readonly Page[];
  /** Keys of the fixture itself; their owner is empty. */
  readonly rootKeys?: Readonly<Record<string, FixtureKey>>;
  /** Keys below a zone of the fixture, in the order in which they are seeded. */
  readonly zoneKeys?: Readonly<Record<string, FixtureKey>>;
  readonly accountKeys?: Readonly<Record<string, FixtureKey>>;
  /** Resumes what an earlier run left unfinished; called after the fixture is seeded. */
  readonly begin?: () => void;
  /** Forgets what is not in the store; called after a reset. */
  readonly forget?: () => void;
  /** Ends background work; called when no call is in flight any more, and before the state is closed. */
  readonly close?: () => Promise<void>;
}
