import type { CustomFields } from '../../../logs';

/** The log fields of everyday requests, with addresses that are reserved for documentation (RFC 5737). */
export function requestSamples(host: string): readonly Readonly<Record<string, unknown>>[] {
  return rows.map(([method, path, status, country, botScore], index) => ({
    ClientRequestMethod: method,
    ClientRequestHost: `www.${host}`,
    ClientRequestPath: path,
    EdgeResponseStatus: status,
    ClientCountry: country,
    BotScore: botScore,
    ClientIP: `203.0.113.${10 + index}`,
    ClientRequestURI: path,
    EdgeResponseBytes: 1024 * (index + 1),
  }));
}

const rows = [
  ['GET', '/', 200, 'de', 87],
  ['POST', '/login', 302, 'fr', 64],
  ['GET', '/api/orders', 503, 'us', 45],
  ['GET', '/wp-login.php', 404, 'br', 2],
  ['GET', '/assets/app.css', 304, 'jp', 91],
  ['DELETE', '/api/orders/17', 403, 'nl', 12],
] as const;

/** A request and its response with a value for every custom field of the zone. */
export function sampleMessages(customFields: CustomFields | undefined, index: number): object {
  if (customFields === undefined) return {};
  const {
    requestHeaders,
    transformedRequestHeaders = [],
    responseHeaders,
    rawResponseHeaders = [],
    cookies,
    preserveDuplicates = [],
  } = customFields;
  const cookie = cookies.map((name) => `${name}=${valueOf(name, index)}`).join('; ');
  const request = [...requestHeaders, ...transformedRequestHeaders].filter((name) => name !== 'cookie');
  const response = [...responseHeaders, ...rawResponseHeaders];
  return {
    request: {
      headers: [
        ...request.map((name) => [name, valueOf(name, index)]),
        ...(cookie === '' ? [] : [['cookie', cookie]]),
      ],
    },
    response: {
      headers: response.flatMap((name) => [
        [name, valueOf(name, index)],
        ...(preserveDuplicates.includes(name) ? [[name, `${valueOf(name, index)}-again`]] : []),
      ]),
    },
  };
}

const usual: Readonly<Record<string, string>> = {
  'accept-language': 'de-DE,de;q=0.9',
  'cache-control': 'max-age=60',
  'content-type': 'text/html; charset=utf-8',
  referer: 'https://www.example.com/',
  server: 'origin',
  'user-agent': 'Mozilla/5.0 (sample)',
};

/** A header or cookie may have any name, that of a property of objects too. */
function valueOf(name: string, index: number): string {
  return Object.hasOwn(usual, name) ? (usual[name] ?? '') : `${name}-${index + 1}`;
}
