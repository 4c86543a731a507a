import { findings } from '../../ground/findings';

/** The codes of findings on a conversion, each with the severities that it has, and what it means: docs/errors.md lists them. */
export const convertFindings = findings('convert', {
  no_attribute: {
    severity: 'note; lost for a new object',
    meaning: 'arguments without an equivalent: an object that is adopted keeps them at the service',
  },
  no_equivalent: {
    severity: 'note or todo',
    meaning:
      'the block stays as it is: a ruleset, job or policy that no resource expresses, or whose parts are not known',
  },
  managed_ruleset_kept: {
    severity: 'note or todo',
    meaning:
      'a ruleset of managed rules stays: its zone is not migrated, never had the previous WAF, or is not known',
  },
  import_block: {
    severity: 'note',
    meaning: 'an import block of the old code, which leaves with its resource',
  },
  import_id: {
    severity: 'todo',
    meaning: 'the id of an object that cannot be moved is not known, so an import block is missing',
  },
  orphan: {
    severity: 'note or todo',
    meaning: 'the state has a resource without code; the next apply would have reset or deleted it',
  },
  refused: { severity: 'todo', meaning: 'a value that the new resource refuses' },
  warned: {
    severity: 'note',
    meaning:
      'a value that the new resource warns about: this version does not know it, the service has retired it, or it decides nothing',
  },
  reference: {
    severity: 'todo',
    meaning: 'a reference to a resource that is replaced, without an equivalent',
  },
  whole_object: {
    severity: 'todo',
    meaning: 'code uses all of a replaced resource, and the new one has other attributes',
  },
  data_source: {
    severity: 'note or todo',
    meaning:
      'a data source of the previous WAF: it leaves with the blocks that used it, or something else uses it',
  },
  provider_alias: { severity: 'todo', meaning: 'the block uses a provider configuration of its own' },
  lifecycle: { severity: 'todo', meaning: 'the block has arguments of `lifecycle` that the new one lacks' },
  alert_type: {
    severity: 'note',
    meaning: 'the alert type of a policy is an expression, and the new one refuses all but that of pools',
  },
  secret: { severity: 'todo', meaning: 'secrets in the code of a job, which are variables now' },
  two_options: {
    severity: 'note',
    meaning: 'a job has `logpull_options` and `output_options`, which the service prefers',
  },
  challenge_kept: { severity: 'note', meaning: 'an ownership challenge that stays' },
  header_case: { severity: 'note', meaning: 'names of headers that are in lower case now' },
  account_left: {
    severity: 'todo',
    meaning: 'a ruleset of a zone, which other values of variables make one of an account',
  },
  pool_account: {
    severity: 'todo',
    meaning: 'the account of a pool is not known, so its legacy e-mail stays, or only the state tells it',
  },
  zone_twice: {
    severity: 'todo',
    meaning: 'several places have blocks of one zone, which can have only one migration: the blocks stay',
  },
  zones_assumed: {
    severity: 'note',
    meaning: 'zones with values that are not known are taken for different ones',
  },
  not_carried: {
    severity: 'lost or todo',
    meaning: 'nothing is written for what a block of the previous WAF enforces: no new code can have it',
  },
  events_widened: {
    severity: 'note',
    meaning: 'a policy of pools notifies of more events than the filter of the old e-mail did',
  },
  expected_unknown: { severity: 'todo', meaning: 'no code says what the previous WAF must be set to' },
  previous_ids: {
    severity: 'todo',
    meaning: 'the migration names rules by their ids of the previous WAF, and some may have new ones',
  },
  zone_unread: { severity: 'note', meaning: 'a zone could not be read through the API' },
  variable_unset: {
    severity: 'note',
    meaning: 'variables have no value, so what depends on them is unknown',
  },
  not_evaluated: { severity: 'note', meaning: 'Terraform cannot evaluate a block without its provider' },
  module_outside: {
    severity: 'todo',
    meaning:
      'a module that is not in a folder beside the code has resources of retired kinds, or cannot be read',
  },
});

export type ConvertCode = keyof typeof convertFindings;
