import type { Finished } from '../ground/program';

/** An error or a warning of Terraform. */
export interface TerraformDiagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  /** The address of the resource, such as `edge_logpush_job.failures`. */
  readonly address?: string;
  readonly range?: { readonly filename: string };
  /** The place in the configuration: the block, and the line with the attribute. */
  readonly snippet?: { readonly context: string | null; readonly code: string };
}

/** A line of a run with `-json`. */
export interface Message {
  readonly type: string;
  readonly change?: {
    readonly resource: { readonly addr: string; readonly resource_name: string };
    readonly action: string;
    readonly reason?: string;
  };
  readonly diagnostic?: TerraformDiagnostic;
  readonly outputs?: Readonly<Record<string, { readonly value?: unknown }>>;
}

/** The messages of `plan -json`, `apply -json` and `destroy -json`. */
export function readMessages({ stdout }: Pick<Finished, 'stdout'>): readonly Message[] {
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Message);
}

/** The errors and warnings of a run with `-json`. None where Terraform prints text, as it does for some failures of its own. */
export function readDiagnostics(finished: Pick<Finished, 'stdout'>): readonly TerraformDiagnostic[] {
  try {
    return readMessages(finished).flatMap(({ diagnostic }) => diagnostic ?? []);
  } catch {
    return [];
  }
}

export function readErrors(finished: Pick<Finished, 'stdout'>): readonly TerraformDiagnostic[] {
  return readDiagnostics(finished).filter(({ severity }) => severity === 'error');
}
