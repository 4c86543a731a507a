import { Resource } from '@cdktf/provider-null/lib/resource';
import { NullProvider } from '@cdktf/provider-null/lib/provider';
import {
  Lazy,
  TerraformStack,
  TerraformVariable,
  Token,
  type IResolveContext,
  type LocalExecProvisioner,
  type TerraformResource,
} from 'cdktf';
import type { ElementDriver, ElementRequest } from '../../resources/element-driver';
import { isExpression, propName, withTextTokens, type GivenAttributes } from '../../resources/expressions';
import { formatPath, type AttributeType, type Contract, type Path } from '../../schema';
import { runnerPath } from './delivery';
import { isTemplate, toExpression } from './hcl';
import { secretsTrigger, typeTrigger, variables, type Command } from './request';
import { secretAttributes } from './secrets';

type Texts = Readonly<Record<string, string>>;

/**
 * Puts two `null_resource`s into the stack for a construct. *apply* has the attributes as triggers: when one changes it
 * is replaced, and its local-exec brings the object to what is wanted. *lifecycle* has the natural key: it makes the
 * object and, when it is destroyed, deletes it. So a change of attributes deletes nothing.
 */
export class ProvisionerElements implements ElementDriver {
  readonly whyNoOutputs =
    'outputs come from the API, and the provisioner driver has no place for them in the state. Use the plugin driver ' +
    '(EdgeDriver.PLUGIN), or look them up where they are needed.';

  readonly whyNoImport =
    'the provisioner driver imports nothing: an object that is just as wanted is taken over when it is deployed. ' +
    'Leave importFrom out.';

  readonly #environment: Texts;

  /** `baseUrl` is the API's address for all constructs; without it, EDGE_BASE_URL where Terraform runs. */
  constructor(baseUrl: string | undefined) {
    this.#environment = baseUrl === undefined ? {} : { EDGE_BASE_URL: baseUrl };
  }

  declare(request: ElementRequest): TerraformResource {
    const { construct, contract, logicalId } = request;
    refuseMeta(request);
    claimNames(request);
    construct.node.addValidation({ validate: () => literalSecrets(contract, request.attributes()) });
    const meta = { count: request.meta.count, forEach: request.meta.forEach };
    const wanted = (given: GivenAttributes): Texts => ({
      ...this.#environment,
      [variables.type]: contract.typeName,
      ...secretsVariable(contract, given),
    });
    const lifecycle = new Resource(construct, 'Lifecycle', {
      ...meta,
      dependsOn: request.meta.dependsOn,
      ...(request.meta.lifecycle && { lifecycle: request.meta.lifecycle }),
      triggers: lazyTexts(request, (given) => keyTriggers(contract, given)),
      provisioners: [
        call(
          'create',
          lazyTexts(request, (given) => ({
            ...wanted(given),
            [variables.attributes]: `\${jsonencode(${toExpression(triggers(request, given))})}`,
          })),
        ),
        call('delete', { ...this.#environment, ...fromSelf }, 'destroy'),
      ],
    });
    lifecycle.overrideLogicalId(`${logicalId}_lifecycle`);
    const apply = new Resource(construct, 'Resource', {
      ...meta,
      dependsOn: [lifecycle, ...(request.meta.dependsOn ?? [])],
      triggers: lazyTexts(request, (given) => triggers(request, given)),
      provisioners: [
        call(
          'apply',
          lazyTexts(request, (given) => ({
            ...wanted(given),
            [variables.attributes]: '${jsonencode(self.triggers)}',
          })),
        ),
        call('remember', fromSelf, 'destroy'),
      ],
    });
    apply.overrideLogicalId(logicalId);
    return apply;
  }
}

/** The provider of `null_resource`, where the stack has none; what another one configures is left to it. */
export class QuietNullProvider extends NullProvider {
  override toTerraform(): { terraform: object } {
    const { terraform } = super.toTerraform() as { terraform: object };
    return { terraform };
  }
}

/** A destroy-time provisioner sees the resource itself and nothing else. */
const fromSelf: Record<string, string> = {
  [variables.type]: `\${self.triggers["${typeTrigger}"]}`,
  [variables.attributes]: '${jsonencode(self.triggers)}',
};

function call(command: Command, environment: Record<string, string>, when?: 'destroy'): LocalExecProvisioner {
  return {
    type: 'local-exec',
    interpreter: ['node', `\${path.module}/${runnerPath}`],
    command,
    environment,
    ...(when && { when }),
  };
}

/** What the object is known by. */
function keyTriggers(contract: Contract, given: GivenAttributes): Texts {
  const texts = textsOf(contract, contract.naturalKey?.attributes ?? [], given);
  return { ...texts, [typeTrigger]: contract.typeName };
}

/** What is wanted, without secrets: of those a digest, with the construct's address for salt. */
function triggers({ construct, contract }: ElementRequest, given: GivenAttributes): Texts {
  const secret = new Set(secretAttributes(contract));
  const open = Object.keys(contract.attributes).filter((name) => !secret.has(name));
  const secrets = textsOf(contract, [...secret], given);
  const isDigested = Object.keys(secrets).length > 0 && !isEphemeral(construct, secrets);
  const salted = `join(" ", ["${construct.node.addr}", jsonencode(${toExpression(secrets)})])`;
  return {
    ...textsOf(contract, open, given),
    [typeTrigger]: contract.typeName,
    ...(isDigested && { [secretsTrigger]: `\${nonsensitive(sha256(${salted}))}` }),
  };
}

/** Attributes as texts: texts as they are, everything else as JSON. What was left out is left out. */
function textsOf({ attributes }: Contract, names: readonly string[], given: GivenAttributes): Texts {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name];
      const type = attributes[name]?.type;
      if (value === undefined || value === null || type === undefined) return [];
      return [
        [name, typeof value === 'string' && type.kind === 'string' ? value : toJson(type, value)] as const,
      ];
    }),
  );
}

