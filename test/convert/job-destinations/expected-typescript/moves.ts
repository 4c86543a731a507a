import type { TerraformStack } from 'cdktf';

/** The addresses of new resources, by those of the old ones whose objects they get. Nothing changes at the service. */
const successors: Record<string, string> = {
  'cloudflare_logpush_job.variable': 'edge_logpush_job.variable',
  'cloudflare_logpush_job.local': 'edge_logpush_job.local',
  'cloudflare_logpush_job.header': 'edge_logpush_job.header',
  'cloudflare_logpush_job.heredoc': 'edge_logpush_job.heredoc',
  'cloudflare_logpush_job.lake': 'edge_logpush_job.lake',
  'cloudflare_logpush_job.literal': 'edge_logpush_job.literal',
  'cloudflare_logpush_job.choice': 'edge_logpush_job.choice',
  'cloudflare_logpush_job.keyed': 'edge_logpush_job.keyed',
};

/** Moves the state to the new resources at the next deploy. */
export function moveState(stack: TerraformStack): void {
  const moved = Object.entries(successors).map(([from, to]) => ({ from, to }));
  stack.addOverride('moved', moved);
}
