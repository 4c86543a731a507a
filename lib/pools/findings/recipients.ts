import { diagnosticKinds } from '../../ground/findings';
import { plural } from '../../ground/words';
import { keepRecipients, listNames, type Names, type PolicyName } from './words';

const { warning, error } = diagnosticKinds<PolicyName>('carry_over_recipients');

export const recipientFindings = {
  recipients_restored: warning<{ addresses: Names }>({
    meaning: 'carried-over recipients were removed out of band',
    headline: 'Removed recipients are restored',
    detail: ({ addresses }) => [
      `${listNames(addresses)} were carried over from pools and removed from the policy out of band. The apply restores`,
      'them. To remove them, set `carry_over_recipients` (`carryOverRecipients`) to false and list the remaining recipients in',
      '`email_addresses` (`emailAddresses`).',
    ],
  }),
  recipients_removed: warning<{ addresses: Names }>({
    meaning: 'carried-over recipients are removed, because carrying over is switched off',
    headline: ({ addresses }) =>
      `${plural(addresses.length, 'carried-over recipient is', 'carried-over recipients are')} removed`,
    detail: ({ addresses }) =>
      `\`carry_over_recipients\` (\`carryOverRecipients\`) is no longer true. ${keepRecipients(addresses)}`,
  }),
  invalid_addresses: warning<{ byPool: Readonly<Record<string, Names>> }>({
    meaning: 'legacy addresses that cannot become recipients',
    headline: 'Invalid legacy e-mail addresses',
    detail: ({ byPool }) => {
      const places = Object.entries(byPool).map(
        ([pool, addresses]) => `${addresses.map((each) => `"${each}"`).join(', ')} of ${pool}`,
      );
      return [
        `${listNames(places)}: not an e-mail address, so it cannot become a recipient, and these pools keep their legacy e-mails. Correct it in the`,
        'pool: plain addresses, separated by commas.',
      ];
    },
  }),
  no_recipients: error({
    meaning: 'the policy has no recipients',
    headline: 'Policy has no recipients',
    detail: [
      '`carry_over_recipients` (`carryOverRecipients`) is the only source of recipients, and none of the pools has a legacy e-mail',
      'to carry over. Set `email_addresses` (`emailAddresses`), `webhook_ids` (`webhookIds`) or `pagerduty_ids` (`pagerdutyIds`).',
    ],
  }),
};
