import {
  customFieldLogFields,
  mostBadLines,
  parseTemplate,
  type BlockOutcome,
  type Delivery,
  type PreviewedJob,
} from '../../../logs';
import { keysIn } from '../../../logs/filter/filter';

export interface SamplePlace {
  readonly path: string;
  lines: number;
}

export type Counts = ReturnType<Totals['counts']>;

export interface BadSampleLine {
  readonly path: string;
  readonly line: number;
  readonly reason: string;
}

export const noLines = {
  lines: 0,
  empty: 0,
  bad: 0,
  delivered: 0,
  dropped: 0,
  newlyDelivered: 0,
  newlyDropped: 0,
};

export class Totals {
  readonly badLines: BadSampleLine[] = [];
  /** Conditions to the number of lines that they dropped. */
  private readonly reasons = new Map<string, number>();
  private readonly sum = { ...noLines };
  private readonly seen = new Set<string>();

  constructor(
    private readonly job: PreviewedJob,
    private readonly other: PreviewedJob | undefined,
  ) {}

  get isComparison(): boolean {
    return this.other !== undefined;
  }

  begin(path: string): SamplePlace {
    return { path, lines: 0 };
  }

  add(place: SamplePlace, part: BlockOutcome): void {
    const { sum } = this;
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += part[name];
    for (const { line, reason } of part.badLines)
      if (this.badLines.length < mostBadLines)
        this.badLines.push({ path: place.path, line: place.lines + line, reason });
    place.lines += part.lines;
    for (const [reason, count] of part.reasons)
      this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + count);
    for (const name of part.seen) this.seen.add(name);
  }

  counts() {
    return { ...this.sum };
  }

  sortedReasons(): readonly (readonly [reason: string, count: number])[] {
    return [...this.reasons].sort(([, a], [, b]) => b - a);
  }

  /** Fields that a filter compares and no line has: the lines may be from another dataset, or from a job with few fields. */
  unseen(): readonly string[] {
    return this.inNoLine(({ filter }) => (filter === undefined ? [] : keysIn(filter)));
  }

  /** Fields that are delivered and no line has: the records show their default values. */
  defaulted(): readonly string[] {
    return this.inNoLine(({ dataset, delivery }) =>
      shownFields(delivery).filter(
        (name) =>
          dataset.fields.has(name) &&
          // These are built from the headers and cookies of an exchange.
          !(dataset.name === 'http_requests' && customFieldLogFields.some((each) => each === name)),
      ),
    );
  }

  private inNoLine(namesOf: (job: PreviewedJob) => readonly string[]): readonly string[] {
    if (this.sum.delivered + this.sum.dropped === 0) return [];
    const names = [this.job, this.other].flatMap((job) => (job === undefined ? [] : namesOf(job)));
    return [...new Set(names)].filter((name) => !this.seen.has(name));
  }
}

/** A template may show only some of the fields. */
function shownFields({ field_names: names, record_template: template }: Delivery): readonly string[] {
  const pieces = parseTemplate(template).pieces ?? [];
  const inTemplate = pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.field]));
  return template === '' ? names : names.filter((name) => inTemplate.includes(name));
}
