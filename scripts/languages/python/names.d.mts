interface Member {
  readonly name: string;
}

export function namesOf(assembly: {
  readonly types: Readonly<
    Record<string, { readonly methods?: readonly Member[]; readonly properties?: readonly Member[] }>
  >;
}): ReadonlySet<string>;

export function withPythonNames(code: string, names: ReadonlySet<string>): string;
