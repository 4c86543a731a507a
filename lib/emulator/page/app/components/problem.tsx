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
