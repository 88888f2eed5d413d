import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Permission } from '@kerb/domain/access/permissions.ts';
import type { AgreementValues } from '@kerb/domain/agreements/agreement-fields.ts';
import type { AssignedRow, BulkRow } from '@kerb/domain/agreements/bulk.contract.ts';
import { decideNudge } from '@kerb/domain/payers/nudge.ts';
import {
  campaignInScope,
  findAgreement,
  lockCampaign,
} from '@kerb/server/features/agreements/agreements.repository.ts';
import { saveCampaign } from '@kerb/server/features/campaigns/save-campaign.ts';
import { limitSending } from '@kerb/server/features/payers/limit-sending.ts';
import { nudgePayers } from '@kerb/server/features/payers/nudge-payers.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { attemptRow, refusalWords } from '@kerb/server/platform/attempt.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { notPermitted } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The scope of the single action, so that a bulk action reaches no campaign that the single one does not. */
function scopeOf({ actor }: AccessScope, permission: Permission): AccessScope {
  const scope = accessScopeOf(actor, permission);
  if (!scope) throw notPermitted();
  return scope;
}

const refused = (id: number, message: string): BulkRow => ({ id, outcome: 'refused', message, version: null });

/** Each campaign once. Locked by id, so that two bulk actions do not wait for each other. Answers in the order sent. */
async function eachRow<Asked extends { id: number }, Row extends BulkRow>(
  work: Work,
  asked: readonly Asked[],
  run: (one: Asked) => Promise<Row>,
): Promise<(Row | BulkRow)[]> {
  const once = new Map(asked.map((one) => [one.id, one]));
  const outcomes = new Map<number, Row | BulkRow>();
  for (const one of [...once.values()].sort((first, second) => first.id - second.id)) {
    const refusal = (message: string): Row | BulkRow => refused(one.id, message);
    outcomes.set(one.id, await attemptRow<Row | BulkRow>(work, () => run(one), refusal));
  }
  return [...once.keys()].flatMap((id) => outcomes.get(id) ?? []);
}

type Saved = { id: number; sent: Partial<AgreementValues>; version: number | undefined };

/** Saves as the single campaign does. Null if it has these values already. */
async function save(work: Work, scope: AccessScope, { id, sent, version }: Saved) {
  const before = await lockCampaign(work.tx, scope, id);
  const isSame = Object.entries(sent).every(([name, value]) => before[name as keyof AgreementValues] === value);
  if (isSame) return { before, isSame, version: null };
  await saveCampaign(work, scope, { id, sent, ifMatch: version ?? null });
  // Nobody can undo a change of a campaign that they no longer see.
  const after = await findAgreement(work.tx, scope, id);
  return { before, isSame, version: after?.version ?? null };
}

type Assigned = { id: number; agentUser: number | null; version?: number | undefined };

export function bulkAssign(work: Work, asking: AccessScope, items: readonly Assigned[]): Promise<AssignedRow[]> {
  const scope = scopeOf(asking, 'agreement.change');
  return eachRow(work, items, async ({ id, agentUser, version }): Promise<AssignedRow> => {
    const saved = await save(work, scope, { id, sent: { agentUser }, version });
    const earlier = { id, agentUser: saved.before.agentUser, version: saved.version };
    return saved.isSame
      ? { ...earlier, outcome: 'unchanged', message: 'Already assigned to this person' }
      : { ...earlier, outcome: 'done', message: agentUser === null ? 'No longer assigned' : 'Assigned' };
  });
}

type Flagged = { id: number; actionSuggested: boolean; version?: number | undefined };

export function bulkFlag(work: Work, asking: AccessScope, items: readonly Flagged[]): Promise<BulkRow[]> {
  const scope = scopeOf(asking, 'agreement.flag');
  return eachRow(work, items, async ({ id, actionSuggested, version: seen }): Promise<BulkRow> => {
    const { isSame, version } = await save(work, scope, { id, sent: { actionSuggested }, version: seen });
    const words = actionSuggested ? 'Follow-up suggested' : 'Follow-up done';
    return isSame
      ? {
          id,
          outcome: 'unchanged',
          message: actionSuggested ? 'Already suggested' : 'No follow-up is suggested',
          version,
        }
      : { id, outcome: 'done', message: words, version };
  });
}

/**
 * Counts the messages of each campaign before the transaction, as a single reminder does. Answers why a campaign is
 * refused.
 */
async function limitEach(deps: Deps, scope: AccessScope, ids: readonly number[]): Promise<Map<number, BulkRow>> {
  const over = new Map<number, BulkRow>();
  for (const id of new Set(ids)) {
    try {
      await campaignInScope(deps.db, scope, id);
      const payers = await payersOf(deps.db, id);
      const vendorIds = payers.filter((payer) => decideNudge(payer, deps.clock.now()).ok).map((payer) => payer.id);
      await limitSending(deps.db, scope, { id, vendorIds });
    } catch (problem) {
      over.set(id, refused(id, refusalWords(problem)));
    }
  }
  return over;
}

const payersReminded = (count: number): string => (count === 1 ? '1 payer reminded' : `${count} payers reminded`);

/** Reminds every payer of a campaign who can be reminded. Refused if there is none. */
async function remind(work: Work, scope: AccessScope, id: number): Promise<BulkRow> {
  await lockCampaign(work.tx, scope, id);
  const vendorIds = (await payersOf(work.tx, id)).map((payer) => payer.id);
  const { successCount, validation } = await nudgePayers(work, scope, { id, vendorIds });
  if (successCount > 0) return { id, outcome: 'done', message: payersReminded(successCount), version: null };
  const reason = Object.values(validation).flat()[0]?.message;
  return refused(id, reason ?? 'This campaign has no payers.');
}

/** What to run in the transaction, after the messages have been counted. */
export async function bulkRemind(deps: Deps, asking: AccessScope, ids: readonly number[]) {
  const scope = scopeOf(asking, 'payer.send');
  const over = await limitEach(deps, scope, ids);
  const items = ids.map((id) => ({ id }));
  return (work: Work): Promise<BulkRow[]> =>
    eachRow(work, items, async ({ id }) => over.get(id) ?? (await remind(work, scope, id)));
}
