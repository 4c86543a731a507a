import { NullProvider } from '@cdktf/provider-null/lib/provider';
import {
  Resource as NullResource,
  type ResourceConfig as NullResourceConfig,
} from '@cdktf/provider-null/lib/resource';
import {
  Token,
  type IResolvable,
  type LocalExecProvisioner,
  type TerraformProvider,
  type TerraformResource,
  type TerraformStack,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { compare } from '../../ground/compare';
import { checkAddress } from '../../resources/addresses';
import { metaOf, type ElementDriver, type ElementRequest } from '../../resources/element-driver';
import { isExpression, propName, writtenAtSynth, type GivenAttributes } from '../../resources/expressions';
import { findReferences, isEphemeralVariable } from '../../resources/references';
import { findDuplicate, registerObject, type DuplicateConstruct } from '../../resources/zone-registry';
import { formatPath, secretAttributes, type AttributeType, type Contract, type Path } from '../../schema';
import { runnerPath } from './delivery';
import { escapeTemplates, hasTemplateSequence, literalOf, type Written } from '../../hcl/template';
import { toCode } from '../../hcl/to-expression';
import { attributesTrigger, secretsTrigger, typeTrigger } from '../triggers';
import { variables, type Command } from './request';
import { renewableAttributes } from './secrets';
import { own } from '../../ground/record';

type Texts = Readonly<Record<string, string>>;

/**
 * Adds three `null_resource`s to the stack for each construct. *lifecycle* has the natural key as triggers: it creates the
 * object and, when Terraform destroys it, deletes the object. *update* and *apply* are replaced when an attribute changes, and
 * the local-exec of *update* updates the object. So a change of attributes, even of the name, deletes nothing.
 *
 * Terraform may save a resource as done while its provisioner still runs. *apply*, which has the attributes as triggers, is created only
 * when *update* has ended. After a kill Terraform's state lacks it, and the next apply creates it, which does what is left to do.
 */
export class ProvisionerElements implements ElementDriver {
  readonly whyNoOutputs =
    'outputs come from the API, and the provisioner driver cannot store them in the state. Use the plugin driver ' +
    '(EdgeDriver.PLUGIN), or look the values up where you need them.';

  readonly whyNoImport =
    'the provisioner driver has no import: a construct makes a new object. Remove importFrom, or use the plugin driver ' +
    '(EdgeDriver.PLUGIN).';

  /** @param environment - the runner's settings for all constructs, before those where Terraform runs */
  constructor(private readonly environment: Texts) {}

  declare(request: ElementRequest): TerraformResource {
    const { construct, contract, logicalId, faultsWithoutState } = request;
    refuseMeta(request);
    const duplicates = duplicatesOf(request);
    construct.node.addValidation({
      validate: () => [
        ...literalSecrets(contract, request.attributes()),
        ...tooManyBytes(triggers(request, request.attributes())),
        ...faultsWithoutState(),
        ...duplicates(),
      ],
    });
    const { count, forEach } = metaOf(request);
    const meta = { ...(count !== undefined && { count }), ...(forEach !== undefined && { forEach }) };
    const commonEnvironment = {
      ...this.environment,
      // Those of the machine are for other programs. The runner reads EDGE_NODE_OPTIONS.
      NODE_OPTIONS: '',
      NODE_DEBUG: '',
      [variables.address]: `${logicalId}${instanceText(request)}`,
      [variables.workspace]: '${terraform.workspace}',
    };
    const desiredEnvironment = (given: GivenAttributes): Texts => ({
      ...commonEnvironment,
      [variables.type]: contract.typeName,
      ...secretsVariable(contract, given),
    });
    const renamable = renamableAttributes(contract);
    const lifecycle = new NullResource(construct, 'Lifecycle', {
      ...meta,
      dependsOn: request.meta.dependsOn,
      ...((request.meta.lifecycle ?? renamable.length > 0) && {
        lifecycle: {
          ...request.meta.lifecycle,
          // apply renames the object in place, so the name here may be out of date.
          ...(renamable.length > 0 && { ignoreChanges: renamable.map((name) => `triggers["${name}"]`) }),
        },
      }),
      triggers: lazyTexts(request, (given) => keyTriggers(contract, given)),
      provisioners: [
        localExec(
          'create',
          lazyTexts(request, (given) => ({
            ...desiredEnvironment(given),
            [variables.attributes]: attributesCode(request, given),
          })),
        ),
        localExec('delete', { ...commonEnvironment, ...fromSelf }, 'destroy'),
      ],
    });
    lifecycle.overrideLogicalId(`${logicalId}_lifecycle`);
    checkAddress(lifecycle, construct);
    const deployment = (attributes: (given: GivenAttributes) => string) =>
      lazyTexts(request, (given) => ({
        ...desiredEnvironment(given),
        [variables.attributes]: attributes(given),
        // Where there are no instances, Terraform accepts no reference to one.
        ...(!request.isRetired &&
          renamable.length > 0 && {
            [variables.origin]: `\${jsonencode(null_resource.${logicalId}_lifecycle${instanceKey(request)}.triggers)}`,
          }),
      }));
    const update = new NullResource(construct, 'Update', {
      ...meta,
      dependsOn: [lifecycle, ...(request.meta.dependsOn ?? [])],
      triggers: lazyTexts(request, (given) => ({
        [attributesTrigger]: `\${sha256(jsonencode(${toCode(triggers(request, given))}))}`,
      })),
      provisioners: [
        localExec(
          'update',
          deployment((given) => attributesCode(request, given)),
        ),
      ],
    });
    update.overrideLogicalId(`${logicalId}_update`);
    checkAddress(update, construct);
    const apply = new ApplyResource(
      request,
      {
        ...meta,
        dependsOn: [update, ...(request.meta.dependsOn ?? [])],
        // The plan finds what synth cannot know. Four characters of base64 are three bytes.
        lifecycle: {
          postcondition: [
            {
              condition: `\${length(base64encode(jsonencode(self.triggers))) <= ${Math.floor(maxAttributesBytes / 3) * 4}}`,
              errorMessage: `The attributes of ${escapeTemplates(construct.node.path)} have more than ${maxAttributesBytes} bytes. ${sizeRule}`,
            },
          ],
        },
        triggers: lazyTexts(request, (given) => triggers(request, given)),
        provisioners: [
          localExec(
            'apply',
            deployment(() => '${jsonencode(self.triggers)}'),
          ),
          localExec('remember', { ...commonEnvironment, ...fromSelf }, 'destroy'),
        ],
      },
      this,
    );
    apply.overrideLogicalId(logicalId);
    checkAddress(apply, construct);
    return apply;
  }
}

/** The construct's Terraform resource. It has none of the contract's attributes as outputs. */
class ApplyResource extends NullResource {
  readonly #request: ElementRequest;
  readonly #driver: ElementDriver;

  constructor(request: ElementRequest, config: NullResourceConfig, driver: ElementDriver) {
    super(request.construct, 'Resource', config);
    this.#request = request;
    this.#driver = driver;
  }

  override interpolationForAttribute(name: string): IResolvable {
    const isContractAttribute = Object.hasOwn(this.#request.contract.attributes, name);
    if (isContractAttribute) throw this.#refusal(this.#driver.whyNoOutputs);
    return super.interpolationForAttribute(name);
  }

  override importFrom(): void {
    throw this.#refusal(this.#driver.whyNoImport);
  }

  /** Adds a `removed` block: what the plugin driver deployed leaves the state, and stays at the service. */
  override toTerraform(): object {
    const { contract, logicalId } = this.#request;
    const from = `${contract.typeName}.${logicalId}`;
    return { ...(super.toTerraform() as object), removed: [{ from, lifecycle: { destroy: false } }] };
  }

  #refusal(reason: string): Error {
    const { construct } = this.#request;
    return new Error(`[${construct.node.path}] ${construct.constructor.name}: ${reason}`);
  }
}

export function requireNullProvider(stack: TerraformStack): void {
  const isNull = ({ terraformResourceType: type }: TerraformProvider) => type === NullProvider.tfResourceType;
  if (!stack.allProviders().some(isNull)) new RequiredNullProvider(stack, 'null-of-edge');
}

/** Leaves the configuration to a provider that the stack may add later: Terraform refuses two. */
class RequiredNullProvider extends NullProvider {
  override toTerraform(): { terraform: object } {
    const { terraform } = super.toTerraform() as { terraform: object };
    return { terraform };
  }
}

/** References of a destroy-time provisioner: to the resource itself and its key, nothing else. */
const fromSelf: Record<string, string> = {
  [variables.type]: `\${self.triggers["${typeTrigger}"]}`,
  [variables.attributes]: '${jsonencode(self.triggers)}',
};

function localExec(
  command: Command,
  environment: Record<string, string>,
  when?: 'destroy',
): LocalExecProvisioner {
  return {
    type: 'local-exec',
    interpreter: ['node', `\${path.module}/${runnerPath}`],
    command,
    environment,
    ...(when && { when }),
  };
}

/** The key of an instance in Terraform's expressions: empty without count and for_each. */
function instanceKey({ meta }: ElementRequest): string {
  if (meta.forEach !== undefined) return '[each.key]';
  return meta.count === undefined ? '' : '[count.index]';
}

function instanceText(request: ElementRequest): string {
  const key = instanceKey(request);
  return key === '' ? '' : `[\${jsonencode(${key.slice(1, -1)})}]`;
}

function renamableAttributes({ attributes, naturalKey }: Contract): string[] {
  return (naturalKey?.attributes ?? []).filter((name) => own(attributes, name)?.replaces !== true);
}

function keyTriggers(contract: Contract, given: GivenAttributes): Texts {
  const texts = textsOf(contract, contract.naturalKey?.attributes ?? [], given);
  return { ...texts, [typeTrigger]: contract.typeName };
}

/** The triggers of *apply*: the attributes, and a digest of the secret ones with the construct's address as salt. */
function triggers({ construct, contract }: ElementRequest, given: GivenAttributes): Texts {
  const secret = new Set(secretAttributes(contract));
  const visible = Object.keys(contract.attributes).filter((name) => !secret.has(name));
  const secrets = textsOf(contract, renewableAttributes(contract), given);
  const isDigested = Object.keys(secrets).length > 0 && !isEphemeral(construct, secrets);
  const salted = `join(" ", ["${construct.node.addr}", jsonencode(${toCode(secrets)})])`;
  return {
    ...textsOf(contract, visible, given),
    [typeTrigger]: contract.typeName,
    ...(isDigested && { [secretsTrigger]: `\${nonsensitive(sha256(${salted}))}` }),
  };
}

function attributesCode(request: ElementRequest, given: GivenAttributes): string {
  return `\${jsonencode(${toCode(triggers(request, given))})}`;
}

/** Attributes as strings: strings as they are, everything else as JSON. Absent attributes are left out. */
function textsOf({ attributes }: Contract, names: readonly string[], given: GivenAttributes): Texts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = own(given, name);
      const type = own(attributes, name)?.type;
      if (value === undefined || value === null || type === undefined) return [];
      return [
        [name, typeof value === 'string' && type.kind === 'string' ? value : toJson(type, value)] as const,
      ];
    }),
  );
}

