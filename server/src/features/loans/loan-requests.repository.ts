import type { Day, Moment } from '@kerb/domain/kernel/dates.ts';
import type { LoanRequestKind } from '@kerb/domain/loans/loan-request-words.ts';
import type { LetterEvidence } from '@kerb/domain/loans/loan-requests.contract.ts';
import type { VariationFacts } from '@kerb/domain/loans/variation-facts.ts';
import type { AuthorisationMethod } from '@kerb/domain/signing/signing-rules.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

export type RequestRecord = {
  id: number;
  agreementId: number;
  signatoryId: number | null;
  kind: LoanRequestKind;
  reason: string;
  canPay: string;
  wishedDate: Day;
  askedDate: Moment;
  answerBy: Day;
  outcome: 'granted' | 'declined' | null;
  answer: string | null;
  answeredDate: Moment | null;
  earlierDueDate: Day | null;
  newDueDate: Day | null;
  facts: VariationFacts | null;
  documentKey: string | null;
  signedDate: Moment | null;
  endedDate: Moment | null;
};

// biome-ignore format: a list
const columns = [
  'id', 'agreementId', 'signatoryId', 'kind', 'reason', 'canPay', 'wishedDate', 'askedDate', 'answerBy', 'outcome',
  'answer', 'answeredDate', 'earlierDueDate', 'newDueDate', 'facts', 'documentKey', 'signedDate', 'endedDate',
] as const;

/** Newest first. */
export const requestsOf = (db: Database | Tx, agreementId: number): Promise<RequestRecord[]> =>
  db
    .selectFrom('loanRequests')
    .select(columns)
    .where('agreementId', '=', agreementId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute() as Promise<RequestRecord[]>;

/** A request that is not finished: not declined, not signed by all, and not ended. */
export const isOpenRequest = ({ outcome, signedDate, endedDate }: RequestRecord): boolean =>
  outcome !== 'declined' && signedDate === null && endedDate === null;

export async function findRequest(db: Database | Tx, agreementId: number, id: number): Promise<RequestRecord | null> {
  const row = await db
    .selectFrom('loanRequests')
    .select(columns)
    .where((of) => of.and({ agreementId, id }))
    .executeTakeFirst();
  return (row as RequestRecord | undefined) ?? null;
}

export type SignatureOfRequest = LetterEvidence & { requestId: number; signatoryId: number; signatureDate: Moment };

export const signaturesOfRequests = (db: Database | Tx, agreementId: number): Promise<SignatureOfRequest[]> =>
  db
    .selectFrom('loanRequestSignatures as s')
    .innerJoin('loanRequests as r', 'r.id', 's.requestId')
    .select(['s.requestId', 's.signatoryId', 's.signatureDate', 's.authorisationType as codeSentBy', 's.documentKey'])
    .select([
      's.legalName',
      's.emailAddress',
      's.mobilePhone',
      's.localTime',
      's.consent',
      's.ipAddress',
      's.userAgent',
    ])
    .where('r.agreementId', '=', agreementId)
    .orderBy('s.signatureDate')
    .execute();

type NewRequest = Pick<
  RequestRecord,
  'agreementId' | 'signatoryId' | 'kind' | 'reason' | 'canPay' | 'wishedDate' | 'answerBy'
>;

export async function insertRequest(work: Work, request: NewRequest): Promise<number> {
  const { id } = await work.tx
    .insertInto('loanRequests')
    .values({ ...request, askedDate: work.now, askedByUserId: work.actor?.userId ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type Answered = { outcome: 'granted' | 'declined'; answer: string | null } & Partial<
  Pick<RequestRecord, 'earlierDueDate' | 'newDueDate' | 'documentKey'> & { facts: VariationFacts }
>;

export const answerRequest = (work: Work, id: number, { facts, ...answered }: Answered) =>
  work.tx
    .updateTable('loanRequests')
    .set({
      ...answered,
      ...(facts && { facts: JSON.stringify(facts) }),
      answeredDate: work.now,
      answeredByUserId: work.actor?.userId ?? null,
    })
    .where('id', '=', id)
    .execute();

type NewSignature = {
  requestId: number;
  signatoryId: number;
  authorisationType: AuthorisationMethod;
  documentKey: string;
  legalName: string;
  emailAddress: string;
  mobilePhone: string | null;
  contactVerifiedDate: Moment | null;
  localTime: string;
  consent: string;
  ipAddress: string | null;
  userAgent: string | null;
  signInId: number | null;
};

export const insertSignature = (work: Work, signature: NewSignature) =>
  work.tx
    .insertInto('loanRequestSignatures')
    .values({ ...signature, signatureDate: work.now, signingUserId: work.actor?.userId ?? null })
    .execute();

/** The database refuses it unless every payer has signed. */
export const markSigned = ({ tx, now }: Work, id: number) =>
  tx.updateTable('loanRequests').set({ signedDate: now }).where('id', '=', id).execute();
