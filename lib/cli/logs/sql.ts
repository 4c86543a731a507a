import { checkFields, SqlDialect, SqlSource, writeQuery, writeSql } from '../../logs';
import type { Dataset, Filter, SqlForm, SqlQuery } from '../../logs';
import { print, warn } from '../terminal';
import { reportFaults } from './faults';
import { describeChoice } from './filter';
import type { JobOptions } from './preview/options';
import { reportInvalid } from './preview/prepare';
import { readJob, sourceOf } from './preview/resolve';

export interface SqlCommandOptions extends JobOptions {
  readonly dialect: string;
  readonly source: string;
  readonly column?: string;
  readonly table?: string;
  readonly from?: string;
  readonly files?: string;
  readonly count?: true;
}

/** @param argument - the filter, which replaces that of the job; by default that of the job, without one stdin */
export async function runSql(argument: string | undefined, options: SqlCommandOptions): Promise<void> {
  const form = formOf(options);
  const from = fromOf(options);
  const isJob = [options.jobFile, options.stack, options.zone, options.account].some(
    (each) => each !== undefined,
  );
  const chosen = { ...options, filter: argument ?? (isJob ? undefined : '-') };
  const read = await readJob(sourceOf(chosen), chosen).catch(reportInvalid);
  if (read === undefined) return;
  const { filter, dataset, delivery } = read.job;
  const isNamed = from !== undefined && options.fields !== undefined;
  const named = isNamed ? checkFields(delivery.field_names, dataset) : [];
  const sampling = delivery.sample_rate > 0 && delivery.sample_rate < 1 ? [samplingNote] : [];
  [...read.notes, ...named.map(({ message }) => message), ...sampling].forEach(warn);
  const fields = isJob || options.fields !== undefined ? delivery.field_names : '*';
  const select = options.count === true ? 'count' : fields;
  const { sql, faults } =
    from === undefined
      ? conditionOf(filter, dataset, form)
      : writeQuery(filter, dataset, { form, from, select });
  if (sql === undefined) reportFaults(faults, { text: '' });
  else await print(sql);
}

function conditionOf(filter: Filter | undefined, dataset: Dataset, form: SqlForm) {
  const { sql, faults } =
    filter === undefined ? { sql: 'true', faults: [] } : writeSql(filter, dataset, form);
  return { sql: sql && `${sql}\n`, faults };
}

const samplingNote = 'The job samples: it delivers a random part of the lines that the SQL selects.';

function formOf({ dialect, source, column, table, files }: SqlCommandOptions): SqlForm {
  const form = {
    dialect: choiceOf(Object.values(SqlDialect), dialect, 'dialect'),
    source: choiceOf(Object.values(SqlSource), source, 'source'),
    column,
    table,
  };
  if (files !== undefined && (source === 'json' || column !== undefined || table !== undefined))
    throw new Error(
      '--source, --column and --table are about a table, and --files reads files. Use --from for a table.',
    );
  if (column !== undefined && form.source !== SqlSource.JSON)
    throw new Error('--column is the column with the line as JSON. Add --source json.');
  return form;
}

function choiceOf<Name extends string>(names: readonly Name[], name: string, what: string): Name {
  const found = names.find((each) => each === name);
  if (found !== undefined) return found;
  throw new Error(`--${what}: there is no ${what} "${name}". ${describeChoice(name, names)}`);
}

function fromOf({ from, files, count, fields }: SqlCommandOptions): SqlQuery['from'] | undefined {
  if (from !== undefined && files !== undefined)
    throw new Error('--from and --files both say what to read. Use only one of them.');
  if (count === true && fields !== undefined)
    throw new Error('--count and --fields both say what to select. Use only one of them.');
  if (files !== undefined) return { files };
  if (from !== undefined) return { table: from };
  const option = count === true ? '--count' : fields === undefined ? undefined : '--fields';
  if (option === undefined) return undefined;
  throw new Error(
    `${option} needs a whole query. Add --from with a table, or --files with a pattern of files.`,
  );
}
