import { isPayer, type Role } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { centsFromDecimal } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { PersonalFile } from '@kerb/domain/privacy/personal-file.contract.ts';
import { personalFileParts } from '@kerb/domain/privacy/personal-file.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import { campaignsOf, documentsOf, type Reading, type Whose } from '@kerb/server/features/privacy/payer-file.ts';
import { openValues, type StoredValues } from '@kerb/server/platform/privacy/log-values.ts';
import { sql } from 'kysely';

type Profile = NonNullable<PersonalFile['profile']>;

async function profileOf({ db }: Reading, userId: number): Promise<Profile> {
  const { rows } = await sql<Omit<Profile, 'contactDetails' | 'passkeys'>>`
    select u.first_name, u.surname, u.email_address, u.mobile_phone, u.job_title, u.created_date,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_date is not null)
        or exists (select from passkeys p where p.user_id = u.id) as has_two_step_login
    from users u where u.id = ${userId}`.execute(db);
  const { rows: contactDetails } = await sql<Profile['contactDetails'][number]>`
    select type, name, concat_ws(', ', address, address2, address3) as address, city, postal_code,
      coalesce(mobile_phone, phone) as phone
    from contact_details where user_id = ${userId} and delete_date is null order by id`.execute(db);
  const { rows: passkeys } = await sql<Profile['passkeys'][number]>`
    select name, created_date, last_used_date from passkeys where user_id = ${userId} order by id`.execute(db);
  return { ...must(rows[0], `user ${userId}`), passkeys, contactDetails };
}

async function organisationsOf({ db }: Reading, userId: number): Promise<PersonalFile['organisations']> {
  const { rows } = await sql<PersonalFile['organisations'][number]>`
    select t.name, m.tenant_user_type as role, m.receives_all_agent_notices, m.receives_billing_email_notices
    from tenant_users m join tenants t on t.id = m.tenant_id where m.user_id = ${userId} order by t.name`.execute(db);
  return rows;
}

async function signInsOf({ db }: Reading, { userId, payerIds, isAccount }: Whose): Promise<PersonalFile['signIns']> {
  const ofPayer = sql`s.signatory_id = any(${payerIds}::bigint[])`;
  const { rows } = await sql<PersonalFile['signIns'][number]>`
    select s.created_date, s.last_used_date, s.ended_date, s.ip_address, s.user_agent as browser,
      s.signatory_id is not null as by_payment_url
    from sign_ins s where ${isAccount ? sql`s.user_id = ${userId}` : ofPayer} and s.opened_by_user_id is null
    order by s.id desc limit 1000`.execute(db);
  return rows;
}

async function viewsOf({ db }: Reading, userId: number): Promise<PersonalFile['savedViews']> {
  const { rows } = await sql<PersonalFile['savedViews'][number]>`
    select v.list, v.name from (
      select 1 as kind, id, list, name from list_views where user_id = ${userId}
      union all select 2, id, 'referrals', name from shared_views where shared_by_user_id = ${userId}) v
    order by v.kind, v.id`.execute(db);
  return rows;
}

type CommentRow = { role: Role; id: number; campaignBudgetFundsPurpose: FundsPurpose; date: Moment; text: string };

/** What a member of staff wrote. A payer has written none, and is never shown those of others. */
async function commentsOf({ db, country }: Reading, userId: number): Promise<PersonalFile['comments']> {
  const { rows } = await sql<CommentRow>`
    select u.role, a.id, a.campaign_budget_funds_purpose, c.created_date as date, c.body as text
    from comments c join agreements a on a.id = c.agreement_id join users u on u.id = c.author_user_id
    where c.author_user_id = ${userId} and c.removed_date is null
    order by c.id desc limit 5000`.execute(db);
  return rows
    .filter(({ role }) => !isPayer(role))
    .map(({ date, text, ...campaign }) => ({ flowNumber: flowNumber(campaign, country.code), date, text }));
}

type PaymentRow = Omit<PersonalFile['payments'][number], 'flowNumber' | 'amount' | 'surcharge'> & {
  id: number;
  campaignBudgetFundsPurpose: FundsPurpose;
  amount: string;
  surcharge: string;
};

async function paymentsOf(
  { db, country }: Reading,
  { userId, agreementIds }: Whose,
): Promise<PersonalFile['payments']> {
  const { rows } = await sql<PaymentRow>`
    select a.id, a.campaign_budget_funds_purpose, y.created_date as date, y.method, y.status, y.amount, y.surcharge,
      y.card_scheme, y.card_last4, y.receipt_email
    from payments y join agreements a on a.id = y.agreement_id
    where y.created_by_user_id = ${userId} and y.agreement_id = any(${agreementIds}::bigint[]) order by y.id`.execute(
    db,
  );
  return rows.map(({ id, campaignBudgetFundsPurpose, amount, surcharge, ...row }) => ({
    ...row,
    flowNumber: flowNumber({ id, campaignBudgetFundsPurpose }, country.code),
    amount: centsFromDecimal(amount),
    surcharge: centsFromDecimal(surcharge),
  }));
}

async function messagesOf({ db }: Reading, { userId, payerIds, isAccount }: Whose): Promise<PersonalFile['messages']> {
  const ofPayer = sql`m.signatory_id = any(${payerIds}::bigint[])`;
  const { rows } = await sql<PersonalFile['messages'][number]>`
    select m.created_date as date, m.channel, m.recipient, m.subject, m.body from messages m
    where ${isAccount ? sql`(m.user_id = ${userId} or ${ofPayer})` : ofPayer} order by m.id desc limit 5000`.execute(
    db,
  );
  return rows;
}

type LogRow = StoredValues & { date: Moment; description: string };

/** What was done about the person. Who did it is left out: that is about others. */
async function logOf({ db, secrets }: Reading, { userId, payerIds, isAccount }: Whose): Promise<PersonalFile['log']> {
  const ofKeys = sql`e.data_key_id in (
    select k.id from data_keys k where k.subject_kind = 'payer' and k.subject_id = any(${payerIds}::bigint[])
    ${isAccount ? sql`or k.subject_kind = 'user' and k.subject_id = ${userId}` : sql``})`;
  const { rows } = await sql<LogRow>`
    select e.date, e.description, e.user_name, e.log_data::text as log_data, e.sealed_data, e.data_key_id
    from log_entries e
    where ${isAccount ? sql`(e.target_user_id = ${userId} or ${ofKeys})` : ofKeys}
    order by e.id desc limit 5000`.execute(db);
  const entries = await openValues(db, secrets, rows);
  return entries.map(({ date, description, logData }) => ({ date, description, values: JSON.parse(logData) }));
}

/** Everything that is held about a person: as the owner of an account, or as a payer of one campaign. */
export async function personalFileOf(
  reading: Reading & { country: CountryRules },
  whose: Whose,
  madeDate: Moment,
): Promise<PersonalFile> {
  const { userId, isAccount } = whose;
  return {
    product: reading.country.brand,
    madeDate,
    about: personalFileParts,
    profile: isAccount ? await profileOf(reading, userId) : null,
    organisations: isAccount ? await organisationsOf(reading, userId) : [],
    signIns: await signInsOf(reading, whose),
    savedViews: isAccount ? await viewsOf(reading, userId) : [],
    comments: isAccount ? await commentsOf(reading, userId) : [],
    campaigns: await campaignsOf(reading, whose),
    documents: await documentsOf(reading, whose),
    payments: await paymentsOf(reading, whose),
    messages: await messagesOf(reading, whose),
    log: await logOf(reading, whose),
  };
}
