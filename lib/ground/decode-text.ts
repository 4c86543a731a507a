/** Whether bytes begin with the mark of UTF-16, which PowerShell writes by `>`. */
export function isUtf16(bytes: Uint8Array): boolean {
  return encodingOf(bytes) !== 'utf-8';
}

/** The text of a file, without its byte order mark: UTF-16 where it begins with that of it, else UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Decodes the pieces of a stream as {@link decodeText} does a file, in UTF-8. The first piece has at least two bytes. */
export async function* inUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield Buffer.from(decoder.decode(piece, { stream: true }));
  }
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
