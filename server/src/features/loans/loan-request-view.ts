import { type AccessScope, standingMay } from '@kerb/domain/access/access-scope.ts';
import { isOwnRecord } from '@kerb/domain/access/actor.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { decideRepayment } from '@kerb/domain/loan-books/repayments.ts';
import { loanDates } from '@kerb/domain/loans/loan-dates.ts';
import { loanRequestStateLabels } from '@kerb/domain/loans/loan-request-words.ts';
import type { LoanRequest, LoanRequests } from '@kerb/domain/loans/loan-requests.contract.ts';
import { decideAsking, extensionDays, type RequestedLoan, stateOfRequest } from '@kerb/domain/loans/loan-requests.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { standingTowards } from '@kerb/server/features/agreements/agreement-view.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { loanInScope } from '@kerb/server/features/loans/loan-access.ts';
import { todayOf } from '@kerb/server/features/loans/loan-facts.ts';
import {
  isOpenRequest,
  type RequestRecord,
  requestsOf,
  type SignatureOfRequest,
  signaturesOfRequests,
} from '@kerb/server/features/loans/loan-requests.repository.ts';
import { type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { WorkDeps } from '@kerb/server/platform/work.ts';

/** What is owed of the loan now, and its due day, for the rules of a request. */
export function requestedLoan(
  agreement: AgreementRecord,
  now: string,
  { country }: Pick<WorkDeps, 'country'>,
): RequestedLoan {
  const today = todayOf(agreement, now);
  const isDrawn = agreement.campaignFinanceRepaidDate === null && decideRepayment(agreement, today, { today }).ok;
  return { isDrawn, owed: owedInLedger(agreement.books), due: loanDates(agreement, country).due };
}

export type Reading = {
  db: Database | Tx;
  settings: Pick<WorkDeps, 'country'>;
  scope: AccessScope;
  now: string;
};
type Shown = {
  agreement: AgreementRecord;
  payers: readonly PayerRecord[];
  signatures: readonly SignatureOfRequest[];
};

const evidenceView = ({ requestId, signatoryId, signatureDate, ...evidence }: SignatureOfRequest) => evidence;

function requestView({ scope, now }: Reading, shown: Shown, request: RequestRecord): LoanRequest {
  const { agreement, payers, signatures } = shown;
  const standing = standingTowards(scope.actor, agreement);
  const asker = payers.find(({ id }) => id === request.signatoryId);
  const isAdmin = standingMay(standing, 'loan.answer');
  const seesWords = isAdmin || (asker !== undefined && isOwnRecord(scope.actor, asker));
  const state = stateOfRequest({
    outcome: request.outcome,
    isInForce: request.signedDate !== null,
    isEnded: request.endedDate !== null,
  });
  const signed = payers.map((payer) => {
    const signature = signatures.find((each) => each.requestId === request.id && each.signatoryId === payer.id);
    return {
      signatory: payer.id,
      displayName: displayName(payer),
      isOwn: isOwnRecord(scope.actor, payer),
      signatureDate: signature?.signatureDate ?? null,
      evidence: isAdmin && signature ? evidenceView(signature) : null,
    };
  });
  return {
    id: request.id,
    kind: request.kind,
    state,
    stateLabel: loanRequestStateLabels[state],
    askedBy: asker ? displayName(asker) : 'A payer',
    askedDate: request.askedDate,
    wishedDate: request.wishedDate,
    reason: seesWords ? request.reason : null,
    canPay: seesWords ? request.canPay : null,
    answerBy: request.answerBy,
    isLate: state === 'waiting' && dayIn(agreement.tenantTimeZone, now) > request.answerBy,
    answer: request.answer,
    answeredDate: request.answeredDate,
    earlierDueDate: request.earlierDueDate,
    newDueDate: request.newDueDate,
    signatures: request.outcome === 'granted' ? signed : [],
    mayAnswer: isAdmin && state === 'waiting',
    maySign: state === 'to-sign' && signed.some(({ isOwn, signatureDate }) => isOwn && signatureDate === null),
    href: request.facts === null ? null : `/v1/agreements/${agreement.id}/loan-requests/${request.id}/pdf`,
  };
}

export async function requestsView(reading: Reading, agreement: AgreementRecord): Promise<LoanRequests> {
  const { db, settings, scope, now } = reading;
  const [requests, signatures] = [await requestsOf(db, agreement.id), await signaturesOfRequests(db, agreement.id)];
  const payers = await payersOf(db, agreement.id);
  const shown = { agreement, payers, signatures };
  const loan = requestedLoan(agreement, now, settings);
  const { earliest, latest } = extensionDays(loan, todayOf(agreement, now));
  const standing = standingTowards(scope.actor, agreement);
  const isOpen = decideAsking(loan, { isWaiting: requests.some(isOpenRequest) }).ok && earliest <= latest;
  return {
    items: requests.map((request) => requestView(reading, shown, request)),
    mayAsk: isOpen && standingMay(standing, 'loan.ask'),
    earliestDate: earliest,
    latestDate: latest,
    payers: standingMay(standing, 'loan.answer')
      ? payers.map((payer) => ({ id: payer.id, displayName: displayName(payer) }))
      : [],
  };
}

export const readLoanRequests = async (reading: Reading, id: number): Promise<LoanRequests> =>
  requestsView(reading, await loanInScope(reading.db, reading.scope, id));
