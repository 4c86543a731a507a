import { memberOf } from '../../../ground/json';
import { codeOf } from '../../../ground/words';
import type { World } from '../../world';
import type { Notification } from './notification';
import type { Sender } from './outbox';

const from = { name: 'Edge platform emulator', address: 'notifications@emulator.invalid' };

export function mailer(smtp: string, { closing, delivery }: Pick<World, 'closing' | 'delivery'>): Sender {
  if (!isMailServer(smtp))
    throw new Error(`the mail server ${withoutPassword(smtp)} must be a URL like smtp://127.0.0.1:1025`);
  return async (notification: Notification) => {
    const { recipient: address, subject, text } = notification;
    // Loaded on first use: most emulators never send mail. The timeout starts after it, so that a slow load does not
    // count as a mail server that does not answer.
    const { createTransport } = await import('nodemailer');
    const timeout = AbortSignal.timeout(delivery.attemptTimeoutMs);
    try {
      await createTransport({ url: smtp }).sendMail({
        from,
        to: { name: '', address },
        envelope: { from: from.address, to: [address] },
        subject,
        text,
        date: new Date(notification.created_at),
        // The same at every attempt, so that a recipient can recognize a duplicate.
        messageId: `<${notification.id}@emulator.invalid>`,
        signal: AbortSignal.any([timeout, closing]),
      });
      return undefined;
    } catch (error) {
      if (timeout.aborted) return `the mail server did not answer within ${delivery.attemptTimeoutMs} ms`;
      return `the mail server rejected the message (${errorCodeOf(error)})`;
    }
  };
}

function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '';
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/]*@/, '//…@');
}

/** The error's code or the server's reply code: the message may repeat credentials of the URL. */
function errorCodeOf(error: unknown): string {
  const replyCode = memberOf(error, 'responseCode');
  if (typeof replyCode === 'number') return String(replyCode);
  const code = codeOf(error);
  return typeof code === 'string' ? code : 'unknown error';
}
