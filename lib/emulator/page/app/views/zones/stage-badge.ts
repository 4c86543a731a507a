import type { Tone } from '../../components/badge';
import type { ZoneStage } from '../../../model/zones';

export const stageTones: Readonly<Record<ZoneStage, Tone>> = {
  default: 'neutral',
  start: 'neutral',
  validation: 'warning',
  cutover: 'busy',
  complete: 'good',
};
