import type { showFate, unmetOf } from '../views/exchanges';
import type { listPlaces, readTraffic, sample } from '../views/traffic';

export type TrafficPlaces = ReturnType<typeof listPlaces>;

export type Traffic = ReturnType<typeof readTraffic>;
export type TrafficJob = Traffic['jobs'][number];
export type TrafficExchange = Traffic['exchanges'][number];
export type TrafficOutcome = ReturnType<typeof showFate>;
export type UnmetCondition = ReturnType<typeof unmetOf>[number];
export type TrafficSample = ReturnType<typeof sample>[number];
