import {
  dependable,
  TerraformResource,
  TerraformStack,
  Tokenization,
  type ITerraformDependable,
  type TerraformMetaArguments,
} from 'cdktf';
import { Construct } from 'constructs';
import { describeValue, formatPath, isSettable, withTimeouts, type Contract, type Path } from '../schema';
import { isObject } from '../ground/json';
import { own } from '../ground/record';
import { bareText, isExpression } from './expressions';
import { nearestName, constructLabel, refuse } from './props';
import { propName } from './prop-name';
import { resolveIn } from './references';

/**
 * The meta-arguments of a construct with bare addresses, as Terraform takes them: the host writes some as expressions, and leaves
 * out those that are texts.
 *
 * @throws where one refers to another stack, to what Terraform does not take there, or to an attribute that the resource lacks
 */
export function readReferences(
  construct: Construct,
  contract: Contract,
  meta: TerraformMetaArguments,
): TerraformMetaArguments {
  const { dependsOn, lifecycle, provider } = meta;
  const { replaceTriggeredBy, ignoreChanges } = lifecycle ?? {};
  const faults: string[] = [];
  const read = (path: Path, item: unknown, pattern: RegExp) => {
    const found = readReference(construct, item, pattern);
    if (found.fault !== undefined) faults.push(`${formatPath(path)}: ${found.fault}`);
    return found.address;
  };
  if (provider !== undefined) read(['provider'], provider, whole);
  const ordered = dependsOn?.map((item, index) => read(['dependsOn', index], item, whole));
  const replacing = replaceTriggeredBy?.map((item, index) =>
    read(['lifecycle', 'replaceTriggeredBy', index], item, ofResource),
  );
  if (Array.isArray(ignoreChanges)) faults.push(...unknownAttributes(contract, ignoreChanges));
  refuse(constructLabel(construct), faults);
  return {
    ...meta,
    ...(ordered && { dependsOn: ordered.map((address) => ({ fqn: address })) }),
    ...(replacing && { lifecycle: { ...lifecycle, replaceTriggeredBy: replacing } }),
  };
}

/** The object that an address begins with: Terraform orders whole objects. */
const whole = /^(?:data\.)?(?!each\.|count\.|self\.)[A-Za-z_][\w-]*\.[\w-]+(?:\[[^\]]*\])?(?=\.|$)/;

const ofResource =
  /^(?!(?:data|var|local|module|each|count|self)\.)[A-Za-z_][\w-]*(?:\.[\w-]+(?:\[[^\]]*\])*)+$/;

interface Reference {
  readonly address: string;
  readonly fault?: string;
}

function readReference(construct: Construct, item: unknown, pattern: RegExp): Reference {
  const stack = stackOf(item);
  if (stack !== undefined && stack !== TerraformStack.of(construct))
    return {
      address: '',
      fault:
        `Another stack: it is of the stack ${stack.node.path}, and Terraform knows only what is in its own stack. To deploy that ` +
        'stack first, call addDependency of this one. To use a value of it, make a TerraformOutput there and read its state here.',
    };
  // A construct may get another name until synth, unless its address is read before.
  if (typeof item !== 'string' && (pattern !== ofResource || isResource(item)))
    return { address: dependable(item as ITerraformDependable) };
  const text = typeof item === 'string' ? bareText(resolveIn(construct, item)) : describeValue(item);
  const [address] = pattern.exec(text) ?? [];
  if (address !== undefined) return { address };
  return {
    address: '',
    fault:
      `No address: ${JSON.stringify(text)} is not what Terraform takes here. Pass the construct itself, or an address such as ` +
      '"edge_logpush_job.logs".',
  };
}

function isResource(item: unknown): boolean {
  return isObject(item) && TerraformResource.isTerraformResource('resource' in item ? item.resource : item);
}

/** The stack of a construct, or of what a text with a token refers to. */
function stackOf(item: unknown): TerraformStack | undefined {
  if (Construct.isConstruct(item)) return TerraformStack.of(item);
  if (typeof item !== 'string') return undefined;
  const [origin] = Tokenization.reverseString(item).tokens.flatMap((token) =>
    'originStack' in token && Construct.isConstruct(token.originStack) ? [token.originStack] : [],
  );
  return origin && TerraformStack.of(origin);
}

function unknownAttributes(contract: Contract, names: readonly string[]): string[] {
  const { attributes } = withTimeouts(contract);
  const settable = Object.entries(attributes).flatMap(([name, each]) => (isSettable(each) ? [name] : []));
  return names.flatMap((given, index) => {
    const [name = ''] = /^[^.[]*/.exec(given) ?? [];
    if (isExpression(given) || settable.includes(name)) return [];
    const sameProp = settable.find((each) => propName(each) === name);
    const nearest = nearestName(name, settable);
    const fix =
      own(attributes, name) !== undefined
        ? 'Only the service sets it, so no change of it is planned. Remove it.'
        : sameProp !== undefined
          ? `Write ${sameProp}: Terraform has the names of attributes here.`
          : nearest === undefined
            ? 'Remove it.'
            : `Did you mean ${nearest}?`;
    return [
      `lifecycle.ignoreChanges[${index}]: Unknown attribute: no prop sets ${JSON.stringify(given)}. ${fix}`,
    ];
  });
}
