import type { ComponentChildren } from 'preact';

/** How a state is colored; its words carry the meaning. */
export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'busy';

export function Badge(props: { readonly tone?: Tone; readonly children: ComponentChildren }) {
  return <span class={`badge ${props.tone ?? 'neutral'}`}>{props.children}</span>;
}

/** A time of day on the clock of the emulator, in UTC as in the API, with the whole time as its title. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at}>
      {at.slice(11, 19)}
    </time>
  );
}

/** For a page that changes without an event. */
export function RefreshAfter({ ms }: { readonly ms: number | undefined }) {
  return ms === undefined ? null : <div data-refresh-ms={ms} />;
}

interface CardProps {
  readonly title: string;
  /** Beside the title. */
  readonly beside?: ComponentChildren;
  readonly level?: 2 | 3;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Card({ title, beside, level = 2, class: name = 'card', children }: CardProps) {
  const Heading = `h${level}` as const;
  return (
    <section class={name} aria-label={title}>
      <Heading>
        {title} {beside}
      </Heading>
      {children}
    </section>
  );
}

type Fact = readonly [name: ComponentChildren, value: ComponentChildren];

/** Names with their values; entries that are false are left out. */
export function Facts({ facts }: { readonly facts: readonly (Fact | false)[] }) {
  return (
    <dl class="facts">
      {facts
        .filter((fact) => fact !== false)
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  );
}

export interface Column<Row> {
  /** The heading, which a narrow screen has before each cell. */
  readonly name: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether it is the heading of its row. */
  readonly isHeading?: boolean;
  readonly class?: string | ((row: Row) => string);
}

interface TableProps<Row> {
  readonly caption: string;
  /** Whether more than readers of the screen get the caption. */
  readonly showsCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The id of a row: it stays the same element. */
  readonly idOf?: (row: Row) => string;
  readonly class?: string;
  /** A row of another kind, below them. */
  readonly last?: ComponentChildren;
  /** Instead of a table without rows. */
  readonly empty?: string;
}

/** A row for each item. On a narrow screen, each row is a list of its cells with their names. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, showsCaption = false, columns, rows, idOf, class: name, last, empty } = props;
  if (rows.length === 0 && empty !== undefined) return <p class="muted">{empty}</p>;
  return (
    <table class={name}>
      <caption class={showsCaption ? undefined : 'hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" class={column.class === 'number' ? 'number' : undefined}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr id={idOf?.(row)}>
            {columns.map((column) =>
              column.isHeading ? (
                <th scope="row">{column.cell(row)}</th>
              ) : (
                <td
                  data-label={column.name}
                  class={typeof column.class === 'function' ? column.class(row) : column.class}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
        {last}
      </tbody>
    </table>
  );
}
