import type { ComponentChildren, HTMLAttributes } from 'preact';

export interface Column<Row> {
  /** The heading, which a narrow screen has before each cell. */
  readonly name: string;
  /** Another heading than the name. */
  readonly heading?: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether it is the heading of its row. */
  readonly isHeading?: boolean;
  /** Whether cells and heading are aligned as numbers. */
  readonly isNumber?: boolean;
  readonly class?: string | ((row: Row) => string);
}

interface TableProps<Row> {
  readonly caption: ComponentChildren;
  /** Whether only readers of the screen get the caption. */
  readonly hidesCaption?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly class?: string;
  readonly body?: HTMLAttributes<HTMLTableSectionElement>;
  readonly rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** A row of another kind, below them. */
  readonly last?: ComponentChildren;
  /** Instead of a table without rows. */
  readonly empty?: ComponentChildren;
}

/** A row for each item. On a narrow screen, each row is a list of its cells with their names. */
export function Table<Row>({
  caption,
  hidesCaption = true,
  columns,
  rows,
  keyOf,
  class: name,
  body,
  rowProps,
  last,
  empty,
}: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <p class="muted">{empty}</p>;
  return (
    <table {...(name && { class: name })}>
      <caption {...(hidesCaption && { class: 'hidden' })}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name: column, heading, isNumber }) => (
            <th key={column} scope="col" {...(isNumber && { class: 'number' })}>
              {heading ?? column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...body}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
        {last}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { name, cell, isHeading, isNumber, class: given } = column;
  if (isHeading === true) return <th scope="row">{cell(row)}</th>;
  const style = isNumber === true ? 'number' : typeof given === 'function' ? given(row) : given;
  return (
    <td data-label={name} {...(style !== undefined && { class: style })}>
      {cell(row)}
    </td>
  );
}
