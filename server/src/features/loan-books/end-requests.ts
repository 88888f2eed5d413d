import type { Tx } from '@kerb/server/platform/database/database.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const notEnded = (tx: Tx, agreementId: number) =>
  tx.updateTable('loanRequests').where('agreementId', '=', agreementId).where('endedDate', 'is', null);

/** A loan that is closed or cancelled needs no more time. */
export const endOpenRequests = ({ tx, now }: Work, agreementId: number) =>
  notEnded(tx, agreementId)
    .set({ endedDate: now })
    .where('signedDate', 'is', null)
    .where((request) => request.or([request('outcome', 'is', null), request('outcome', '=', 'granted')]))
    .execute();

/** A letter changes one agreement. When the campaign must be signed again, the letter no longer counts. */
export const endSignedLetters = ({ tx, now }: Work, agreementId: number) =>
  notEnded(tx, agreementId).set({ endedDate: now }).where('signedDate', 'is not', null).execute();