function toJson(type: AttributeType, value: unknown): string {
  const isSet = type.kind === 'set' || (type.kind === 'nested' && type.nesting === 'set');
  // The same set in another order is no change.
  const settled = isSet && Array.isArray(value) ? sorted(value) : value;
  const text = JSON.stringify(settled);
  return isTemplate(text) ? `\${jsonencode(${toExpression(settled)})}` : text;
}

function sorted(items: readonly unknown[]): unknown[] {
  const texts = new Map(items.map((item) => [item, JSON.stringify(item)]));
  return [...items].sort((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
}

/** Terraform hides all output of a provisioner that is given a sensitive value; the runner itself says none of it. */
function secretsVariable(contract: Contract, given: GivenAttributes): Texts {
  const secrets = textsOf(contract, secretAttributes(contract), given);
  if (Object.keys(secrets).length === 0) return {};
  return { [variables.secrets]: `\${nonsensitive(jsonencode(${toExpression(secrets)}))}` };
}

/** Whether one comes from an ephemeral variable, which may be in no trigger, not even as a digest. */
function isEphemeral(construct: ElementRequest['construct'], secrets: Texts): boolean {
  const text = JSON.stringify(secrets);
  return TerraformStack.of(construct)
    .node.findAll()
    .some((each) => {
      if (!(each instanceof TerraformVariable)) return false;
      const { variable = {} } = each.toTerraform() as {
        variable?: Record<string, { ephemeral?: boolean }>;
      };
      return Object.entries(variable).some(
        ([name, { ephemeral }]) => ephemeral === true && new RegExp(`\\bvar\\.${name}\\b`).test(text),
      );
    });
}

/** A literal would be in the synthesized configuration, and from there in the environment for all to read. */
function literalSecrets(contract: Contract, given: GivenAttributes): string[] {
  return secretAttributes(contract)
    .flatMap((name) => literalsIn(given[name], [propName(name)]))
    .map(
      (path) =>
        `${formatPath(path)} is a literal, which would be in the synthesized configuration: pass a sensitive ` +
        'TerraformVariable, and set it with TF_VAR_<its name> where Terraform runs.',
    );
}

/** Where literals are in a value. An empty text is no secret. */
function literalsIn(value: unknown, path: Path): Path[] {
  if (value === undefined || value === null || value === '' || isExpression(value)) return [];
  if (typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, item]) =>
    isExpression(key) ? [] : literalsIn(item, [...path, key]),
  );
}

/** What of Terraform's own arguments has no meaning for two resources that stand for one object. */
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
      'provisioner driver: two resources stand for this construct, with provisioners of their own. Leave ' +
      `${refused.length === 1 ? 'it' : 'them'} out, or use the plugin driver.`,
  );
}

/** The names of `null_resource`s of a stack: cdktf would merge two of one name. */
const names = new WeakMap<TerraformStack, Set<string>>();

function claimNames({ construct, logicalId }: ElementRequest): void {
  const stack = TerraformStack.of(construct);
  const taken = names.get(stack) ?? new Set();
  names.set(stack, taken);
  for (const name of [logicalId, `${logicalId}_lifecycle`]) {
    if (taken.has(name)) {
      throw new Error(
        `[${construct.node.path}] ${construct.constructor.name}: the provisioner driver makes a null_resource.${name} of ` +
          'it, and has made one of another construct. Give one of them an id that does not end in "_lifecycle".',
      );
    }
    taken.add(name);
  }
}

/** Worked out at synth, when constructs have been told everything, with the tokens in it resolved. */
function lazyTexts(
  { attributes }: ElementRequest,
  produce: (given: GivenAttributes) => Texts,
): Record<string, string> {
  return Token.asStringMap(
    Lazy.anyValue({
      produce: (context: IResolveContext) =>
        produce(context.resolve(withTextTokens(attributes())) as GivenAttributes),
    }),
  );
}