function toJson(type: AttributeType, value: unknown): string {
  const isSet = type.kind === 'set' || (type.kind === 'nested' && type.nesting === 'set');
  // A set in another order is not a change.
  const ordered = isSet && Array.isArray(value) ? sorted(value) : value;
  const text = JSON.stringify(ordered);
  return hasTemplateSequence(text) ? `\${jsonencode(${toCode(ordered as Written)})}` : text;
}

function sorted(items: readonly unknown[]): unknown[] {
  const texts = new Map(items.map((item) => [item, JSON.stringify(item)]));
  return [...items].sort((a, b) => compare(texts.get(a) ?? '', texts.get(b) ?? ''));
}

/** The variable with the secrets, which is not sensitive: otherwise Terraform hides all output of the provisioner. The runner redacts the values itself. */
function secretsVariable(contract: Contract, given: GivenAttributes): Texts {
  const secrets = textsOf(contract, secretAttributes(contract), given);
  if (Object.keys(secrets).length === 0) return {};
  return { [variables.secrets]: `\${nonsensitive(jsonencode(${toCode(secrets)}))}` };
}

/** Whether a secret comes from an ephemeral value, which Terraform allows in no trigger, not even as a digest. */
function isEphemeral(construct: IConstruct, texts: object): boolean {
  const { variables: found, hasEphemeralResource } = findReferences(construct, texts);
  return hasEphemeralResource || found.some(isEphemeralVariable);
}

