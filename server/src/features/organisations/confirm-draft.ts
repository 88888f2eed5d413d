import type { Actor } from '@kerb/domain/access/actor.ts';
import { pendingWork } from '@kerb/domain/access/pending-work.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { decideConfirming } from '@kerb/domain/organisations/confirm-setting.ts';
import { needsSecondPerson, type SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { leftRefusal } from '@kerb/domain/second-person/second-person.ts';
import type { TenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { askersById, personAtKeyboard } from '@kerb/server/platform/second-person/second-person.ts';

type Reader = { tx: Database | Tx; actor: Actor | null; now: Moment };

/** Whether the person at the keyboard may apply each pending setting. Some need a second person. */
export async function confirmerOf(
  { tx, actor, now }: Reader,
  { id: tenantId, draft }: Pick<TenantRecord, 'id' | 'draft'>,
): Promise<(name: SettingName) => Decision<null>> {
  const person = await personAtKeyboard({ tx, actor });
  const userIds = Object.values(draft).flatMap(({ userId }) => userId ?? []);
  const right = { permission: pendingWork.settingsDraft, tenantId };
  const askers = await askersById(tx, [...new Set(userIds)], right);
  return (name) => {
    const asker = askers.get(draft[name]?.userId ?? 0);
    if (asker) return decideConfirming(name, { asker, person, now });
    // Nobody knows whether the person at the keyboard asked for it.
    return needsSecondPerson(name) ? refuse('asker-left', leftRefusal) : allow(null);
  };
}
