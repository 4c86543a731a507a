import type { TerraformStack } from 'cdktf';

/** The addresses of new resources, by those of the old ones whose objects they get. Nothing changes at the service. */
const successors: Record<string, string> = {
  'cloudflare_logpush_job.literal': 'edge_logpush_job.literal',
  'cloudflare_logpush_job.csv': 'edge_logpush_job.csv',
  'cloudflare_logpush_job.members': 'edge_logpush_job.members',
  'cloudflare_logpush_job.whole': 'edge_logpush_job.whole',
  'cloudflare_logpush_job.both': 'edge_logpush_job.both',
  'cloudflare_logpush_job.preferred': 'edge_logpush_job.preferred',
  'cloudflare_logpush_job.pull': 'edge_logpush_job.pull',
  'cloudflare_logpush_job.dynamic': 'edge_logpush_job.dynamic',
};

/** Moves the state to the new resources at the next deploy. */
export function moveState(stack: TerraformStack): void {
  const moved = Object.entries(successors).map(([from, to]) => ({ from, to }));
  stack.addOverride('moved', moved);
}
