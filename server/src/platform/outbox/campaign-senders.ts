import { writtenPhone } from '@kerb/domain/kernel/phone.ts';
import { type CampaignContact, type Sender, senderOf } from '@kerb/domain/notifications/sender.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

export type CampaignSender = CampaignContact & { agentEmail: string | null; smsSenderName: string | null };

/**
 * Who writes to the payers of these campaigns: the contact that the campaign names, else the agent to whom it is
 * assigned. The mobile of that agent is used only if no other person is the contact.
 */
export async function campaignSenders(
  db: Database | Tx,
  agreementIds: readonly number[],
): Promise<Map<number, CampaignSender>> {
  const { rows } = await sql<CampaignSender & { id: number }>`
    select a.id, t.name as organisation, t.billing_address ->> 'phone' as organisation_phone, t.sms_sender_name,
      case when c.is_named then a.agent_first_name else u.first_name end as agent_first_name,
      case when c.is_named then a.agent_surname else u.surname end as agent_surname,
      case when c.is_named then a.agent_email else u.email_address end as agent_email,
      coalesce(a.agent_phone, case when not c.is_named or c.is_assigned then u.mobile_phone end) as agent_phone
    from agreements a
    join tenants t on t.id = a.tenant_id
    left join users u on u.id = a.agent_user_id and u.disabled_date is null
    cross join lateral (select a.agent_first_name is not null as is_named,
      lower(a.agent_email) is not distinct from lower(u.email_address) as is_assigned) c
    where a.id = any(${agreementIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...sender }) => [id, sender]));
}

type Ours = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'>;

/** What every message to a payer says of us. */
export const ourContact = ({ country, config }: Pick<WorkDeps, 'country' | 'config'>): Ours => ({
  brand: country.brand,
  supportPhone: country.supportPhone,
  checkUrl: `${config.publicUrl}/check`,
});

/** Who writes to the payers of a campaign, and whom they can call. */
export async function payerSender(
  { tx, deps }: { tx: Database | Tx; deps: Pick<WorkDeps, 'country' | 'config'> },
  agreementId: number,
): Promise<Sender> {
  const found = (await campaignSenders(tx, [agreementId])).get(agreementId);
  if (!found) throw new Error(`campaign ${agreementId} has no organisation`);
  const written = (phone: string | null) => (phone ? writtenPhone(phone, deps.country) : null);
  return senderOf(
    { ...found, agentPhone: written(found.agentPhone), organisationPhone: written(found.organisationPhone) },
    ourContact(deps),
  );
}
