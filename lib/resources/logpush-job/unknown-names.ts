import { isApiError, type ApiError } from '../../client';
import { parseFilter, withFieldsOf, type Dataset } from '../../logs';
import { keysIn } from '../../logs/filter/filter';
import { isListValue, type Diagnostic, type ObjectValue } from '../../schema';
import type { Context, PlannedChange } from '../handler';
import { checkAgainstDataset, datasetOf, type LogpushJobAttributes } from './contract';
import { listedFields } from './output';
import { checkScope, describeScope, knownScopeOf, toClientScope } from './scope';

/** Asks the API for new names that this version does not know. One that it does not list is an error; if it lists none, a warning stays. */
export async function checkUnknownNames(
  { prior, planned }: PlannedChange<LogpushJobAttributes>,
  context: Context,
): Promise<readonly Diagnostic[]> {
  const scope = planned === null ? undefined : knownScopeOf(planned);
  const found = planned === null ? undefined : datasetOf(planned);
  if (planned === null || scope === undefined || found === undefined) return [];
  const isNew = prior?.dataset !== planned.dataset;
  const dataset = isNew ? found : withNames(found, [...namesIn(prior)]);
  const warnings = [
    ...(isNew ? checkScope(planned, dataset.name) : []),
    ...checkAgainstDataset(planned, dataset),
  ].filter(({ isAnswered }) => isAnswered === true);
  if (warnings.length === 0) return [];

  const { service, signal } = context;
  const { fields, refusal } = await service.logpush.askForFields(toClientScope(scope), dataset.name, {
    signal,
  });
  if (fields !== undefined)
    return checkAgainstDataset(planned, withFieldsOf(dataset, fields))
      .filter(({ severity }) => severity === 'error')
      .map((each) => ({
        ...each,
        detail: `${each.detail} The API was asked for the fields of the dataset.`,
      }));
  const isRefused = warnings.some(({ path }) => path?.[0] === 'dataset') && isAboutDataset(refusal, dataset);
  return warnings.map((each) =>
    isRefused && each.path?.[0] === 'dataset'
      ? {
          ...each,
          severity: 'error',
          summary: 'Unknown dataset',
          detail: `${each.detail} ${describeScope(scope)} does not have it, the API says: ${refusal.message}`,
        }
      : { ...each, detail: `${each.detail} The API could not be asked: ${refusal.message}` },
  );
}

/** Whether the API says that it has no such dataset, and not that it has no such path. */
function isAboutDataset(error: unknown, { name }: Dataset): error is ApiError {
  return (
    isApiError(error) &&
    (error.status === 400 || error.status === 404) &&
    error.errors.some(({ message }) => message.includes(name) && !message.includes(`/${name}`))
  );
}

/** The dataset with names that are known to be right, whatever their type is. */
function withNames(dataset: Dataset, names: readonly string[]): Dataset {
  return { ...dataset, untyped: new Set(names.filter((name) => !dataset.fields.has(name))) };
}

function* namesIn(job: ObjectValue): Generator<string> {
  const [fields, { filter }] = [listedFields(job), job];
  if (isListValue(fields)) for (const name of fields) if (typeof name === 'string') yield name;
  const read = typeof filter === 'string' ? parseFilter(filter).filter : undefined;
  if (read !== undefined) yield* keysIn(read);
}
