import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { erasedName } from '@kerb/domain/privacy/erasure.ts';
import { blankComments } from '@kerb/server/features/privacy/erase-comments.ts';
import { erasePayerAccount } from '@kerb/server/features/privacy/erase-user.ts';
import { dropDataKey } from '@kerb/server/platform/privacy/data-keys.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Removed = {
  id: number;
  role: Role;
  payerName: string;
  surname: string;
  emailAddress: string;
  hasPassword: boolean;
};

/** Replaces the payer's name in the name of the campaign. */
export async function renameCampaign(
  { tx, now }: Work,
  { agreementId, payerName, surname }: { agreementId: number; payerName: string; surname: string },
): Promise<void> {
  const { firstName, surname: word } = erasedName;
  await sql`
    update agreements
    set name = replace(replace(name, ${payerName}, ${`${firstName} ${word}`}), ${surname}, ${word}),
      last_update_date = ${now}
    where id = ${agreementId} and strpos(name, ${surname}) > 0`.execute(tx);
}

/** People who were payers of the campaign and were removed from it. The log names their accounts. */
async function removedPayers({ tx }: Work, agreementId: number): Promise<Removed[]> {
  const { rows } = await sql<Removed>`
    select distinct u.id, u.role, concat(u.first_name, ' ', u.surname) as payer_name, u.surname, u.email_address,
      exists (select from credentials c where c.user_id = u.id and c.type = 'logon') as has_password
    from log_entries e join users u on u.id = e.target_user_id
    where e.target_agreement_id = ${agreementId} and e.activity_code = 'signatory_delete' and u.closed_date is null
      and not exists (select from signatories p where p.agreement_id = ${agreementId} and p.user_id = u.id)`.execute(
    tx,
  );
  return rows.filter(({ role }) => isPayer(role));
}

/** Blanks the messages about the campaign to the removed payer, and those to others that name the payer. */
async function blankMessages({ tx }: Work, agreementId: number, removed: Removed): Promise<void> {
  const { id, surname, emailAddress } = removed;
  const text = sql`concat(subject, ' ', body)`;
  await sql`
    update messages set recipient = 'erased@erased.invalid', subject = null, body = '', sealed_secrets = null,
      state = case when state in ('queued', 'held') then 'failed' else state end
    where agreement_id = ${agreementId} and signatory_id is null
      and (user_id = ${id} or lower(recipient) = lower(${emailAddress}))`.execute(tx);
  await sql`
    update messages set subject = null, body = ''
    where agreement_id = ${agreementId}
      and (strpos(${text}, ${surname}) > 0 or strpos(lower(${text}), lower(${emailAddress})) > 0)`.execute(tx);
}

/**
 * Everything that was sent to payers of the campaign. None of them is left, so it needs no account or record: a payer
 * whom an earlier release removed has none, and a removed payer who is a team member keeps the account.
 */
async function blankPayersMessages({ tx }: Work, agreementId: number): Promise<void> {
  await sql`
    update messages set recipient = 'erased@erased.invalid', subject = null, body = '', sealed_secrets = null,
      state = case when state in ('queued', 'held') then 'failed' else state end
    where agreement_id = ${agreementId} and audience = 'vendor' and signatory_id is null`.execute(tx);
}

/**
 * Erases the payers who were removed from a campaign, together with its last payer, because nobody can ask for them any
 * more. Their account is erased if it has no password and no other campaign. Returns the number of erased accounts.
 */
export async function eraseRemovedPayers(work: Work, agreementId: number): Promise<number> {
  const { rows: left } = await sql`
    select from signatories where agreement_id = ${agreementId} and erased_date is null limit 1`.execute(work.tx);
  if (left.length > 0) return 0;
  await blankPayersMessages(work, agreementId);
  await blankComments(work, agreementId);
  let accounts = 0;
  for (const removed of await removedPayers(work, agreementId)) {
    await blankMessages(work, agreementId, removed);
    await renameCampaign(work, { ...removed, agreementId });
    if (!removed.hasPassword) accounts += await erasePayerAccount(work, removed.id);
  }
  const { rows: keys } = await sql<{ id: number }>`
    select distinct k.subject_id as id from log_entries e join data_keys k on k.id = e.data_key_id
    where e.target_agreement_id = ${agreementId} and k.subject_kind = 'payer'`.execute(work.tx);
  for (const { id } of keys) await dropDataKey(work.tx, { kind: 'payer', id });
  return accounts;
}
