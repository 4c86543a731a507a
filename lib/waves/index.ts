export { readWaves, type StackZone, type WaveStack } from './stacks';
