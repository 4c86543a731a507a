import type { TerraformStack } from 'cdktf';

/** The addresses of new resources, by those of the old ones whose objects they get. Nothing changes at the service. */
const successors: Record<string, string> = {
  'cloudflare_logpush_job.errors': 'edge_logpush_job.errors',
  'cloudflare_logpush_job.größe': 'edge_logpush_job.gr__e',
  'cloudflare_logpush_job.Default': 'edge_logpush_job.Default',
  'cloudflare_logpush_job.logs': 'edge_logpush_job.logs',
  'cloudflare_logpush_job.constructor': 'edge_logpush_job.constructor',
  'cloudflare_logpush_job.lost': 'edge_logpush_job.lost',
  'cloudflare_logpush_job.acknowledge_waf_migration': 'edge_logpush_job.acknowledge_waf_migration',
};

/** The old resources: the state forgets them. Nothing at the service is deleted or reset. */
const forgotten = ['cloudflare_waf_group.logs'];

/** Moves the state to the new resources at the next deploy. */
export function moveState(stack: TerraformStack): void {
  const moved = Object.entries(successors).map(([from, to]) => ({ from, to }));
  const removed = forgotten.map((from) => ({ from, lifecycle: { destroy: false } }));
  stack.addOverride('moved', moved);
  stack.addOverride('removed', removed);
}
