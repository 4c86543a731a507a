import { own } from './record';

/**
 * A kind of finding: all that is said of its code. Each folder has one table of its kinds; the types of its findings, their texts and the
 * rows of docs/errors.md are derived from it.
 *
 * `Found` is the finding without its code: its severity, and plain JSON data.
 */
export interface FindingKind<Found, Subject, Text> {
  /** The severity, and in which case it has which, as docs/errors.md says it. */
  readonly severity: string;
  /** The meaning of the finding, as docs/errors.md says it. */
  readonly meaning: string;
  /** The text of a finding. A method, so that a table can be called with any of its findings: see {@link describeBy}. */
  describe(finding: Found, subject: Subject): Text;
}

/** A table of findings by full codes: `pools.conflict`. */
export function findings<Room extends string, Kinds extends Readonly<Record<string, unknown>>>(
  room: Room,
  kinds: Kinds,
): Coded<Room, Kinds> {
  const coded = Object.entries(kinds).map(([name, kind]) => [`${room}.${name}`, kind]);
  return Object.fromEntries(coded) as Coded<Room, Kinds>;
}

type Coded<Room extends string, Kinds> = {
  readonly [Name in keyof Kinds & string as `${Room}.${Name}`]: Kinds[Name];
};

/** A finding of a table, of any of its codes or of one. */
export type FindingIn<Table, Code extends keyof Table = keyof Table> = Extract<
  { readonly [C in keyof Table]: { readonly code: C } & FoundBy<Table[C]> }[keyof Table],
  { readonly code: Code }
>;

type FoundBy<Kind> = Kind extends FindingKind<infer Found, never, unknown> ? Found : never;

/** Returns a function that makes a finding of a table from its data. Its severity is the first of its kind, unless the data has another. */
export function findingFactory<Table extends Readonly<Record<string, { readonly severity: string }>>>(
  table: Table,
) {
  return <Code extends keyof Table & string>(
    code: Code,
    ...[data]: object extends Given<FoundBy<Table[Code]>>
      ? [Given<FoundBy<Table[Code]>>?]
      : [Given<FoundBy<Table[Code]>>]
  ) => {
    const [severity] = own(table, code)?.severity.split(/\W/, 1) ?? [];
    const finding: unknown = { code, severity, ...data };
    return finding as FindingIn<Table, Code>;
  };
}

export function ifAny<T, Found>(items: readonly T[], find: (items: readonly T[]) => Found): Found[] {
  return items.length === 0 ? [] : [find(items)];
}

type Given<Found> = Omit<Found, 'severity'> & Partial<Pick<Found, 'severity' & keyof Found>>;

export function describeBy<Code extends string, Subject, Text>(
  table: Readonly<Record<Code, FindingKind<unknown, Subject, Text>>>,
  finding: { readonly code: Code },
  subject: Subject,
): Text {
  if (Object.hasOwn(table, finding.code)) return table[finding.code].describe(finding, subject);
  throw new Error(`Unknown finding: ${finding.code}`);
}

/** A finding in words: the attribute that it is about, a headline, and a detail that ends with what to do. */
export interface FindingText {
  readonly at: string | undefined;
  readonly headline: string;
  readonly detail: string;
}

type Found<Severity extends string, Data> = { readonly severity: Severity } & Readonly<Data>;

/** A part of a text: the same for all findings of a kind, or a function of one. */
type Part<T, Finding, Subject> = T | ((finding: Finding, subject: Subject) => T);

export interface DiagnosticParts<Finding, Subject> {
  readonly meaning: string;
  readonly at?: Part<string, Finding, Subject>;
  readonly headline: Part<string, Finding, Subject>;
  readonly detail: Part<string | Sentences, Finding, Subject>;
}

/** Sentences of which some may not apply. */
type Sentences = readonly (string | false)[];

/**
 * Kinds whose findings are diagnostics about a subject. A kind with two severities says when it has which.
 *
 * @param usual - the attribute of kinds that name none
 */
export function diagnosticKinds<Subject>(usual?: string) {
  const kindOf = <Finding>(
    severity: string,
    { meaning, at, headline, detail }: DiagnosticParts<Finding, Subject>,
  ): FindingKind<Finding, Subject, FindingText> => ({
    severity,
    meaning,
    describe: (finding, subject) => {
      const say = <T extends string | Sentences | undefined>(part: Part<T, Finding, Subject>) =>
        typeof part === 'function' ? part(finding, subject) : part;
      const sentences = [say(detail)].flat().filter((each) => each !== false && each !== '');
      return { at: say(at) ?? usual, headline: say(headline), detail: sentences.join(' ') };
    },
  });
  return {
    warning: <Data = object>(parts: DiagnosticParts<Found<'warning', Data>, Subject>) =>
      kindOf('warning', parts),
    error: <Data = object>(parts: DiagnosticParts<Found<'error', Data>, Subject>) => kindOf('error', parts),
    either: <Data = object>(
      severity: string,
      parts: DiagnosticParts<Found<'error' | 'warning', Data>, Subject>,
    ) => kindOf(severity, parts),
  };
}
