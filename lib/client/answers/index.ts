export type { Difference, DifferenceKind } from './difference';
export { AnswersReader, type AnswersReport } from './read-answers';
