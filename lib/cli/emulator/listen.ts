import { messageOf } from '../../ground/words';

/** Why the emulator does not start, with what to do. */
export function explainStart(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const code = codeOfListening(error);
  if (code === 'EADDRINUSE')
    return `port ${port} of ${host} is in use; choose another with --port, or 0 for a free port`;
  if (code === 'EACCES') return `no permission to use port ${port} of ${host}; choose one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${host} is not an address of this machine; choose another --host, or 0.0.0.0 for all addresses`;
  return messageOf(error);
}

/** Only for errors of the port or the host: file errors have the same codes. */
function codeOfListening(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  return ['listen', 'bind', 'getaddrinfo'].some((call) => call === error.syscall) ? error.code : undefined;
}
