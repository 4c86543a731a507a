import type { ComponentChildren } from 'preact';

/** How a state is colored; its words carry the meaning. */
export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'busy';

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${tone}`}>{children}</span>;
}
