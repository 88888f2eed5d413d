import { type Moment, momentOf } from '@kerb/domain/kernel/dates.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import {
  type SignatoryRecord,
  signatoriesInScope,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { wholeScope } from '@kerb/server/features/payments/payments.repository.ts';
import { type AgreementPaper, agreementPaper } from '@kerb/server/features/signing/agreement-paper.ts';
import { storeSigned } from '@kerb/server/features/signing/draw-signed.ts';
import { hashOfPaper, signatureOf } from '@kerb/server/features/signing/prepare-signature.ts';
import { fileSigned } from '@kerb/server/features/signing/sign-agreement.ts';
import type { SignatureRow } from '@kerb/server/features/signing/signature-record.ts';
import { noteEvent } from '@kerb/server/features/signing/signatures.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { theProduct } from '@kerb/server/platform/queues/fair-queue.ts';
import { type By, byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';

/** Addresses that are reserved for examples, and an invented browser. */
const demoOrigin = { signInId: null, userAgent: 'Demo browser', geoLocation: null, geoRefusal: 'not given' };

type Signatories = readonly SignatoryRecord[];

const byPayer = (payer: SignatoryRecord): By => ({
  actor: { userId: payer.userId, displayName: displayName(payer), role: 'vendor', memberships: [] },
  ipAddress: '203.0.113.7',
});

const addSeconds = (moment: string, seconds: number): string =>
  momentOf(Temporal.Instant.from(moment).add({ seconds }));

/** The afternoon of the campaign's signing day, if that is in the past. */
function signedAt({ campaignFinanceSignatureDate: day, ...agreement }: AgreementRecord, now: Moment): Moment {
  const afternoon = day && `${day}T04:00:00.000Z`;
  return afternoon && afternoon < now ? afternoon : (agreement.statusLastUpdate ?? agreement.createdDate);
}

type Paper = { agreement: AgreementRecord; paper: AgreementPaper; documentSha256: string; at: Moment };

async function signaturesOn(deps: Deps, { agreement, paper, documentSha256, at }: Paper, signatories: Signatories) {
  const signatures: SignatureRow[] = [];
  for (const signatory of signatories) {
    const method = signatory.mobilePhoneConfirmationDate === null ? 'email' : 'sms';
    const signing = { by: byPayer(signatory), origin: demoOrigin, at, method } as const;
    signatures.push(await signatureOf(deps, { agreement, signatory, paper, documentSha256 }, signing));
  }
  return signatures;
}

async function keepSignatures(work: Work, signatures: readonly SignatureRow[], at: Moment): Promise<void> {
  for (const signature of signatures) {
    await work.tx.insertInto('signatures').values(signature).execute();
    const { agreementId, signatoryId, authorisationType: channel } = signature;
    await noteEvent({ ...work, now: at }, { agreementId, signatoryId, kind: 'signed', channel });
  }
  const ids = signatures.map(({ signatoryId }) => signatoryId);
  await updatePayers(work.tx, ids, { signatureDate: at });
}

/** The first payer of an approved agreement with several payers has signed; the others have not. */
async function signInPart(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('agreements as a')
    .innerJoin('signatories as p', 'p.agreementId', 'a.id')
    .select('a.id')
    .where('a.status', '=', statusRank('approved'))
    .where('a.financeOptionCode', '=', 'pl')
    .groupBy('a.id')
    .having(({ fn }) => fn.count('p.id'), '>', 1)
    .orderBy('a.id', 'desc')
    .limit(1)
    .execute();
  for (const { id } of rows) {
    const agreement = await campaignInScope(deps.db, wholeScope, id);
    const signatories = await signatoriesInScope(deps, wholeScope, { agreementId: id });
    const paper = await agreementPaper(deps, agreement, signatories);
    const at = signedAt(agreement, deps.clock.now());
    const paperToSign = { agreement, paper, documentSha256: await hashOfPaper(paper, theProduct), at };
    const signatures = await signaturesOn(deps, paperToSign, signatories.slice(0, 1));
    await inTransaction(deps, byTheProduct, (work) => keepSignatures(work, signatures, at));
  }
}

/**
 * Signs all demo agreements that are past their signing. Rendering each would take longer than the rest of the demo, so
 * one agreement is rendered and filed in full. The content of the others is only hashed.
 */
export async function signDemoAgreements(deps: Deps): Promise<void> {
  const rows = await deps.db
    .selectFrom('agreements')
    .select(['id', 'status'])
    .where('status', '>=', statusRank('signed'))
    .where('financeOptionCode', 'in', ['pl', 'pos'])
    .orderBy('id', 'desc')
    .execute();
  await signInPart(deps);
  const filedId = rows.find(({ status }) => status === statusRank('signed'))?.id;
  for (const { id } of rows) {
    const agreement = await campaignInScope(deps.db, wholeScope, id);
    const signatories = await signatoriesInScope(deps, wholeScope, { agreementId: id });
    const paper = await agreementPaper(deps, agreement, signatories);
    const at = signedAt(agreement, deps.clock.now());
    const isFiled = id === filedId;
    const documentSha256 = isFiled ? await hashOfPaper(paper, theProduct) : paper.key;
    const signatures = await signaturesOn(deps, { agreement, paper, documentSha256, at }, signatories);
    if (signatures.length === 0) continue;
    const order = { owner: theProduct, agreement, paper, signatures, events: [], at };
    const stored = isFiled ? await storeSigned(deps, order) : null;
    await inTransaction(deps, byTheProduct, async (work) => {
      await keepSignatures(work, signatures, at);
      // The last entry of the demo, so that the log stays in the order of its dates.
      if (stored) await fileSigned({ ...work, now: addSeconds(work.now, -10) }, agreement, stored);
    });
  }
}
