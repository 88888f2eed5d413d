import type { Actor } from '@kerb/domain/access/actor.ts';
import { shownOfPayer } from '@kerb/domain/payers/payer-details.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { paymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { sql } from 'kysely';

export type PayerRecord = {
  id: number;
  agreementId: number;
  userId: number;
  firstName: string;
  surname: string;
  emailAddress: string;
  mobilePhone: string | null;
  sentDate: string | null;
  signatureDate: string | null;
  linkVersion: number | null;
  delivery: NonNullable<Payer['delivery']> | null;
  deliveryReason: string | null;
};

/** Includes the outcome of the latest e-mail to each. Sorted by name, as every list of payers. */
async function selectPayers(db: Database | Tx, agreementId: number, payerId: number | null): Promise<PayerRecord[]> {
  const { rows } = await sql<PayerRecord>`
    select p.id, p.agreement_id, p.user_id, p.first_name, p.surname, p.email_address, p.mobile_phone, p.sent_date,
      p.signature_date, case when p.payment_link_hash is null then null else p.payment_link_version end as link_version,
      m.state as delivery, m.reason as delivery_reason
    from signatories p
    left join lateral (
      select state, reason from messages where signatory_id = p.id and channel = 'email' order by id desc limit 1
    ) m on true
    where p.agreement_id = ${agreementId} and (${payerId}::bigint is null or p.id = ${payerId})
    order by lower(p.first_name), lower(p.surname), p.id`.execute(db);
  return rows;
}

export const payersOf = (db: Database | Tx, agreementId: number) => selectPayers(db, agreementId, null);

export async function findPayer(db: Database | Tx, agreementId: number, payerId: number): Promise<PayerRecord | null> {
  const [payer] = await selectPayers(db, agreementId, payerId);
  return payer ?? null;
}

/** A payer sees their own details, and only the name and signature of the others. */
export function payerView(deps: Pick<Deps, 'config' | 'secrets'>, payer: PayerRecord, actor: Actor): Payer {
  const shared = {
    id: payer.id,
    href: `/v2/campaigns/${payer.agreementId}/vendors/${payer.id}`,
    displayName: displayName(payer),
    signatureDate: payer.signatureDate,
  };
  const shown = shownOfPayer(actor, payer);
  if (shown === 'name') return shared;
  const own = {
    ...shared,
    firstName: payer.firstName,
    surname: payer.surname,
    emailAddress: payer.emailAddress,
    mobilePhone: payer.mobilePhone,
    userHref: `/v1/users/${payer.userId}`,
  };
  if (shown === 'details') return own;
  const { linkVersion } = payer;
  return {
    ...own,
    sentDate: payer.sentDate,
    delivery: payer.delivery ?? 'not-sent',
    deliveryReason: payer.deliveryReason,
    paymentUrl: linkVersion === null ? null : paymentUrl(deps, { id: payer.id, version: linkVersion }),
  };
}
