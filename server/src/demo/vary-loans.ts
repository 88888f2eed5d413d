import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { addDays, type Day, dayIn } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { storeAnswer, storeRequest } from '@kerb/server/features/loans/ask-loan-request.ts';
import { findRequest, requestsOf } from '@kerb/server/features/loans/loan-requests.repository.ts';
import { storeSignature } from '@kerb/server/features/loans/sign-variation.ts';
import { payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Owed = { id: number; due: Day };

/** The Pay Later loans that are due soonest, of those that are not late. */
async function owedLoans({ tx, now, deps }: Work): Promise<Owed[]> {
  const today = dayIn(deps.country.defaultTimeZone, now);
  const { rows } = await sql<Owed>`
    select l.agreement_id as id, l.due_date as due from loan_accounts l join agreements a on a.id = l.agreement_id
    where l.is_owed and a.finance_option_code = 'pl' and a.campaign_finance_repaid_date is null
      and l.due_date between ${today}::date + 2 and ${today}::date + 300
    order by l.due_date, l.agreement_id limit 2`.execute(tx);
  return rows;
}

const scopeOf = (actor: Actor) => must(accessScopeOf(actor, 'loan.answer'), 'scope of an admin');

/** An admin writes down what a payer said on the phone. Returns the number of the request. */
async function askByPhone(work: Work, actor: Actor, { id, due }: Owed, words: { reason: string; canPay: string }) {
  const [payer] = await payersOf(work.tx, id);
  const signatoryId = must(payer, `payer of campaign ${id}`).id;
  const body = { kind: 'hardship' as const, ...words, wishedDate: addDays(due, 60), signatoryId };
  const request = { scope: scopeOf(actor), id, body };
  await storeRequest({ ...work, actor }, request);
  return must((await requestsOf(work.tx, id))[0], 'request').id;
}

/** Another admin grants it, and every payer signs the letter. */
async function grantAndSign(work: Work, actor: Actor, { id, due }: Owed, requestId: number): Promise<void> {
  const body = { outcome: 'granted' as const, newDueDate: addDays(due, 45), answer: 'We wish you a quick recovery.' };
  const asAdmin = { ...work, actor };
  const agreement = await storeAnswer(asAdmin, { scope: scopeOf(actor), id, requestId, body });
  const request = must(await findRequest(work.tx, id, requestId), `request ${requestId}`);
  const documentKey = must(request.documentKey, `letter of request ${requestId}`);
  for (const payer of await payersOf(work.tx, id)) {
    const userId = must(payer.userId, `user of payer ${payer.id}`);
    const signer: Actor = { userId, displayName: displayName(payer), role: 'vendor', memberships: [] };
    const letter = { agreement, request: { ...request, documentKey } };
    const from = { ipAddress: '203.0.113.7', userAgent: null, signInId: null };
    const signature = { ...letter, signatory: payer, method: 'email' as const, from };
    await storeSignature({ ...work, actor: signer }, signature);
  }
}

/** One payer waits for an answer, and another has got more time by a letter. */
export async function varyLoans(work: Work, { actors }: DemoRecords): Promise<void> {
  const [first, second] = ['admin@example.com', 'admin.two@example.com'].map((address) =>
    must(actors.get(address), `${address} of the demo`),
  );
  const [admin, other] = [must(first, 'first admin'), must(second, 'second admin')];
  const [varied, asked] = await owedLoans(work);
  if (varied) {
    const words = { reason: 'I was in hospital, and the sale had to wait.', canPay: 'All of it once it is sold.' };
    await grantAndSign(work, other, varied, await askByPhone(work, admin, varied, words));
  }
  if (asked) {
    const words = { reason: 'I lost my job in spring.', canPay: '200 dollars a week from next month.' };
    await askByPhone(work, admin, asked, words);
  }
}
