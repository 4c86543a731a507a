export const environment = {
  base_url: 'EDGE_BASE_URL',
  api_token: 'EDGE_API_TOKEN',
  api_email: 'EDGE_API_EMAIL',
  api_key: 'EDGE_API_KEY',
  requests_per_5_minutes: 'EDGE_REQUESTS_PER_5_MINUTES',
  retry_timeout_seconds: 'EDGE_RETRY_TIMEOUT_SECONDS',
  custom_field_limits: 'EDGE_CUSTOM_FIELD_LIMITS',
  use_cloudflare_env: 'EDGE_USE_CLOUDFLARE_ENV',
} as const;

/** The variables of the service's own provider and tools, which are used only where the user asks for it. */
export const cloudflareEnvironment = {
  api_token: 'CLOUDFLARE_API_TOKEN',
  api_email: 'CLOUDFLARE_EMAIL',
  api_key: 'CLOUDFLARE_API_KEY',
} as const;

export type VariableName = keyof typeof environment;
