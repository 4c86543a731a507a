import type { showOutcome, unmetOf } from '../views/exchanges';
import type { listOwners, readTraffic, sample } from '../views/traffic';

export type TrafficOwners = ReturnType<typeof listOwners>;

export type Traffic = ReturnType<typeof readTraffic>;
export type TrafficJob = Traffic['jobs'][number];
export type TrafficExchange = Traffic['exchanges'][number];
export type TrafficOutcome = ReturnType<typeof showOutcome>;
export type UnmetCondition = ReturnType<typeof unmetOf>[number];
export type TrafficSample = ReturnType<typeof sample>[number];
