import type { ComponentChildren } from 'preact';
import { visible } from '../../ground/visible';

/** Text from the API or a file. Its direction does not reach the text around it, and nothing in it is invisible. */
export function Name({ text }: { readonly text: string }) {
  return <bdi>{visible(text)}</bdi>;
}

export function Id({ id }: { readonly id: string }) {
  return <code>{visible(id)}</code>;
}

/** A moment, to the second. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{`${at.slice(0, 19).replace('T', ' ')} UTC`}</time>;
}

/** Names and values; a value may be anything. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <Name text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The state is in the words; the color repeats it. */
export type Tone = 'good' | 'warning' | 'bad' | 'plain';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: string }) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Sentences that a reader must not miss. */
export function Notice({ tone, texts }: { readonly tone: Tone; readonly texts: readonly string[] }) {
  return (
    <div class={`notice ${tone}`}>
      {texts.map((text) => (
        <p key={text}>
          <Name text={text} />
        </p>
      ))}
    </div>
  );
}

/** Code to copy. The writer of the code has escaped what a reader cannot see. Long lines wrap: a printed page has no scrollbar. */
export function Code({ code }: { readonly code: string }) {
  return (
    <pre>
      <code>{code.trimEnd()}</code>
    </pre>
  );
}

/** A section with a heading of the second level, which the table of contents may name. */
export function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface TableProps {
  readonly caption: string;
  readonly headings: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly ComponentChildren[])[];
  /** Stands for a table without rows. */
  readonly none?: string;
}

/** A table whose headings repeat on each printed page, and whose rows become lists on a narrow screen. */
export function Table({ caption, headings, rows, none }: TableProps) {
  if (rows.length === 0 && none !== undefined) return <p>{none}</p>;
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          <tr key={row}>
            <th scope="row" data-label={headings[0]}>
              {first}
            </th>
            {cells.map((cell, at) => (
              <td key={at} data-label={headings[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Texts, one below the other. */
export function List({
  as: Tag = 'ul',
  texts,
}: {
  readonly as?: 'ol' | 'ul';
  readonly texts: readonly string[];
}) {
  return (
    <Tag>
      {texts.map((text, at) => (
        <li key={at}>
          <Name text={text} />
        </li>
      ))}
    </Tag>
  );
}

/** Names one after the other, with commas between them. */
export function Names({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <>-</>;
  return (
    <ul class="names">
      {names.map((name, at) => (
        <li key={at}>
          <Name text={name} />
        </li>
      ))}
    </ul>
  );
}
