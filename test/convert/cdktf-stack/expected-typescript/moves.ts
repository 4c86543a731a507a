import type { TerraformStack } from 'cdktf';

/** The addresses of new resources, by those of the old ones whose objects they get. Nothing changes at the service. */
const successors: Record<string, string> = {
  'cloudflare_logpush_job.logs_errors_8A9801DF': 'edge_logpush_job.logs_errors',
};

/** Moves the state to the new resources at the next deploy. */
export function moveState(stack: TerraformStack): void {
  const moved = Object.entries(successors).map(([from, to]) => ({ from, to }));
  stack.addOverride('moved', moved);
}
