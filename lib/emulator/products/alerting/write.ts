import { maskCredentials, maskedCredential } from '../../fixture/mask-credentials';
import { withoutDefaults } from '../../fixture/write';
import type { Policy, Webhook } from './model';
import { typeOf } from './url';

/** A webhook for a fixture, without its secret. */
export function writeWebhook({ id, name, url }: Webhook): object {
  return { id, name, url: withoutKey(url) };
}

/**
 * @param deleted - the destinations of the policy that do not exist any more
 */
export function writePolicy(
  { created: _created, modified: _modified, ...policy }: Policy,
  deleted: readonly string[],
): object {
  return withoutDefaults({ ...policy, deleted_destinations: deleted }, { deleted_destinations: [] });
}

/** Everything after the host of a known service is a key. */
function withoutKey(url: string): string {
  if (typeOf(url) === 'generic') return maskCredentials(url);
  const { origin } = new URL(url);
  const masked = `${origin}/${maskedCredential}`;
  // A collector of Splunk is known by its path, which is no key.
  return typeOf(masked) === typeOf(url) ? masked : url.replace(/\?[^]*$/, '');
}
