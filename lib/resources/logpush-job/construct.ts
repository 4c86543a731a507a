import { TerraformStack, type TerraformResource } from 'cdktf';
import { listSome } from '../../ground/words';
import type { Construct } from 'constructs';
import { customFieldLogFields, isSecretParameter, parseDestination } from '../../logs';
import {
  atSynth,
  declareResource,
  formOf,
  isExpression,
  refuseDuplicate,
  refuseFaults,
  warnOfLiteral,
  instanceOf,
} from '../edge-resource';
import { accountNameRule, resolveOwners, zoneNameRule } from '../named-owners';
import { constructLabel, readProps } from '../props';
import { warnOfStoredSecrets } from '../stored-secrets';
import { addWarning } from '../synth-warnings';
import {
  findInZone,
  mayBeInZone,
  registeredInZone,
  registerInZone,
  type ZoneConstruct,
} from '../zone-registry';
import { LogpushJobOutputs, type LogpushJobProps } from './construct-props';
import { logpushJobContract } from './contract';
import { destinationKey } from './destination';
import { usualJobLimit } from './limits';
import { outputRule } from './log-output';
import { adviseOnSettings } from './settings';
import { filterOf, whereRule } from './where';

export type { LogpushJobProps } from './construct-props';
export { JobFrequency, JobKind, OutputType, TimestampFormat } from './enumerations';
export { LogOutput, type LogOutputOptions } from './log-output';

/**
 * A Logpush job, which delivers the logs of a zone or an account to a bucket or another destination.
 *
 * All props except those of the zone or account, `dataset` and `kind` update the job in place, because the service delivers each log line only once and
 * a replacement would lose lines.
 *
 * Import id: `<zone>/<job id>`, or `<zone>/<job name>` where the name is unique. That of a job of an account is
 * `accounts/<account>/<job id>` or `accounts/<account>/<job name>`. `<zone>` and `<account>` are an id or a name.
 *
 * @example
 * new LogpushJob(this, 'logs', {
 *   zoneId,
 *   name: 'errors',
 *   destinationConf: 's3://logs-bucket/http/{DATE}?region=eu-central-1',
 *   ownershipChallenge: challenge.stringValue,
 *   fields: [LogField.RayID, LogField.EdgeStartTimestamp, LogField.EdgeResponseStatus, LogField.RequestHeaders],
 *   timestampFormat: TimestampFormat.RFC3339,
 *   where: LogFilter.field(LogField.EdgeResponseStatus).atLeast(500).and(LogFilter.field(LogField.ClientCountry).in(['nl', 'de'])),
 * });
 */
export class LogpushJob extends LogpushJobOutputs {
  /** Id of the zone; undefined for a job of an account. */
  public readonly zoneId: string | undefined;
  /** Id of the account; undefined for a job of a zone. */
  public readonly accountId: string | undefined;
  public readonly resource: TerraformResource;

  public constructor(scope: Construct, id: string, props: LogpushJobProps) {
    super(scope, id);
    const read = readProps(constructLabel(this), form, props);
    const { output } = read.props;
    const owners = resolveOwners(this, props);
    const { filter, faults, warnings } = filterOf(read.props, owners);
    const given = {
      ...read.given,
      ...owners.attributes,
      output_options: output?._attributes(listOrNone(props.fields)),
    };
    const checked = props.where === undefined && faults.length === 0 ? { ...given, filter } : given;
    refuseFaults(this, logpushJobContract, checked, [
      ...read.faults,
      ...owners.faults,
      ...faults,
      ...placeholderFaults(props.destinationConf),
    ]);
    this.zoneId = owners.zoneId;
    this.accountId = owners.accountId;
    this.resource = declareResource(this, logpushJobContract, props, () => ({ ...given, filter }));
    for (const { name, text } of warnings) addWarning(this, name, text);
    warnOfStoredSecrets(this, logpushJobContract, given);
    this.warnOfProps(props);
    this.checkAppAtSynth(props);
    this.refuseSecondJob(props);
  }

  /** Two jobs with one destination deliver each line twice. */
  private refuseSecondJob(props: LogpushJobProps): void {
    const { name, dataset = logpushJobContract.attributes.dataset.default, destinationConf } = props;
    refuseDuplicate(this, logpushJobContract, props, {
      identity: () => [
        name,
        dataset,
        isExpression(destinationConf) ? destinationConf : destinationKey(destinationConf),
      ],
      prop: 'name',
      value: name,
      others: `${this.accountId === undefined ? 'zone' : 'account'}, dataset and destination`,
      effect: 'The service would deliver each line twice.',
    });
  }

