import type { faultRowOf, readCall, readCalls, rowOf } from '../views/requests';

export type { RequestBody } from '../views/requests';

/** `GET /requests?search=&page=&show=&until=`: `until` leaves out calls that are newer than the one with this id. */
export type RequestsView = ReturnType<typeof readCalls>;
export type RequestBudget = RequestsView['budget'];
export type RequestRow = ReturnType<typeof rowOf>;
export type FaultRow = ReturnType<typeof faultRowOf>;

/** Filters of the list of calls; any other value lists all of them. */
export type RequestFilter = 'all' | 'failed' | 'writes';

/** `GET /requests/<id>`. */
export type RequestDetails = ReturnType<typeof readCall>;
