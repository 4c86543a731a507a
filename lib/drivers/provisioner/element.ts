import { Resource, type ResourceConfig } from '@cdktf/provider-null/lib/resource';
import { NullProvider } from '@cdktf/provider-null/lib/provider';
import {
  DefaultTokenResolver,
  Lazy,
  StringConcat,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Token,
  Tokenization,
  type IResolvable,
  type IResolveContext,
  type LocalExecProvisioner,
  type TerraformResource,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { metaOf, type ElementDriver, type ElementRequest } from '../../resources/element-driver';
import { isExpression, propName, withTextTokens, type GivenAttributes } from '../../resources/expressions';
import { formatPath, type AttributeType, type Contract, type Path } from '../../schema';
import { runnerPath } from './delivery';
import { isTemplate, toExpression } from './hcl';
import { secretsTrigger, typeTrigger, variables, type Command } from './request';
import { renewableAttributes, secretAttributes } from './secrets';

type Texts = Readonly<Record<string, string>>;

/**
 * Puts two `null_resource`s into the stack for a construct. *apply* has the attributes as triggers: when one changes it
 * is replaced, and its local-exec brings the object to what is wanted. *lifecycle* has the natural key: it makes the
 * object and, when it is destroyed, deletes it. So a change of attributes, the name among them, deletes nothing.
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
    const rivals = rivalsOf(request, this.#environment.EDGE_BASE_URL ?? '');
    construct.node.addValidation({
      validate: () => [...literalSecrets(contract, request.attributes()), ...rivals()],
    });
    const { count, forEach } = metaOf(request);
    const meta = { ...(count !== undefined && { count }), ...(forEach !== undefined && { forEach }) };
    const everywhere = {
      ...this.#environment,
      [variables.address]: `${logicalId}${instanceText(request)}`,
      [variables.workspace]: '${terraform.workspace}',
      [variables.deploy]: '${plantimestamp()}',
    };
    const wanted = (given: GivenAttributes): Texts => ({
      ...everywhere,
      [variables.type]: contract.typeName,
      ...secretsVariable(contract, given),
    });
    const renamable = namesOf(contract);
    const lifecycle = new Resource(construct, 'Lifecycle', {
      ...meta,
      dependsOn: request.meta.dependsOn,
      ...((request.meta.lifecycle ?? renamable.length > 0) && {
        lifecycle: {
          ...request.meta.lifecycle,
          // A new name is given to the object in place, by apply. So the name here may be an old one.
          ...(renamable.length > 0 && { ignoreChanges: renamable.map((name) => `triggers["${name}"]`) }),
        },
      }),
      triggers: lazyTexts(request, (given) => keyTriggers(contract, given)),
      provisioners: [
        call(
          'create',
          lazyTexts(request, (given) => ({
            ...wanted(given),
            [variables.attributes]: `\${jsonencode(${toExpression(triggers(request, given))})}`,
          })),
        ),
        call('delete', { ...everywhere, ...fromSelf }, 'destroy'),
      ],
    });
    lifecycle.overrideLogicalId(`${logicalId}_lifecycle`);
    const apply = new ApplyResource(
      request,
      {
        ...meta,
        dependsOn: [lifecycle, ...(request.meta.dependsOn ?? [])],
        triggers: lazyTexts(request, (given) => triggers(request, given)),
        provisioners: [
          call(
            'apply',
            lazyTexts(request, (given) => ({
              ...wanted(given),
              [variables.attributes]: '${jsonencode(self.triggers)}',
              // Where there are no instances, Terraform takes no address of one.
              ...(!request.isRetired &&
                renamable.length > 0 && {
                  [variables.origin]: `\${jsonencode(null_resource.${logicalId}_lifecycle${instanceKey(request)}.triggers)}`,
                }),
            })),
          ),
          call('remember', { ...everywhere, ...fromSelf }, 'destroy'),
        ],
      },
      this,
    );
    apply.overrideLogicalId(logicalId);
    return apply;
  }
}

/** Stands for the construct where a Terraform resource is asked for: it has none of the attributes that one has. */
class ApplyResource extends Resource {
  readonly #request: ElementRequest;
  readonly #driver: ElementDriver;

  constructor(request: ElementRequest, config: ResourceConfig, driver: ElementDriver) {
    super(request.construct, 'Resource', config);
    this.#request = request;
    this.#driver = driver;
  }

  override interpolationForAttribute(name: string): IResolvable {
    const isOfContract = Object.hasOwn(this.#request.contract.attributes, name);
    if (isOfContract) throw this.#refusal(this.#driver.whyNoOutputs);
    return super.interpolationForAttribute(name);
  }

  override importFrom(): void {
    throw this.#refusal(this.#driver.whyNoImport);
  }

  /** What the plugin driver has deployed is forgotten and not deleted, so that it can be taken over. */
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

/** The provider of `null_resource`, where the stack has none; what another one configures is left to it. */
export class QuietNullProvider extends NullProvider {
  override toTerraform(): { terraform: object } {
    const { terraform } = super.toTerraform() as { terraform: object };
    return { terraform };
  }
}

/** A destroy-time provisioner sees the resource itself, its key and nothing else. */
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

/** The key of an instance as Terraform's expressions have it: empty for a construct that has but one. */
function instanceKey({ meta }: ElementRequest): string {
  if (meta.forEach !== undefined) return '[each.key]';
  return meta.count === undefined ? '' : '[count.index]';
}

function instanceText(request: ElementRequest): string {
  const key = instanceKey(request);
  return key === '' ? '' : `[\${jsonencode(${key.slice(1, -1)})}]`;
}

/** The attributes of the natural key that can be changed in place. */
function namesOf({ attributes, naturalKey }: Contract): string[] {
  return (naturalKey?.attributes ?? []).filter((name) => attributes[name]?.replaces !== true);
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
  const secrets = textsOf(contract, renewableAttributes(contract), given);
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

/** Whether one comes from an ephemeral value, which may be in no trigger, not even as a digest. */
function isEphemeral(construct: IConstruct, texts: object): boolean {
  const { variable, locals } = declaredIn(TerraformStack.of(construct));
  const seen = new Set<string>();
  const isIn = (text: string): boolean =>
    /\bephemeral\./.test(text) ||
    [...text.matchAll(/\b(var|local)\.([\w-]+)/g)].some(([reference, kind, name = '']) => {
      if (seen.has(reference)) return false;
      seen.add(reference);
      return kind === 'var' ? variable[name]?.ephemeral === true : isIn(JSON.stringify(locals[name] ?? null));
    });
  return isIn(JSON.stringify(texts));
}

/** The variables and locals of a stack, by name, their tokens resolved. */
function declaredIn(stack: TerraformStack) {
  const variable: Record<string, { readonly ephemeral?: boolean }> = {};
  const locals: Record<string, unknown> = {};
  for (const each of stack.node.findAll()) {
    if (each instanceof TerraformVariable)
      Object.assign(variable, (each.toTerraform() as { variable?: object }).variable);
    if (each instanceof TerraformLocal)
      Object.assign(locals, resolveIn(each, (each.toTerraform() as { locals?: object }).locals));
  }
  return { variable, locals };
}

/** With every token in the value as Terraform will see it. */
function resolveIn(scope: IConstruct, value: unknown): unknown {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
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

interface Claimant {
  readonly request: ElementRequest;
  /** The address of the API: two of them may have the same zones. */
  readonly service: string;
}

/** Two constructs of one key would be one object, for this driver: told as far as it can be told before Terraform runs. */
function rivalsOf(request: ElementRequest, service: string): () => string[] {
  const stack = TerraformStack.of(request.construct);
  const all = claimants.get(stack) ?? new Claimants();
  claimants.set(stack, all);
  const own = { request, service };
  all.add(own);
  return () => all.rivalsOf(own).map((each) => rivalText(request, each.request));
}

const claimants = new WeakMap<TerraformStack, Claimants>();

/** The constructs of a stack, each asked once in a validation: their keys are spelled once for all of them. */
class Claimants {
  readonly #all: Claimant[] = [];
  readonly #asked = new Set<Claimant>();
  #groups = new Map<Claimant, Claimant[]>();

  add(claimant: Claimant): void {
    this.#all.push(claimant);
    this.#asked.clear();
  }

  rivalsOf(own: Claimant): Claimant[] {
    // Who is asked again is asked in another validation, and props may have changed since.
    if (this.#asked.size === 0 || this.#asked.has(own)) this.#spell();
    this.#asked.add(own);
    return (this.#groups.get(own) ?? []).filter((each) => each !== own);
  }

  #spell(): void {
    this.#asked.clear();
    this.#groups = new Map();
    const byKey = new Map<string, Claimant[]>();
    for (const each of this.#all) {
      const key = spelledKey(each);
      if (key === undefined) continue;
      const group = byKey.get(key) ?? [];
      byKey.set(key, group);
      group.push(each);
      this.#groups.set(each, group);
    }
  }
}

/** Undefined where it can't be told: instances may have other keys, and a count may be none. */
function spelledKey({ request, service }: Claimant): string | undefined {
  const { construct, contract, meta } = request;
  if (meta.count !== undefined || meta.forEach !== undefined) return undefined;
  const given = request.attributes();
  const values = (contract.naturalKey?.attributes ?? []).map((name) => given[name]);
  return JSON.stringify([service, contract.typeName, resolveIn(construct, withTextTokens(values))]);
}

function rivalText({ construct, contract, isRetired }: ElementRequest, other: ElementRequest): string {
  const { attributes = [], isUnique = false } = contract.naturalKey ?? {};
  const props = attributes.map(propName);
  const kept = isUnique ? 'Keep one of them.' : 'Give one of them another name.';
  const cure =
    isRetired || other.isRetired
      ? 'Deploy the one that is retired without the other, take it out, then put the other one in.'
      : kept;
  return (
    `${props.slice(-1).join('')}: ${other.construct.node.path} is another ${construct.constructor.name} of the same ` +
    `${props.join(' and ')}, by which the provisioner driver knows an object: they would be one. ${cure}`
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