  /**
   * One instance of a construct with `forEach` or `count`, with its outputs, its address and its import.
   *
   * @param key - the key of the iterator, or the index from 0
   */
  public at(key: string | number): LogpushJob {
    return instanceOf<LogpushJob>(this, key);
  }

  private warnOfProps(props: LogpushJobProps): void {
    const { ownershipChallenge, destinationCredentials = {} } = props;
    for (const { detail } of adviseOnSettings(props)) addWarning(this, 'frequency', detail);
    const fix = 'Pass a SecretVariable.';
    warnOfLiteral(this, 'ownershipChallenge', ownershipChallenge, fix);
    if (isExpression(destinationCredentials)) return;
    for (const [name, value] of Object.entries(destinationCredentials).filter(([each]) =>
      isSecretParameter(each),
    ))
      warnOfLiteral(this, `destinationCredentials["${name}"]`, value, fix);
  }

  /** Checks the job against other constructs of the app, which may be created later. */
  private checkAppAtSynth({ fields, dataset }: LogpushJobProps): void {
    const { typeName, attributes } = logpushJobContract;
    const isOfZone = this.accountId === undefined;
    // The usual limit of an account is one for each dataset.
    const topic = isOfZone ? typeName : `${typeName} ${dataset ?? attributes.dataset.default}`;
    if (!isOfZone) registerInZone(topic, this);
    const customFields = customFieldLogFields.filter(
      (each) => isOfZone && Array.isArray(fields) && fields.includes(each),
    );
    atSynth(this, () => {
      this.warnOfEmptyFields(customFields);
      this.warnOfLimit(topic, isOfZone ? 'the zone' : 'the account and the dataset');
    });
  }

  private warnOfEmptyFields(customFields: readonly string[]): void {
    if (customFields.length === 0) return;
    const empty = customFields.filter((field) => !mayBeInZone(field, this));
    if (empty.length === 0) return;
    const verb = empty.length === 1 ? 'is' : 'are';
    addWarning(
      this,
      'empty_fields',
      `${empty.join(', ')} ${verb} listed in fields, but this app configures no custom fields of that kind for the ` +
        'zone: the lines will contain {} there. Add a CustomFieldsRuleset, unless the fields are configured elsewhere.',
    );
  }

  /** Warns once for each zone or account, at the first job above the limit: the service would refuse it at deploy. */
  private warnOfLimit(topic: string, what: string): void {
    const mayExceed = registeredInZone(topic, this).length > usualJobLimit;
    if (!mayExceed || itemAt(inStackOf(this, topic), usualJobLimit) !== this) return;
    const paths = [...inStackOf(this, topic)].map(({ node }) => node.path);
    addWarning(
      this,
      'job_limit',
      `This stack declares ${paths.length} jobs for ${what}, and ${usualJobLimit} are the usual limit: ` +
        `${listSome(paths, 10)}. The service refuses more, unless your contract allows them.`,
    );
  }
}

const form = formOf(
  logpushJobContract,
  { where: whereRule, output: outputRule, ...zoneNameRule, ...accountNameRule },
  ['output_options'],
);

/** The faults of placeholders in a destination. Terraform has no reference that is a name alone, such as `${DATE}`: it stands for one. The contract checks texts without expressions. */
function placeholderFaults(conf: unknown): string[] {
  if (typeof conf !== 'string' || !/\$\{\w+\}/.test(conf)) return [];
  const text = conf.replace(/\$\{\w*[^\w}][^}]*\}/g, 'x');
  return parseDestination(text)
    .faults.filter(({ code }) => code === 'destination.placeholder')
    .map(({ message }) => `destinationConf: ${message}`);
}

/** A list, or none for a value of another type: that is refused as `fields`, and not as an option of the output too. */
function listOrNone(fields: LogpushJobProps['fields']): string[] | undefined {
  return Array.isArray(fields) || isExpression(fields) ? fields : undefined;
}

/** The jobs in the zone of a job, or in its account and dataset, that are in its stack. */
function* inStackOf(job: LogpushJob, topic: string): Generator<ZoneConstruct> {
  const stack = TerraformStack.of(job);
  for (const each of findInZone(topic, job)) if (TerraformStack.of(each) === stack) yield each;
}

function itemAt<T>(items: Iterable<T>, index: number): T | undefined {
  let at = 0;
  for (const each of items) {
    if (at === index) return each;
    at += 1;
  }
  return undefined;
}
