import { readTimestamp, writeTimestamp, type LineTimestampFormat } from '../timestamp';

interface Second {
  /** Seconds since 1970 as digits; empty for an earlier second, or for an invalid one. */
  readonly unix: string;
  /** `2026-01-02T03:04:05` */
  readonly date: string;
}

/** The timestamps of a sample are close together, so their seconds repeat. */
const mostSeconds = 4096;

/** See `readTimestamp`. */
const mostDigitsOfSeconds = 11;

/**
 * Converts timestamps between formats as `readTimestamp` and `writeTimestamp` do, but caches what depends only on the
 * second.
 */
export class TimestampRewriter {
  private readonly seconds = new Map<string, Second>();

  constructor(private readonly format: LineTimestampFormat) {}

  /** Converts text without its quotes. Undefined for unusual text, which the caller must parse. */
  ofText(text: string): string | undefined {
    if (text.length < 20 || !text.endsWith('Z')) return undefined;
    const second = this.second(text.slice(0, 19), () => readTimestamp(`${text.slice(0, 19)}Z`));
    if (second.unix === '') return undefined;
    const fraction = text.slice(20, -1);
    const isPlain = text.length === 20 ? text[19] === 'Z' : text[19] === '.' && /^\d+$/.test(fraction);
    return isPlain ? this.write(second, fraction.slice(0, 9).padEnd(9, '0')) : undefined;
  }

  /** Converts digits without a sign and without leading zeros. */
  ofDigits(digits: string): string | undefined {
    if (digits === '0') return undefined;
    const nanos = digits.length <= mostDigitsOfSeconds ? `${digits}000000000` : digits;
    if (nanos.length > 19) return undefined;
    if (this.format === 'unixnano') return nanos;
    const unix = nanos.slice(0, -9);
    return this.write(
      this.second(unix, () => BigInt(unix) * 1_000_000_000n),
      nanos.slice(-9),
    );
  }

  private write({ unix, date }: Second, fraction: string): string | undefined {
    switch (this.format) {
      case 'unixnano':
        return unix === '0' ? undefined : unix + fraction;
      case 'unix':
        return unix;
      case 'rfc3339':
        return `"${date}Z"`;
      case 'rfc3339ms':
        return `"${date}.${fraction.slice(0, 3)}Z"`;
      case 'rfc3339ns':
        return `"${date}.${fraction}Z"`;
      default:
        return this.format satisfies never;
    }
  }

  private second(written: string, read: () => bigint | undefined): Second {
    const known = this.seconds.get(written);
    if (known !== undefined) return known;
    const nanos = read();
    const second =
      nanos === undefined || nanos < 0n
        ? { unix: '', date: '' }
        : { unix: writeTimestamp(nanos, 'unix'), date: writeTimestamp(nanos, 'rfc3339').slice(1, -2) };
    if (this.seconds.size >= mostSeconds) this.seconds.clear();
    this.seconds.set(written, second);
    return second;
  }
}
