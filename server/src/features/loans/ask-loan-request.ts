import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { fieldError } from '@kerb/domain/kernel/decision.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { loanOf } from '@kerb/domain/loans/loan-figures.ts';
import type { LoanRequestAnswer, LoanRequests, NewLoanRequest } from '@kerb/domain/loans/loan-requests.contract.ts';
import { answerBy, decideGrant, decideRequest, requestAnswered } from '@kerb/domain/loans/loan-requests.ts';
import type { VariationFacts } from '@kerb/domain/loans/variation-facts.ts';
import {
  requestAskedNotice,
  requestDeclinedMail,
  requestGrantedMail,
  requestReceivedMail,
} from '@kerb/domain/notifications/loan-request-messages.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { lockLoan } from '@kerb/server/features/loans/loan-access.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import { requestedLoan, requestsView } from '@kerb/server/features/loans/loan-request-view.ts';
import {
  answerRequest,
  findRequest,
  insertRequest,
  isOpenRequest,
  requestsOf,
} from '@kerb/server/features/loans/loan-requests.repository.ts';
import { addressOf } from '@kerb/server/features/loans/loans.repository.ts';
import { noticeFacts, tellPayer, tellPayers } from '@kerb/server/features/loans/tell-of-request.ts';
import { keyOfVariation } from '@kerb/server/features/loans/variation-letter.ts';
import { type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { record } from '@kerb/server/platform/audit.ts';
import type { Once } from '@kerb/server/platform/http/idempotency.ts';
import type { StoredAnswer } from '@kerb/server/platform/http/stored-answer.ts';
import { invalid, mustAllow, notFound, Problem } from '@kerb/server/platform/problems/problem.ts';
import { tellAdmins } from '@kerb/server/platform/second-person/tell-admins.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type Asked<Body> = { scope: AccessScope; id: number; body: Body };
export type Request<Body> = Asked<Body> & { once: Once<LoanRequests> };

export const answerWith = async (
  work: Work,
  { scope, once }: Request<unknown>,
  agreement: AgreementRecord,
): Promise<StoredAnswer> => {
  const reading = { db: work.tx, settings: work.deps, scope, now: work.now };
  return once.settle(work.tx, await requestsView(reading, agreement));
};

/** The payer who asks: the actor's own record, or the one that an admin names. */
function askerOf(payers: readonly PayerRecord[], { scope, body }: Asked<NewLoanRequest>): PayerRecord {
  const own = payers.find((payer) => isOwnRecord(scope.actor, payer));
  const named = scope.everything ? payers.find(({ id }) => id === body.signatoryId) : undefined;
  const asker = own ?? named;
  if (!asker) throw invalid(fieldError('signatoryId', 'notValid', 'Choose the payer who asked.'));
  return asker;
}

const about = ({ id, tenantId }: AgreementRecord) => ({
  activityCode: 'campaign_update' as const,
  agreementId: id,
  tenantId,
});

/** A payer asks for more time, or tells of hardship. The payer gets an acknowledgement, and the admins are told. */
export async function storeRequest(work: Work, request: Asked<NewLoanRequest>): Promise<AgreementRecord> {
  const { scope, id, body } = request;
  const agreement = await lockLoan(work.tx, scope, id);
  const { country } = work.deps;
  const today = todayOf(agreement, work.now);
  const asker = askerOf(await payersOf(work.tx, id), request);
  const isWaiting = (await requestsOf(work.tx, id)).some(isOpenRequest);
  const loan = requestedLoan(agreement, work.now, work.deps);
  mustAllow(decideRequest(loan, body.wishedDate, { today, locale: country.locale, isWaiting }));
  const { kind, reason, canPay, wishedDate } = body;
  const by = answerBy(today, country);
  const requestId = await insertRequest(work, {
    ...{ agreementId: id, signatoryId: asker.id, kind, reason, canPay, wishedDate, answerBy: by },
  });
  await record(work, {
    ...about(agreement),
    description: 'Other terms of the loan asked for',
    data: { request: requestId, kind, wishedDate, answerBy: by },
  });
  const occasion = `loan-request:${requestId}:asked`;
  await tellPayer(work, { agreement, payer: asker, occasion }, (facts) =>
    requestReceivedMail({ ...facts, answerBy: by }),
  );
  await tellAdmins(work, requestAskedNotice({ ...noticeFacts(work, agreement), answerBy: by }));
  return agreement;
}

export const askForTerms = async (work: Work, request: Request<NewLoanRequest>): Promise<StoredAnswer> =>
  answerWith(work, request, await storeRequest(work, request));

async function factsOf(work: Work, agreement: AgreementRecord, newDueDate: string): Promise<VariationFacts> {
  const { country } = work.deps;
  const loan = requestedLoan(agreement, work.now, work.deps);
  return {
    flowNumber: flowNumber(agreement, country.code),
    property: await addressOf(work.tx, agreement, country),
    organisation: agreement.tenantName,
    borrowers: (await payersOf(work.tx, agreement.id)).map(displayName),
    grantedDate: todayOf(agreement, work.now),
    earlierDueDate: must(loan.due, 'due day of a loan with a request'),
    newDueDate,
    owed: loan.owed,
    interestRateBasisPoints: loanOf(agreement)?.interestRateBasisPoints ?? 0,
  };
}

async function grant(work: Work, agreement: AgreementRecord, requestId: number, body: LoanRequestAnswer) {
  const { country } = work.deps;
  const known = { today: todayOf(agreement, work.now), locale: country.locale };
  if (!body.newDueDate) throw invalid(fieldError('newDueDate', 'notValid', 'Enter the new due date.'));
  const newDueDate = mustAllow(decideGrant(requestedLoan(agreement, work.now, work.deps), body.newDueDate, known));
  const facts = await factsOf(work, agreement, newDueDate);
  const { earlierDueDate } = facts;
  const [answer, documentKey] = [body.answer || null, keyOfVariation(requestId, facts)];
  await answerRequest(work, requestId, {
    ...{ outcome: 'granted', answer, earlierDueDate, newDueDate, documentKey, facts },
  });
  await record(work, {
    ...about(agreement),
    description: 'Other terms of the loan granted',
    data: { request: requestId, earlierDueDate, newDueDate },
  });
  await tellPayers(work, { agreement, occasion: `loan-request:${requestId}:granted` }, (payer) =>
    requestGrantedMail({ ...payer, newDueDate, answer }),
  );
}

async function decline(work: Work, agreement: AgreementRecord, requestId: number, { answer }: LoanRequestAnswer) {
  if (!answer) throw invalid(fieldError('answer', 'notValid', 'Write why, for the payer.'));
  await answerRequest(work, requestId, { outcome: 'declined', answer });
  await record(work, {
    ...about(agreement),
    description: 'Other terms of the loan declined',
    data: { request: requestId },
  });
  await tellPayers(work, { agreement, occasion: `loan-request:${requestId}:declined` }, (payer) =>
    requestDeclinedMail({ ...payer, answer }),
  );
}

/** An admin grants a request with a new due day, which the payers then sign, or declines it with a reason. */
export async function storeAnswer(
  work: Work,
  { scope, id, requestId, body }: Asked<LoanRequestAnswer> & { requestId: number },
): Promise<AgreementRecord> {
  const agreement = await lockLoan(work.tx, scope, id);
  const found = await findRequest(work.tx, id, requestId);
  if (!found) throw notFound('request');
  if (found.outcome !== null || found.endedDate !== null) throw new Problem(409, 'request-answered', requestAnswered);
  if (body.outcome === 'granted') await grant(work, agreement, requestId, body);
  else await decline(work, agreement, requestId, body);
  return agreement;
}

export const answerTerms = async (
  work: Work,
  request: Request<LoanRequestAnswer> & { requestId: number },
): Promise<StoredAnswer> => answerWith(work, request, await storeAnswer(work, request));
