import { TerraformVariable, type TerraformVariableValidationConfig } from 'cdktf';
import type { Construct } from 'constructs';
import { checkAddress } from './resources/addresses';
import { arrayRule, stringRule, isCondition } from './resources/meta-arguments';
import { checkedId, constructLabel, readProps, refuse, type PropForm } from './resources/props';
import { addWarning } from './resources/synth-warnings';
import { isPlainObject } from './schema';

export interface SecretVariableProps {
  /** Description of the variable, which Terraform shows when it asks for the value. */
  readonly description?: string;

  /**
   * Type of the variable, as Terraform writes it.
   *
   * @default - "string"
   */
  readonly type?: string;

  /**
   * Value where none is set: an empty string for a secret that is needed only at times, such as an ownership challenge. It
   * is part of the synthesized configuration, so it must not be a secret.
   *
   * @default - none: Terraform needs a value
   */
  readonly default?: string;

  /** Rules for the value. Their messages must not contain it. */
  readonly validation?: TerraformVariableValidationConfig[];
}

/**
 * A Terraform variable for a secret, with `sensitive = true` and `ephemeral = true`. Terraform hides its value in output and
 * stores it nowhere. A plan file contains the values of all variables that are not ephemeral in clear text, also those of
 * sensitive variables.
 *
 * Terraform allows ephemeral values in write-only props (`ownershipChallenge`, `destinationCredentials`), in the configuration
 * of providers (`apiToken` and `apiKey` of `EdgeProvider`) and in provisioners. Set `TF_VAR_<name>` wherever Terraform runs,
 * also for the apply of a saved plan, which does not contain the value.
 *
 * @example
 * const challenge = new SecretVariable(this, 'ownership_challenge', { default: '' });
 * new LogpushJob(this, 'logs', { ownershipChallenge: challenge.stringValue, ...props });
 */
export class SecretVariable extends TerraformVariable {
  public constructor(scope: Construct, id: string, props: SecretVariableProps = {}) {
    // The path, which the check names, is known only afterwards.
    super(scope, checkedId(new.target, scope, id), {
      type: 'string',
      ...(isPlainObject(props) && props),
      sensitive: true,
    });
    const { faults } = readProps(constructLabel(this), form, props);
    refuse(constructLabel(this), faults);
    checkAddress(this);
    // cdktf 0.21 has no property for it.
    this.addOverride('ephemeral', true);
    if (props.default !== undefined && props.default !== '')
      addWarning(
        this,
        'secret_default',
        'default is a literal: anyone who can read the synthesized configuration can read it. Use it for no secret: ' +
          `leave it out, and set TF_VAR_${this.friendlyUniqueId} where Terraform runs.`,
      );
  }
}

const form: PropForm = {
  attributes: {},
  others: {
    description: stringRule,
    type: { ...stringRule, rule: 'a string, the type as Terraform writes it: "string"' },
    default: { ...stringRule, isSecret: true },
    validation: arrayRule('objects with condition and errorMessage', isCondition),
  },
};
