import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../../ground/words';

type Kind = 'done' | 'failed';
interface Message {
  readonly kind: Kind;
  readonly text: string;
  /** The page that it is about. */
  readonly hash: string;
}

let show: (message: Message) => void = () => undefined;

/** Says the outcome of an action: on the screen, and to readers of the screen. */
export function announce(text: string, kind: Kind = 'done'): void {
  show({ kind, text, hash: location.hash });
}

/** Runs an action, and announces its outcome. Resolves to whether it succeeded. */
export async function act(done: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    announce(done);
    return true;
  } catch (error) {
    announce(messageOf(error), 'failed');
    return false;
  }
}

/** A failure stays until it is dismissed or replaced, and nothing stays when its page is left. */
export function Announcer({ route }: { readonly route: readonly string[] }) {
  const [message, setMessage] = useState<Message | undefined>(undefined);
  useEffect(() => {
    show = setMessage;
  }, []);
  useEffect(() => setMessage((before) => (before?.hash === location.hash ? before : undefined)), [route]);
  useEffect(() => {
    if (message?.kind !== 'done') return;
    const timer = setTimeout(() => setMessage(undefined), 6000);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div class="announcer" role="status" aria-live="polite">
      {message && (
        <p class={message.kind === 'done' ? 'done good' : 'failed bad'}>
          {message.text}
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => setMessage(undefined)}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
