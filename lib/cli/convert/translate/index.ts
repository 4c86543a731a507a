import { phase as customFieldsPhase } from '../../../resources/custom-fields-ruleset/rules';
import { isPreviousKind, previousKinds } from '../../../retired';
import { managedPhase } from '../../../waf';
import type { Conversion, OldConfiguration, OldInstance, OldKind, OldResource } from '../model';
import { blockAddresses, withoutKeys } from '../addresses';
import { Draft, type FindingOnBlock } from './draft';
import { customFields, phaseOf } from './custom-fields';
import { redirectReferences } from './finish';
import { logJob } from './jobs';
import { healthPolicy } from './policies';
import { convertPools } from './pools';
import { translateBlock, type Translator } from './translator';
import { convertWaf } from './waf';

/** The translators of blocks that become one object each. Of pools and the previous WAF, many blocks make one object. */
const translators: readonly Translator[] = [customFields, logJob, healthPolicy];

/**
 * Converts a configuration. Pure. Each old block and orphan has exactly one outcome, and whatever does not carry over is a finding.
 */
export function convertConfiguration(old: OldConfiguration): Conversion {
  const draft = new Draft(old);
  const of = (...kinds: readonly OldKind[]) =>
    old.resources.filter(({ kind }) => kinds.some((each) => each === kind));
  for (const translator of translators)
    for (const resource of of(translator.kind)) translateBlock(draft, resource, translator);
  convertPools(draft, of('load_balancer_pool'));
  convertWaf(
    draft,
    of(...previousKinds),
    of('ruleset').filter((resource) => phaseOf(resource) === managedPhase),
  );
  for (const resource of of('logpush_ownership_challenge')) draft.keep(resource, challengeKept);
  const blocks = new Map(
    old.resources.flatMap((each) =>
      blockAddresses(each, old.modules).map((address) => [address, each] as const),
    ),
  );
  for (const orphan of old.orphans) reportOrphan(draft, orphan, blocks.get(withoutKeys(orphan.address)));
  redirectReferences(draft);
  return draft.toConversion();
}

/** An ownership challenge is a file that the service wrote, and no object. Jobs and data sources keep their references to it. */
const challengeKept: FindingOnBlock = {
  code: 'convert.challenge_kept',
  severity: 'note',
  text: 'The challenge stays. A job needs it when it is created, or when its destination changes: remove the block when nothing needs it.',
};

/**
 * Reports an object of the state without code, which the next apply would delete.
 *
 * @param block - the one of its address, which has no such instance
 */
function reportOrphan(draft: Draft, orphan: OldInstance, block: OldResource | undefined): void {
  const { address, type, kind, state = {} } = orphan;
  if (draft.hasOutcome(address)) return;
  const isOurs =
    isPreviousKind(kind) ||
    kind.startsWith('logpush_') ||
    (kind === 'ruleset' && [customFieldsPhase, managedPhase].some((phase) => phase === state.phase)) ||
    (kind === 'notification_policy' && state.alert_type === 'load_balancing_health_alert');
  // A block of the same address cannot be forgotten while it stays.
  const stays = block !== undefined && !draft.replaced().has(block);
  const text = stays
    ? `The state has ${address}, and the code does not: the next apply deletes it at the service. The block stays, so only \`terraform state rm\` can prevent it.`
    : `The state has ${address}, and the code does not: the next apply would delete it at the service. The state forgets it instead. Delete it at the service if it is not wanted; \`edge-platform import\` writes code for it.`;
  const isLost = isOurs && !stays;
  if (isLost) draft.removeOrphan(orphan);
  if (isOurs)
    draft.addFinding({
      ...{ code: 'convert.orphan', severity: 'todo', address, text },
      ...(block !== undefined && { on: block }),
    });
  draft.addOutcome({ address, type, outcome: isLost ? 'lost' : 'kept', to: [] });
}
