import { statusRank } from '@kerb/domain/agreements/agreement-status.ts';
import { momentOf } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { findAgreement } from '@kerb/server/features/agreements/agreements.repository.ts';
import { wholeSight } from '@kerb/server/features/payments/payments.repository.ts';
import { agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { storeSigned } from '@kerb/server/features/signing/draw-signed.ts';
import { signatureOf } from '@kerb/server/features/signing/prepare-signature.ts';
import { noteEvent } from '@kerb/server/features/signing/request-signature.ts';
import { fileSigned } from '@kerb/server/features/signing/sign-agreement.ts';
import { type SignatoryRecord, signatoriesInSight } from '@kerb/server/features/signing/signatories.repository.ts';
import type { SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type By, byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';

/** Addresses that are kept for examples, and a browser that nobody has. */
const demoOrigin = { signInId: null, userAgent: 'Demo browser', geoLocation: null, geoRefusal: 'not given' };

const byPayer = (payer: SignatoryRecord): By => ({
  actor: { userId: payer.userId, displayName: displayName(payer), role: 'vendor', memberships: [] },
  ipAddress: '203.0.113.7',
});

const addSeconds = (moment: string, seconds: number): string =>
  momentOf(Temporal.Instant.from(moment).add({ seconds }));

/** Gives one signed campaign of the demo the agreement that its payers signed, drawn and filed as every other is. */
export async function signDemoAgreement(deps: Deps): Promise<void> {
  const row = await deps.db
    .selectFrom('agreements')
    .select('id')
    .where('status', '=', statusRank('signed'))
    .where('financeOptionCode', '=', 'pl')
    .where('applicationApprovedDate', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const agreement = row && (await findAgreement(deps.db, wholeSight, row.id));
  if (!agreement) return;
  const signatories = await signatoriesInSight(deps, wholeSight, { agreementId: agreement.id });
  const paper = await agreementPaper(deps, agreement, signatories);
  const at = agreement.statusLastUpdate ?? deps.clock.now();
  const signatures: SignatureRow[] = [];
  for (const signatory of signatories) {
    const method = signatory.mobilePhoneConfirmationDate === null ? 'email' : 'sms';
    const signing = { by: byPayer(signatory), origin: demoOrigin, at, method } as const;
    signatures.push(await signatureOf(deps, { agreement, signatory, paper }, signing));
  }
  const stored = await storeSigned(deps, { agreement, paper, signatures, events: [], at });
  await inTransaction(deps, byTheProduct, async (now) => {
    // The last thing that the demo did: its log stays in the order of its dates.
    const work = { ...now, now: addSeconds(now.now, -10) };
    for (const signature of signatures) {
      await work.tx.insertInto('signatures').values(signature).execute();
      await noteEvent(work, signature.signatoryId, 'signed', signature.authorisationType);
    }
    const ids = signatures.map(({ signatoryId }) => signatoryId);
    await work.tx.updateTable('signatories').set({ signatureDate: at }).where('id', 'in', ids).execute();
    await fileSigned(work, agreement, stored);
  });
}