/** The secrets that are literals: they would be in the synthesized configuration, where everyone can read it. */
function literalSecrets(contract: Contract, given: GivenAttributes): string[] {
  return secretAttributes(contract)
    .flatMap((name) => literalsIn(own(given, name), [propName(name)]))
    .map(
      (path) =>
        `${formatPath(path)} is a literal, which synth would write to the configuration. Pass a ` +
        'SecretVariable, and set `TF_VAR_<its name>` where Terraform runs.',
    );
}

/** The paths of literals in a value. An empty string is not a secret. */
function literalsIn(value: unknown, path: Path): Path[] {
  if (value === undefined || value === null || value === '' || isExpression(value)) return [];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    isExpression(key) ? [] : literalsIn(item, [...path, key]),
  );
}

/** The most bytes of the attributes. Linux allows 128 KiB for one environment variable, with its name, the sign and the final byte. */
const maxAttributesBytes = 128 * 1024 - Buffer.byteLength(`${variables.attributes}=\0`);
const sizeRule =
  'The provisioner driver passes them to its runner in one environment variable, and Linux allows no more. Divide them among ' +
  'several constructs, or use the plugin driver (EdgeDriver.PLUGIN).';

function tooManyBytes(texts: Texts): string[] {
  const known = Object.entries(texts).flatMap(([name, text]) => {
    const literal = literalOf(text);
    return literal === undefined ? [] : [[name, literal] as const];
  });
  const bytes = encodedBytes(Object.fromEntries(known));
  if (bytes <= maxAttributesBytes) return [];
  const [largest] = [...known].sort(([, a], [, b]) => encodedBytes(b) - encodedBytes(a));
  const [name, text] = largest ?? ['', ''];
  return [
    `${propName(name)}: its value has ${encodedBytes(text)} bytes, and all attributes ${bytes} as JSON, of at most ` +
      `${maxAttributesBytes}. ${sizeRule}`,
  ];
}

