import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Language } from '../../import/project-folder';
import { compileProject, findMissingPackages, synthesizeProject } from '../../import/synthesis';
import { gateOf } from '../conversion-report';
import type { Conversion, OldConfiguration } from '../model';
import { readWorkspace } from '../read/folder';
import { readModules } from '../read/modules';
import { readVariables, variableFilesIn, type GivenVariables } from '../read/variables';
import { checkMoves, type Fault } from './moves';
import { verifyOutcomes } from './outcomes';
import { planConverted } from './project';
import type { ConversionVerification } from './report';
import { findStateOnlyUpdates } from './waf-updates';

export interface VerifyOptions extends GivenVariables {
  readonly language: Language;
  /** The credentials and the endpoint of the provider, and variables of Terraform. */
  readonly env: NodeJS.ProcessEnv;
  /** The service of the plans, for people: `the API`. */
  readonly against: string;
}

/**
 * Verifies the outcome of each old resource: the state moves of the written project are complete, and its plan, with the migrations of
 * the WAF acknowledged, changes nothing that the conversion does not say. Nothing is applied.
 *
 * @param out - the folder of the written project
 * @throws an Error where something that it needs is missing
 */
export async function verifyConversion(
  out: string,
  { old, conversion }: { readonly old: OldConfiguration; readonly conversion: Conversion },
  options: VerifyOptions,
): Promise<ConversionVerification> {
  if (options.language === 'hcl') return verifyModule(out, old, conversion, options);
  const missing = findMissingPackages(out);
  if (missing !== undefined) throw new Error(`--verify: ${missing}`);
  const compiled = await compileProject(out);
  if (compiled.length > 0) return refused(compiled, options);
  const folder = await mkdtemp(join(tmpdir(), 'edge-convert-'));
  try {
    const [stack, ...others] = await synthesizeProject(out, folder);
    if (stack === undefined || others.length > 0)
      return refused([{ subject: 'synth', text: `It has ${others.length} stacks.` }], options);
    return await verifyModule(stack.folder, old, conversion, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refused(faults: readonly Fault[], { against }: VerifyOptions): ConversionVerification {
  return { outcomes: [], faults, against };
}

async function verifyModule(
  folder: string,
  old: OldConfiguration,
  conversion: Conversion,
  options: VerifyOptions,
): Promise<ConversionVerification> {
  const { modules } = await readModules(folder);
  const env = { ...secretsOf(conversion), ...options.env };
  const evaluation = await evaluationOf(folder, old, { ...options, env });
  const inputs = {
    ...evaluation,
    env,
    folder,
    modules,
    state: old.state,
    moved: conversion.moves.moved,
    gate: gateOf(conversion),
  };
  const plan = await planConverted(inputs);
  const stateOnly = await findStateOnlyUpdates(plan.changes.values(), env);
  return {
    outcomes: verifyOutcomes(conversion, { ...plan, stateOnly }),
    faults: [...checkMoves(old, conversion, modules), ...plan.faults],
    against: options.against,
  };
}

/** The secrets of the old code, which are variables now. */
function secretsOf({ variables }: Conversion): NodeJS.ProcessEnv {
  return Object.fromEntries(
    variables.flatMap(({ module, name, value }) =>
      module === '' && value !== undefined ? [[`TF_VAR_${name}`, value]] : [],
    ),
  );
}

/** The values of variables that the old configuration has, and those of the command line. A synthesized stack has no such files. */
async function evaluationOf(
  folder: string,
  old: OldConfiguration,
  { vars = [], varFiles = [], env }: VerifyOptions,
) {
  const beside = await variableFilesIn(old.folder);
  const { names, parameters } = await readVariables(
    folder,
    { vars, varFiles: [...beside, ...varFiles] },
    env,
  );
  return { variables: names, parameters, workspace: await readWorkspace(old.folder) };
}
