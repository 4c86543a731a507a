import { announce } from './announcer';

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
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => {
            announce(done);
          },
          () => {
            announce('The browser did not allow copying. Select the text and copy it.', 'failed');
          },
        );
      }}
    >
      {label}
    </button>
  );
}
