import { isWrong, parseDestination, splitDestination } from '../logs';
import { computed, mapOf, nested, string } from '../schema';
import { refuse } from './filter-argument';
import { providerFunction } from './provider-function';

/** Splits a destination: `edge-platform convert` writes it for one that is no literal. */
export const destination = providerFunction({
  name: 'destination',
  summary: 'Returns a destination with its credentials apart.',
  description:
    'For `destination_conf` and `destination_credentials` of `edge_logpush_job`, from a text that has both, as other providers take it. ' +
    'Credentials are not percent-encoded in the result, and a `+` in a parameter is a space, as `urlencode` writes it. A user before the ' +
    'host becomes `header_Authorization`, with basic authentication, unless the text has that header.\n\nThe whole address of a `sumo` destination is a secret, and ' +
    '`conf` has it: plan and state show it unless the text is sensitive. White space around the text is left out. `credentials` is null ' +
    'where there are none, and both are for null.',
  parameters: [
    {
      name: 'text',
      type: string,
      description: 'The destination, such as `https://logs.example.com/in?header_Authorization=Bearer%20…`.',
      isNullable: true,
    },
  ],
  returns: nested('single', {
    conf: computed(string, { description: 'The destination without its credentials.' }),
    credentials: computed(mapOf(string), {
      description: 'The credentials, by the names of their parameters.',
    }),
  }),
  examples: [
    {
      code: 'provider::edge::destination("r2://logs/{DATE}?account-id=1&access-key-id=K&secret-access-key=a%2Fb")["credentials"]',
      result: { 'access-key-id': 'K', 'secret-access-key': 'a/b' },
    },
    {
      code: 'provider::edge::destination("https://logs.example.com/in?header_Authorization=Bearer+t&tags=a")',
      result: {
        conf: 'https://logs.example.com/in?tags=a',
        credentials: { header_Authorization: 'Bearer t' },
      },
    },
  ],
  call: ([text]) => {
    if (text === null) return { conf: null, credentials: null };
    refuse('text', parseDestination(text.trim()).faults, isWrong);
    const { conf, credentials } = splitDestination(text);
    return { conf, credentials: Object.keys(credentials).length === 0 ? null : credentials };
  },
});
