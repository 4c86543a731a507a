import type { EdgeClient } from '../../client';
import { jobs } from '../../client/logpush';
import { UnreadableState } from '../../retired';
import { importedState } from '../../schema';
import type { Handler } from '../handler';
import { chooseObject, findOwner } from '../import-object';
import { createNew } from '../new-object';
import { reportUnknown } from '../unknown-members';
import { deleteOnce, unlessNotFound } from '../write-once';
import {
  adviseOnDestination,
  adviseOnDisabled,
  adviseOnFields,
  adviseOnLimit,
  adviseOnOutput,
  checkChangedFilter,
} from './advice';
import { checkUnknownNames } from './unknown-names';
import { logpushJobContract, type LogpushJobAttributes } from './contract';
import { listJobs } from './list';
import { jobMemory } from './memory';
import { hasDuplicate } from './messages';
import { clientScopeOf, describeScope, scopeAttributes, scopeOf, toClientScope } from './scope';
import { adviseOnSettings, omittedSettings } from './settings';
import { planFields } from './output';
import { recordJob } from './state';
import { checkDuplicates, findDuplicates, newJob, newJobsIn } from './duplicates';
import { createJob, updateJob } from './write';

const { typeName } = logpushJobContract;

/** Manages a Logpush job: specification 4.1 operation 4; the other operations by the public facts, section 2.1. */
export const logpushJobHandler: Handler<LogpushJobAttributes, EdgeClient> = {
  async plan(given, context) {
    if (given.planned === null) return {};
    const { prior, config } = given;
    const isListed = (config?.fields ?? null) !== null;
    const fields = isListed ? given.planned.fields : planFields(prior, config ?? {});
    const planned = { ...given.planned, fields };
    const change = { ...given, planned };
    const { credentials, options } = jobMemory.recall(context);
    const advice = [
      ...adviseOnDestination(change, credentials),
      ...adviseOnOutput(change, options),
      ...checkChangedFilter(change),
      ...(await checkUnknownNames(change, context)),
      ...(await adviseOnFields(change, context)),
      ...(prior === null ? [] : adviseOnDisabled(prior, planned)),
      ...adviseOnSettings(config),
    ];
    const duplicates = await checkDuplicates(prior, planned, context);
    if (prior !== null) return { predicted: { fields }, diagnostics: [...advice, ...duplicates] };
    const limit = duplicates.length > 0 ? [] : await adviseOnLimit(planned, context);
    return { predicted: { ...omittedSettings, fields }, diagnostics: [...advice, ...duplicates, ...limit] };
  },

  async create(desired, context) {
    const made = newJob(desired, context);
    const job = await createNew(made, () => createJob(desired, context));
    newJobsIn(scopeOf(desired), desired.dataset, context).delete(made.key);
    const state = recordJob(desired, job, context);
    context.keep({ id: state.id });
    return state;
  },

  async read(state, context) {
    const { service, signal } = context;
    const [scope, options] = [clientScopeOf(state), { cached: true, signal }];
    const job = await unlessNotFound(() => service.logpush.get(scope, Number(state.id), options));
    if (job === undefined) return undefined;
    const read = recordJob(state, job, context, 'read');
    const owner = scopeOf(state);
    for (const duplicate of findDuplicates(read, read.id, await service.logpush.list(scope, options)))
      context.warn(hasDuplicate(owner, job, duplicate));
    reportUnknown('job', `${describeScope(owner)}: job ${job.id}`, job, context);
    return read;
  },

  async update(change, context) {
    return recordJob(change.desired, await updateJob(change, context), context);
  },

  async delete(state, { service, signal }) {
    const [scope, id] = [clientScopeOf(state), Number(state.id)];
    await deleteOnce(
      () => service.logpush.delete(scope, id, { signal }),
      () => service.logpush.get(scope, id, { signal }),
    );
  },

  async import(importId, context) {
    const { service, signal } = context;
    const owner = await findOwner(logpushJobContract, importId, context);
    const listed = await service.logpush.list(toClientScope(owner), { signal });
    const { id } = chooseObject(owner, listed, { typeName, one: 'job', many: 'jobs' });
    return { ...scopeAttributes(owner), id: String(id) };
  },

  move({ zoneId, accountId, body }, context) {
    if ((zoneId === undefined) === (accountId === undefined))
      throw new UnreadableState('it must have either a zone_id or an account_id');
    const scope = { zone_id: zoneId ?? null, account_id: accountId ?? null };
    const imported = importedState(logpushJobContract, scope);
    const job = jobs.read(body, (what) => new UnreadableState(`it is ${what}`));
    return recordJob(imported, job, context, 'read');
  },

  list: listJobs,

  async find({ name, ...key }, { service, signal }) {
    const listed = await service.logpush.list(clientScopeOf(key), { signal });
    return listed
      .filter((job) => (job.name ?? '') === (name ?? ''))
      .map(({ id }) => ({ ...scopeAttributes(scopeOf(key)), id: String(id) }));
  },
};
