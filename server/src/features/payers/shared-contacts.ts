import { rolesWith } from '@kerb/domain/access/access-scope.ts';
import type { SharedContact } from '@kerb/domain/payers/shared-contacts.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { sql } from 'kysely';

/** More names would not change what an admin does. */
const mostNames = 3;

type Row = Pick<SharedContact, 'field' | 'holder'> & { payerId: number; firstName: string; surname: string };

/**
 * People who have the same e-mail address or mobile as a payer of the campaign: members of its organisations, its
 * creator, admins, and payers with another name, in any campaign. By payer, in one statement. Payers with one e-mail
 * address have one user.
 */
export async function sharedContactsOf(db: Database | Tx, agreementId: number): Promise<Map<number, SharedContact[]>> {
  const { rows } = await sql<Row>`
    with payers as (
      select p.id, p.user_id, p.first_name, p.surname, p.email_address, p.mobile_phone, a.created_by_user_id,
        array[a.tenant_id, a.budget_owner_tenant_id] as tenant_ids
      from signatories p join agreements a on a.id = p.agreement_id where p.agreement_id = ${agreementId}
    ), holders as (
      select p.id as payer_id, 'emailAddress' as field, u.id as user_id, u.first_name, u.surname, u.role
      from payers p join users u on lower(u.email_address) = lower(p.email_address)
      union all
      select p.id, 'mobilePhone', u.id, u.first_name, u.surname, u.role
      from payers p join users u on u.mobile_phone = p.mobile_phone
      union all
      select p.id, 'emailAddress', null, o.first_name, o.surname, null
      from payers p join signatories o on o.user_id = p.user_id
        and lower(o.email_address) = lower(p.email_address) and o.erased_date is null
        and (lower(o.first_name), lower(o.surname)) <> (lower(p.first_name), lower(p.surname))
      union all
      select p.id, 'mobilePhone', null, o.first_name, o.surname, null
      from payers p join signatories o on o.mobile_phone = p.mobile_phone and o.erased_date is null
        and (lower(o.first_name), lower(o.surname)) <> (lower(p.first_name), lower(p.surname))
    ), named as (
      select h.payer_id, h.field, h.first_name, h.surname, case
          when h.role is null then 'payer'
          when exists (select from tenant_users m where m.user_id = h.user_id and m.tenant_id = any(p.tenant_ids))
            then 'team'
          when h.user_id = p.created_by_user_id then 'creator'
          when h.role = any(${rolesWith('agreement.sign')}::text[]) then 'admin' end as holder
      from holders h join payers p on p.id = h.payer_id
    )
    select distinct payer_id, field, holder, first_name, surname from named where holder is not null
    order by payer_id, field, holder desc, first_name, surname`.execute(db);
  const found = new Map<number, SharedContact[]>();
  for (const { payerId, field, holder, ...person } of rows) {
    const before = found.get(payerId) ?? [];
    const isFull = before.filter((other) => other.field === field && other.holder === holder).length >= mostNames;
    if (!isFull) found.set(payerId, [...before, { field, holder, name: displayName(person) }]);
  }
  return found;
}
