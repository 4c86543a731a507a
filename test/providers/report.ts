import { formatTable } from '../../lib/cli/layout';

/** A statement about one version of the provider, and what was seen. */
export interface Claim {
  readonly version: string;
  readonly language: string;
  readonly statement: string;
  /** Undefined where it holds. */
  readonly contradiction: string | undefined;
}

/** The statements as a table, and below it the contradictions in full. */
export function formatClaims(claims: readonly Claim[]): string {
  const rows = claims.map(({ version, language, statement, contradiction }) => [
    contradiction === undefined ? 'holds' : 'FAILS',
    version,
    language,
    statement,
  ]);
  const table = formatTable([['', 'PROVIDER', 'LANGUAGE', 'STATEMENT'], ...rows], {
    width: process.stdout.isTTY ? process.stdout.columns : 100,
    unbroken: [0, 1, 2],
  });
  const contradictions = claims.flatMap(({ version, language, statement, contradiction }) =>
    contradiction === undefined ? [] : ['', `${version}, ${language}: ${statement}`, contradiction],
  );
  return [...table, ...contradictions].join('\n');
}
