import { decode, type DecoderOptions } from '@msgpack/msgpack';
import { isDeeperThan, isObject } from '../../../ground/json';
import { limits } from '../../../ground/limits';

const refused = '__proto__';

/** Half of a surrogate pair, which no text in UTF-8 has: a key that begins with it is none that was sent. */
const standIn = `\ud800${refused}`;

/** Decodes a value whose maps may have any text as key. The library refuses the key `__proto__`, so it is decoded as another one. */
export function decodeMessagePack(bytes: Uint8Array, options: DecoderOptions): unknown {
  const standIns = new Set<string>();
  const raw = decode(bytes, {
    ...options,
    keyDecoder: {
      canBeCached: (length) => length === refused.length,
      decode: (all, start, length) => {
        const key = Buffer.from(all.buffer, all.byteOffset + start, length).toString('utf8');
        if (key !== refused) return key;
        standIns.add(standIn);
        return standIn;
      },
    },
  });
  if (isDeeperThan(raw, limits.depth))
    throw new Error(`The value is nested more than ${limits.depth} levels deep.`);
  return standIns.size > 0 ? restore(raw) : raw;
}

function restore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restore);
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key === standIn ? refused : key, restore(member)]),
  );
}
