import { poolRefusals } from '../pools/schema';
import { body, type Complete } from '../../schema/body';
import { choice, filledText, flag, integer, list, record, text } from '../../schema/values';

const count = integer(0, Number.MAX_SAFE_INTEGER);

export const monitorBody = body(
  poolRefusals,
  {
    type: choice('http', 'https', 'tcp', 'udp_icmp', 'icmp_ping', 'smtp').or('http'),
    description: text.or(''),
    /** `GET` for HTTP and `connection_established` for all else. */
    method: filledText,
    /** `/` for HTTP. */
    path: text,
    header: record(list(text)),
    /** 0 is the default port of the protocol. */
    port: integer(0, 65_535).or(0),
    /** Seconds, as `interval`. */
    timeout: integer(1, 10).or(5),
    retries: integer(0, 5).or(2),
    interval: integer(10, Number.MAX_SAFE_INTEGER).or(60),
    expected_body: text.or(''),
    /** `200` or `2xx`, or several of them separated by commas. */
    expected_codes: text
      .that(
        (codes) => codes === '' || codes.split(',').every((code) => /^\s*[1-5](xx|\d\d)\s*$/.test(code)),
        'must be HTTP status codes such as 200, or ranges such as 2xx, separated by commas',
      )
      .or(''),
    follow_redirects: flag.or(false),
    allow_insecure: flag.or(false),
    probe_zone: text.or(''),
    consecutive_up: count.or(0),
    consecutive_down: count.or(0),
  },
  { readOnly: ['created_on', 'modified_on'], ignored: ['id'] },
);

export type MonitorSettings = Complete<typeof monitorBody.fields>;
