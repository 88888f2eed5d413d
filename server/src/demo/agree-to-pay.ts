import { serverCountries } from '@kerb/domain/countries/server-countries.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** The payer confirms who they are and agrees to the terms, as before every payment of theirs. */
export async function agreeToPayUpfront(work: Work, agreementId: number): Promise<void> {
  const { pn } = serverCountries[work.deps.country.code].terms;
  await work.tx
    .updateTable('signatories')
    .set({ submittedDate: work.now, agreedTermsVersion: must(pn, 'terms of Pay Upfront').version })
    .where('agreementId', '=', agreementId)
    .where('userId', '=', must(work.actor, 'payer').userId)
    .execute();
}
