/** The public limit: 1,200 requests per 5 minutes for all credentials of a user together (public fact, section 7). */
export const defaultRequestsPer5Minutes = 1200;

/** The timeout of a request: until its whole reply is there. */
export const defaultTimeoutMs = 30_000;

/** The longest time for a connection: the name of the host, TCP, a proxy, TLS. */
export const longestConnectMs = 10_000;

/** How long a call is repeated after its first failure: most outages of a service end within 10 minutes. */
export const defaultRetryTimeoutMs = 600_000;
