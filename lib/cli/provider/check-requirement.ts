import { providerSource } from '../../drivers/plugin/delivery';
import { admits } from '../../terraform/constraint';
import { ok, problem, skipped, type Check } from './check';
import type { Requirement } from './files/model';
import type { ModuleFiles } from './files/read';

const name = 'requirement';

/** Whether each module that uses the provider says where it is from, and in a version that this package has. */
export function checkRequirement(modules: readonly ModuleFiles[], version: string): Check {
  const faults = modules.flatMap((each) =>
    each.faults.map((fault) => placeOf(each, fault.replace(/\.$/, ''))),
  );
  if (faults.length > 0)
    return problem(
      name,
      `A file cannot be read: ${faults.join('; ')}.`,
      'Correct it, or run `terraform validate`.',
    );
  const found = modules.map((each) => faultOf(each, version)).find((each) => each !== undefined);
  if (found !== undefined) return found;
  const [first] = modules.flatMap((each) => each.requirements.filter(isOurs));
  if (first === undefined) return skipped(name, 'No file requires the provider, or has a resource of it.');
  return ok(
    name,
    `${first.file} requires ${providerSource}${first.version === undefined ? '' : ` ${first.version}`}.`,
  );
}

function faultOf(module: ModuleFiles, version: string): Check | undefined {
  const given = module.requirements.find((each) => each.name === 'edge');
  if (given === undefined) return isMissing(module) ? missing(module, version) : undefined;
  const { source, version: constraint } = given;
  const place = placeOf(module, given.file);
  if (source !== providerSource) return foreignSource(place, source, version);
  if (constraint === undefined) return undefined;
  const isAdmitted = admits(constraint, version.replace(/-.*/, ''));
  if (isAdmitted === true) return undefined;
  const rule =
    isAdmitted === undefined ? 'which is no version constraint' : `and this package has ${version}`;
  return problem(
    name,
    `${place}: the version of edge is "${constraint}", ${rule}.`,
    place.endsWith('cdk.tf.json')
      ? 'Synthesize again with this version of the package.'
      : `Set it to "${version}", or install the version of cdktf-edge-platform that it names.`,
  );
}

/** Without a requirement, Terraform takes the provider from the name of the resource type. */
function isMissing({ objects }: ModuleFiles): boolean {
  return objects.some(({ attributes }) => attributes.provider === undefined);
}

function missing(module: ModuleFiles, version: string): Check {
  const [first] = module.objects;
  const use = `${placeOf(module, first?.file ?? '')} uses ${first?.type ?? 'edge'}, and required_providers`;
  const rule = 'Terraform takes hashicorp/edge, which does not exist.';
  const renamed = module.requirements.find(isOurs)?.name;
  if (renamed !== undefined)
    return problem(
      name,
      `${use} has the provider under the name ${renamed}: ${rule}`,
      `Name it edge there, or set provider = ${renamed} in each resource of it.`,
    );
  return problem(
    name,
    `${use} has no edge: ${rule}`,
    `Add to required_providers of ${module.path === '' ? 'this folder' : module.path}: ${entryOf(version)}.`,
  );
}

function foreignSource(place: string, source: string | undefined, version: string): Check {
  const given = source === undefined ? 'without a source, so it is hashicorp/edge' : `from "${source}"`;
  return problem(
    name,
    `${place}: required_providers has edge ${given}, which is another provider or none.`,
    `Write ${entryOf(version)}.`,
  );
}

function entryOf(version: string): string {
  return `edge = { source = "${providerSource}", version = "${version}" }`;
}

function isOurs({ source }: Requirement): boolean {
  return source === providerSource;
}

function placeOf({ path }: ModuleFiles, file: string): string {
  return path === '' ? file : `${path}/${file}`;
}
