import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { decidePayerChange, duplicatePayerEmail } from '@kerb/domain/payers/payer-rules.ts';
import type { NewPayer } from '@kerb/domain/payers/payers.contract.ts';
import { parseMobile } from '@kerb/domain/payers/phone.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { invalid, mustAllow } from '@kerb/server/platform/http/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

function mobileOf(work: Work, typed: string | null | undefined, field: string): string | null {
  return typed ? mustAllow(parseMobile(typed, work.deps.country, field)) : null;
}

/** The account of this e-mail address, made where there is none. An account that exists is left as it is. */
async function findOrMakeUser(work: Work, payer: NewPayer, mobilePhone: string | null): Promise<number> {
  const made = await work.tx
    .insertInto('users')
    .values({
      emailAddress: payer.emailAddress,
      firstName: payer.firstName,
      surname: payer.surname,
      mobilePhone,
      jobTitle: null,
      role: 'vendor',
      disabledDate: null,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await record(work, { activityCode: 'user_create', userId: made.id, data: { role: 'vendor' } });
    return made.id;
  }
  const { id } = await work.tx
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(email_address)`, '=', payer.emailAddress.toLowerCase())
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a payer to a locked campaign. `field` goes before the names of fields in errors. */
export async function addPayerTo(work: Work, agreement: AgreementRecord, payer: NewPayer, field = ''): Promise<number> {
  mustAllow(decidePayerChange(agreement));
  const mobilePhone = mobileOf(work, payer.mobilePhone, `${field}mobilePhone`);
  const userId = await findOrMakeUser(work, payer, mobilePhone);
  const added = await work.tx
    .insertInto('signatories')
    .values({
      agreementId: agreement.id,
      userId,
      firstName: payer.firstName,
      surname: payer.surname,
      emailAddress: payer.emailAddress,
      mobilePhone,
      createdDate: work.now,
      lastUpdateDate: work.now,
    })
    .onConflict((conflict) => conflict.expression(sql`agreement_id, lower(email_address)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) throw invalid(fieldError(`${field}emailAddress`, 'conflictingValue', duplicatePayerEmail));
  await record(work, {
    activityCode: 'signatory_create',
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    userId,
    data: { firstName: payer.firstName, surname: payer.surname, emailAddress: payer.emailAddress, mobilePhone },
  });
  return added.id;
}
