import type { ComponentChildren } from 'preact';

interface FactsProps {
  /** What is false is left out. */
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren] | false)[];
  readonly class?: string;
}

/** Names with their values. */
export function Facts({ facts, class: name = 'facts' }: FactsProps) {
  return (
    <dl class={name}>
      {facts.map(
        (fact) =>
          fact !== false && (
            <>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </>
          ),
      )}
    </dl>
  );
}
