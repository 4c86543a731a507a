/** How the help of a command that calls the API begins. */
export const credentials = `
Credentials are read from the environment, as by the provider: EDGE_API_TOKEN,
or EDGE_API_EMAIL and EDGE_API_KEY.`;
