import { type AccessScope, accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { InboxItem, InboxSettings, UnreadCount } from '@kerb/domain/inbox/inbox.contract.ts';
import {
  type EmailChoice,
  type InboxKind,
  inboxPageSize,
  inboxWords,
  mostUnread,
  usualEmailChoice,
} from '@kerb/domain/inbox/inbox-kinds.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { inScope } from '@kerb/server/features/agreements/scope-sql.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** A notification about a campaign that the person no longer sees is not shown. */
const campaignsOf = (actor: Actor): AccessScope => must(accessScopeOf(actor, 'agreement.read'), 'scope of a reader');

/** Reads at most as many rows as it counts, from the index of the unread ones. */
export async function unreadOf(db: Database, actor: Actor): Promise<UnreadCount> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from notifications n join agreements a on a.id = n.agreement_id
      where n.user_id = ${actor.userId} and n.read_date is null and ${inScope(campaignsOf(actor))}
      limit ${sql.lit(mostUnread + 1)}) u`.execute(db);
  const { count } = must(rows[0], 'count of notifications');
  return { unread: Math.min(count, mostUnread), isMore: count > mostUnread };
}

type Row = {
  id: number;
  kind: InboxKind;
  createdDate: Moment;
  isRead: boolean;
  agreementId: number;
  tenantId: number;
  name: string;
  campaignBudgetFundsPurpose: FundsPurpose;
  hasActor: boolean;
  firstName: string;
  surname: string;
};

function itemOf({ brand, code }: CountryRules, row: Row): InboxItem {
  const { id, kind, createdDate, isRead, agreementId, tenantId, name, campaignBudgetFundsPurpose } = row;
  return {
    id,
    kind,
    text: inboxWords(kind, row.hasActor ? displayName(row) : null, brand),
    campaign: {
      id: agreementId,
      tenantId,
      name,
      flowNumber: flowNumber({ id: agreementId, campaignBudgetFundsPurpose }, code),
    },
    createdDate,
    isRead,
  };
}

type Asked = { before?: number | undefined; unread?: boolean | undefined };

export async function inboxOf(
  { db, country }: { db: Database; country: CountryRules },
  actor: Actor,
  { before, unread }: Asked,
): Promise<{ items: InboxItem[]; isMore: boolean }> {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.created_date, n.read_date is not null as is_read, a.id as agreement_id, a.tenant_id, a.name,
      a.campaign_budget_funds_purpose, n.actor_user_id is not null as has_actor, u.first_name, u.surname
    from notifications n join agreements a on a.id = n.agreement_id left join users u on u.id = n.actor_user_id
    where n.user_id = ${actor.userId} and ${inScope(campaignsOf(actor))}
      ${before === undefined ? sql`` : sql`and n.id < ${before}`} ${unread ? sql`and n.read_date is null` : sql``}
    order by n.id desc limit ${sql.lit(inboxPageSize + 1)}`.execute(db);
  return {
    items: rows.slice(0, inboxPageSize).map((row) => itemOf(country, row)),
    isMore: rows.length > inboxPageSize,
  };
}

export async function settingsOf(db: Database, userId: number): Promise<InboxSettings> {
  const row = await db
    .selectFrom('notificationSettings')
    .select('emails')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return { emails: (row?.emails as EmailChoice | undefined) ?? usualEmailChoice };
}
