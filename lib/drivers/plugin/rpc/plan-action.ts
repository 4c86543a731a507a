import type { Session } from '../session';
import type { Answer } from '../wire/shapes';
import { checkAction } from './validate-action-config';

/** Checks once more with what the plan knows. An action does nothing before the apply. */
export function planAction<S>(session: Session<S>): Answer<'PlanAction'> {
  return ({ actionType, config }) => Promise.resolve(checkAction(session, actionType, config));
}
