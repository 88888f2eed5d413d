import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { dayIn } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import {
  decideRepayment,
  decideSmallWriteOff,
  decideWriteOff,
  dividedSum,
  dividingMove,
} from '@kerb/domain/loan-books/repayments.ts';
import { runLoan } from '@kerb/domain/loans/loan-run.ts';
import { type AgreementRecord, lockAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { booksOf } from '@kerb/server/features/agreements/books.repository.ts';
import { followRepayments } from '@kerb/server/features/loan-books/follow-repayments.ts';
import { owedInLedger } from '@kerb/server/features/loan-books/owed-in-ledger.ts';
import { undivideReceipt } from '@kerb/server/features/loan-books/post-receipts.ts';
import { receiptsOf } from '@kerb/server/features/loan-books/receipts.repository.ts';
import { openAccount } from '@kerb/server/features/loan-books/record-repayment.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { postMoves } from '@kerb/server/features/payments/post-moves.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { mustAllow, Problem } from '@kerb/server/platform/problems/problem.ts';
import { askForSecond } from '@kerb/server/platform/second-person/pending-acts.ts';
import type { Work } from '@kerb/server/platform/work.ts';

type Wanted = {
  reason: string;
  decide: (owed: Cents) => Decision<Cents>;
  description: string;
  /** For the log, beside the amount and the reason. */
  data?: object;
};

/** Writes off all that is owed of a locked campaign's loan, dated today. The loan is then closed. */
async function writeOff(work: Work, agreement: AgreementRecord, { reason, decide, description, data }: Wanted) {
  const today = dayIn(agreement.tenantTimeZone, work.now);
  const loan = mustAllow(decideRepayment(agreement, today, { today }));
  await openAccount(work, agreement);
  const books = await booksOf(work.tx, agreement.id);
  const amount = mustAllow(decide(owedInLedger(books)));
  const written = (await receiptsOf(work.tx, agreement.id)).filter(({ kind }) => kind === 'write-off');
  await postMoves(work, {
    agreementId: agreement.id,
    event: 'write-off',
    key: `write-off:${agreement.id}:${books.version}`,
    line: `W${written.length + 1}`,
    day: today,
    moves: [dividingMove('writeOff', runLoan(loan, books.receipts, today), books)],
    description: reason,
  });
  await record(work, {
    activityCode: 'campaign_update',
    description,
    agreementId: agreement.id,
    tenantId: agreement.tenantId,
    data: { amount, reason, ...data },
  });
  await followRepayments(work, agreement.id);
}

/** Writes off a rest of less than a dollar of a locked campaign's loan. One admin is enough. */
export const writeOffRest = (work: Work, agreement: AgreementRecord, reason: string): Promise<void> =>
  writeOff(work, agreement, {
    reason,
    decide: (owed) => decideSmallWriteOff(owed, work.deps.country),
    description: 'Rest of the loan written off',
  });

/** Asks a second admin to write off the rest of a locked campaign's loan. Nothing changes before they confirm it. */
export async function askToWriteOff(work: Work, agreement: AgreementRecord, reason: string): Promise<void> {
  const { country } = work.deps;
  const today = dayIn(agreement.tenantTimeZone, work.now);
  mustAllow(decideRepayment(agreement, today, { today }));
  await openAccount(work, agreement);
  mustAllow(decideWriteOff(owedInLedger(await booksOf(work.tx, agreement.id)), country));
  const subjectName = flowNumber(agreement, country.code);
  await askForSecond(work, { kind: 'write-off', subjectId: agreement.id, subjectName, reason });
}

const anyRest = (owed: Cents): Decision<Cents> =>
  owed > 0 ? allow(owed) : refuse('nothing-owed', 'Nothing is owed for this loan any more. Refuse this request.');

type Confirmed = { id: number; subjectId: number; reason: string; askedByUserId: number };

/** Writes off what is owed on the day on which the second admin confirms it. */
export async function carryOutWriteOff(work: Work, act: Confirmed): Promise<void> {
  const agreement = must(await lockAgreement(work.tx, wholeScope, act.subjectId), `campaign ${act.subjectId}`);
  const data = { act: act.id, askedBy: act.askedByUserId };
  const description = 'Loan written off, with a second person';
  await writeOff(work, agreement, { reason: act.reason, decide: anyRest, description, data });
}

const notWrittenOff = 'Nothing of this loan is written off.';

/**
 * Reverses what was written off of a locked campaign's loan, by postings of their own. The loan is owed again from the
 * day on which it was written off, with its interest. Money that had recovered it repays it.
 */
export async function reverseWriteOff(work: Work, agreement: AgreementRecord, reason: string): Promise<void> {
  const { id, tenantId } = agreement;
  const receipts = await receiptsOf(work.tx, id);
  const written = receipts.filter(({ kind, divided }) => kind === 'write-off' && dividedSum(divided) > 0);
  if (written.length === 0) throw new Problem(409, 'not-written-off', notWrittenOff);
  const amount = written.reduce((sum, { divided }) => sum + dividedSum(divided), 0);
  // What was recovered comes first, so that what is written off is never below zero.
  const recovering = receipts.filter(({ isValid, divided }) => isValid && divided.recovered > 0);
  for (const receipt of [...recovering, ...written]) await undivideReceipt(work, id, receipt);
  await record(work, {
    activityCode: 'campaign_update',
    description: 'Write-off of the loan reversed',
    agreementId: id,
    tenantId,
    data: { amount, reason },
  });
  await followRepayments(work, id);
}
