// Ends the doc comments of constructs and props with the page that describes them and the section with their error codes, in the
// declarations of the build and in the docstrings of other languages. The sources do without: these addresses follow from their files.
import { repository } from './languages/names.mjs';

const pages = `${repository.replace(/\.git$/, '')}/blob/main/docs`;

/** For each file, the page with its props, and the section of docs/errors.md with their codes, or with that of single props. */
const places = {
  'edge-provider': { page: 'provider.md#arguments-of-edgeprovider', errors: 'client-and-emulator' },
  'secret-variable': { page: 'provider.md#arguments-of-secretvariable', errors: 'client-and-emulator' },
  'resources/edge-resource': { page: 'provider.md#timeouts-of-one-resource', errors: 'client-and-emulator' },
  'resources/custom-fields-ruleset/construct': {
    page: 'resources/custom-fields-ruleset.md#schema',
    errors: 'custom-fields',
  },
  'resources/logpush-job/construct': {
    page: 'resources/logpush-job.md#schema',
    errors: 'delivery-options',
    props: {
      dataset: 'datasets',
      destinationConf: 'destinations',
      destinationCredentials: 'destinations',
      fields: 'log-fields',
      filter: 'filters',
      output: 'output-options',
      ownershipChallenge: 'destinations',
      where: 'filters',
    },
  },
  'resources/logpush-job/log-output': {
    page: 'resources/logpush-job.md#output-format',
    errors: 'output-options',
  },
  'resources/pool-notification-policy/construct': {
    page: 'resources/pool-notification-policy.md#schema',
    errors: 'pool-notifications',
  },
  'resources/waf-migration/construct': {
    page: 'resources/waf-migration.md#schema',
    errors: 'findings-on-managed-rules',
  },
};

/** A doc comment with what it is about: an exported class or interface, or a prop. */
const commented = /^( *)\/\*\*((?:(?!\*\/)[^])*?)\*\/\n(?= *(?:\/\/.*\n *)?(.*))/gm;

/**
 * Adds `@see` to the doc comments of a source or a declaration.
 *
 * @param file - below lib/, such as `edge-provider.ts`
 */
export function withDocLinks(file, text) {
  const place = places[file.replaceAll('\\', '/').replace(/(-props)?(\.d)?\.ts$/, '')];
  if (place === undefined) return text;
  return text.replaceAll(commented, (comment, margin, content, declaration) => {
    const isType = /^export (declare )?(abstract )?(class|interface) /.test(declaration);
    const [, prop] = /^readonly (\w+)\??:/.exec(declaration) ?? [];
    if (!isType && prop === undefined) return comment;
    const errors = place.props?.[prop] ?? place.errors;
    const lines = content.includes('\n')
      ? content.trimEnd().replace(/^\n/, '')
      : `${margin} * ${content.trim()}`;
    const see = `@see ${pages}/${place.page} and the error codes ${pages}/errors.md#${errors}`;
    return `${margin}/**\n${lines}\n${margin} *\n${margin} * ${see}\n${margin} */\n`;
  });
}