/** The bytes of a value after jsonencode of Terraform, which escapes these characters. */
function encodedBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, '\\u0000'));
}

/** Finds another construct with the same natural key, which this driver would treat as one object, as far as synth can tell. */
function duplicatesOf(request: ElementRequest): () => string[] {
  const { construct, contract, isRetired, meta, attributes } = request;
  const { typeName, naturalKey } = contract;
  const topic = `${typeName} by natural key`;
  const identity = () => {
    const given = attributes();
    return (naturalKey?.attributes ?? []).map((name) => own(given, name));
  };
  registerObject(construct, { topic, meta, isRetired, identity });
  return () => {
    const other = findDuplicate(topic, construct);
    return other === undefined ? [] : [duplicateText(request, other)];
  };
}

function duplicateText(request: ElementRequest, other: DuplicateConstruct): string {
  const { construct, contract, isRetired } = request;
  const { attributes = [], isUnique = false } = contract.naturalKey ?? {};
  const given = request.attributes();
  const props = attributes.filter((name) => (own(given, name) ?? null) !== null).map(propName);
  const fix = isUnique ? 'Keep one of them.' : 'Give one of them another name.';
  const fixOfRetired = 'Deploy the retired one alone, remove it from the code, then add the other one.';
  return (
    `${props.slice(-1).join('')}: ${other.construct.node.path} is another ${construct.constructor.name} with the same ` +
    `${props.join(' and ')}, which identify an object for the provisioner driver. ` +
    (isRetired || other.isRetired ? fixOfRetired : fix)
  );
}

/** Refuses Terraform's own arguments that two resources for one object cannot have. */
function refuseMeta({ construct, meta }: ElementRequest): void {
  const refused = [
    ...(['provisioners', 'connection'] as const).filter((name) => meta[name] !== undefined),
    ...Object.keys(meta.lifecycle ?? {})
      .filter((name) => !['preventDestroy', 'precondition', 'postcondition'].includes(name))
      .map((name) => `lifecycle.${name}`),
  ];
  if (refused.length === 0) return;
  throw new Error(
    `[${construct.node.path}] ${construct.constructor.name}: ${refused.join(' and ')} cannot be used with the ` +
      'provisioner driver: several resources with provisioners of their own represent this construct. Remove ' +
      `${refused.length === 1 ? 'it' : 'them'}, or use the plugin driver.`,
  );
}

/** Texts that are evaluated at synth, when all constructs are complete, with tokens resolved. */
function lazyTexts(
  { attributes }: ElementRequest,
  produce: (given: GivenAttributes) => Texts,
): Record<string, string> {
  return Token.asStringMap(writtenAtSynth(attributes, (given) => produce(given as GivenAttributes)));
}
