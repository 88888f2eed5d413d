import type { Work } from '@kerb/server/platform/work.ts';

/** A loan that is closed needs no more time. */
export const endOpenRequests = ({ tx, now }: Work, agreementId: number) =>
  tx
    .updateTable('loanRequests')
    .set({ endedDate: now })
    .where('agreementId', '=', agreementId)
    .where('signedDate', 'is', null)
    .where('endedDate', 'is', null)
    .where((request) => request.or([request('outcome', 'is', null), request('outcome', '=', 'granted')]))
    .execute();
