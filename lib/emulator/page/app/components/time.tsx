/** A time of day on the clock of the emulator, in UTC as in the API, with the whole time as its title. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}
