export interface Check {
  readonly name:
    | 'node'
    | 'options'
    | 'platform'
    | 'terraform'
    | 'CLI configuration'
    | 'requirement'
    | 'plugin'
    | 'lock file'
    | 'installed'
    | 'start'
    | 'variables'
    | 'API'
    | 'credentials'
    | 'permissions';
  /** The folder of the stack that it is about, where there are several; from the current folder. */
  readonly stack?: string;
  readonly status: 'ok' | 'problem' | 'skipped';
  /** The result in a sentence, or why the check was skipped. */
  readonly found: string;
  readonly fix: string | null;
}

type Name = Check['name'];

export function ok(name: Name, found: string): Check {
  return { name, status: 'ok', found, fix: null };
}

export function skipped(name: Name, found: string): Check {
  return { name, status: 'skipped', found, fix: null };
}

export function problem(name: Name, found: string, fix: string): Check {
  return { name, status: 'problem', found, fix };
}
