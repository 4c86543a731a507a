import type { Tone } from '../../components/badge';
import type { ZoneStage } from '../../../model/zones';

export function toneOf(stage: ZoneStage): Tone {
  switch (stage) {
    case 'validation':
      return 'warning';
    case 'cutover':
      return 'busy';
    case 'complete':
      return 'good';
    case 'start':
    case 'default':
      return 'neutral';
    default:
      return stage satisfies never;
  }
}
