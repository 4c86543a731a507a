import { h, type ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { announce } from './announcer';

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

/** A time of day on the clock of the emulator, in UTC as in the API, with the whole time as its title. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}

interface ProblemProps {
  /** Undefined for none. */
  readonly text: string | undefined;
  readonly id?: string;
  readonly class?: string;
}

/** Why something failed, which readers of the screen hear at once. */
export function Problem({ text, id, class: name = 'notice bad' }: ProblemProps) {
  return text === undefined ? null : (
    <p class={name} role="alert" {...(id && { id })}>
      {text}
    </p>
  );
}

interface CardProps {
  readonly title: ComponentChildren;
  /** Level of the heading. */
  readonly level?: 2 | 3;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of a page with its heading. */
export function Card({ title, level = 2, class: name = 'card', children }: CardProps) {
  const id = useId();
  return (
    <section class={name} aria-labelledby={id}>
      {h(`h${level}`, { id }, title)}
      {children}
    </section>
  );
}

interface FactsProps {
  /** Entries that are false are left out. */
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren] | false)[];
  readonly class?: string;
}

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

/** Copies a text. Where the browser does not let the page, the text is selected instead. */
export function CopyButton({
  text,
  label,
  done,
}: {
  readonly text: string;
  readonly label: string;
  readonly done: string;
}) {
  return (
    <button
      type="button"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => announce(done),
          () => announce('The browser did not allow copying. Select the text and copy it.', 'failed'),
        )
      }
    >
      {label}
    </button>
  );
}
