import type { ReachedStage } from '../../products/waf-migration/stages';
import type { Stage } from '../../products/waf-migration/transitions';
import type { Plan } from '../../world';

/** A stage in words. */
export const wordsOf: Readonly<Record<Stage, string>> = {
  default: 'Never had the previous version',
  start: 'Previous version only',
  validation: 'Validation mode',
  cutover: 'Update in progress',
  complete: 'New version only',
};

/** The stages of a zone in the order in which it passes them: those reached, with their times, and those to come. */
export function stepsOf(plan: Plan, timeline: readonly ReachedStage[]) {
  const present = timeline.at(-1)?.stage;
  if (present === undefined) return [];
  const path = pathOf(plan, present);
  const now = path.indexOf(present);
  return path.map((stage, index) => {
    // A call that is repeated in the cutover does not begin it again.
    const reached = timeline.find((each) => each.stage === stage);
    return {
      stage,
      words: wordsOf[stage],
      /** Undefined for the stage that a zone began with, and for one that is not reached. */
      ...(reached?.at !== undefined && { at: reached.at }),
      progress: index >= now ? upcoming(index === now) : passed(stage, reached),
    };
  });
}

/** Zones without validation mode pass it over, and so do Enterprise zones that the API migrates in one call. */
function pathOf(plan: Plan, present: Stage): readonly Stage[] {
  if (present === 'default') return ['default'];
  return plan === 'enterprise'
    ? ['start', 'validation', 'cutover', 'complete']
    : ['start', 'cutover', 'complete'];
}

function upcoming(isNow: boolean): 'now' | 'next' {
  return isNow ? 'now' : 'next';
}

/** Every zone began with the previous version, also where its time is unknown. */
function passed(stage: Stage, reached: ReachedStage | undefined): 'done' | 'skipped' {
  return reached === undefined && stage !== 'start' ? 'skipped' : 'done';
}
