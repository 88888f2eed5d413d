import type { FlowStep } from '@kerb/domain/signing/guided-flow.ts';
import { isFinanced } from '@kerb/domain/vocabulary/value-lists.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import type { SignatoryRecord } from '@kerb/server/features/payers/payers.repository.ts';
import {
  agreementPaper,
  noPaper,
  otherAgreement,
  type PaperReading,
} from '@kerb/server/features/signing/agreement-paper.ts';

/** The key of the agreement that is presented for signing now; null if none is. */
export async function documentToSign(
  reading: PaperReading,
  agreement: AgreementRecord,
  signatories: readonly SignatoryRecord[],
): Promise<string | null> {
  if (agreement.status !== 'approved' || !isFinanced(agreement.financeOptionCode)) return null;
  const paper = await agreementPaper(reading, agreement, signatories).catch(noPaper);
  return paper?.key ?? null;
}

/** What a payer has reviewed, and which document they reviewed before signing. */
export type Review = { reviewed: FlowStep[]; documentKey: string | null };

const beforeSigning: readonly FlowStep[] = ['review-agreement', 'review-terms'];
const withoutSigning = (steps: readonly FlowStep[]): FlowStep[] =>
  steps.filter((step) => !beforeSigning.includes(step));

/** The steps that are still reviewed. A changed agreement is read again. */
export const reviewedOf = ({ reviewed, documentKey }: Review, toSign: string | null): FlowStep[] =>
  toSign === null || toSign === documentKey ? [...reviewed] : withoutSigning(reviewed);

type SentReview = { reviewed: readonly FlowStep[]; documentKey: string | undefined };

/** A page that was opened before the agreement changed shows the earlier one. */
export function refuseOtherReview({ reviewed, documentKey }: SentReview, toSign: string | null): void {
  const isOther = toSign !== null && documentKey !== undefined && documentKey !== toSign;
  if (isOther && reviewed.includes('review-agreement')) throw otherAgreement();
}

/**
 * The review to store. Reading the agreement is for the document as it is now. A client that does not say which one it
 * shows, and sends the later step too, has shown an earlier one: that review does not count.
 */
export function reviewToStore(stored: Review, sent: readonly FlowStep[], toSign: string | null): Review {
  const reviewed = [...new Set(sent)];
  if (toSign === null) return { reviewed, documentKey: stored.documentKey };
  if (stored.documentKey === toSign) return { reviewed, documentKey: toSign };
  const isStale = stored.documentKey !== null && reviewed.includes('review-terms');
  if (isStale) return { reviewed: withoutSigning(reviewed), documentKey: null };
  return { reviewed, documentKey: reviewed.includes('review-agreement') ? toSign : stored.documentKey };
}
