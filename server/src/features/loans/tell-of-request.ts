import { flowNumber } from '@kerb/domain/agreements/flow-number.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import type { AgreementRecord } from '@kerb/server/features/agreements/agreements.repository.ts';
import { type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import { linkForMail } from '@kerb/server/features/payers/payment-links.ts';
import { ourContact } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { postMessage } from '@kerb/server/platform/outbox/post-message.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const campaignFacts = ({ deps: { country } }: Work, agreement: AgreementRecord) => ({
  locale: country.locale,
  campaignName: agreement.name,
  flowNumber: flowNumber(agreement, country.code),
});

/** For a message to the admins. */
export const noticeFacts = (work: Work, agreement: AgreementRecord) => ({
  ...campaignFacts(work, agreement),
  brand: work.deps.country.brand,
  address: `${work.deps.config.publicUrl}/agencies/${agreement.tenantId}/applications/${agreement.id}`,
});

const payerFacts = (work: Work, agreement: AgreementRecord, firstName: string, link: string | null) => ({
  ...ourContact(work.deps),
  ...campaignFacts(work, agreement),
  firstName,
  address: link === null ? `${work.deps.config.publicUrl}/applications/${agreement.id}` : secretPlace,
});
type PayerFacts = ReturnType<typeof payerFacts>;
type Write = (facts: PayerFacts) => { subject: string; body: string };

type ToPayer = { agreement: AgreementRecord; payer: PayerRecord; occasion: string };

/** One e-mail to a payer about a request, with the payer's own link. */
export async function tellPayer(work: Work, { agreement, payer, occasion }: ToPayer, write: Write): Promise<void> {
  const link = await linkForMail(work, agreement, payer);
  await postMessage(work, {
    kind: 'loan-request',
    channel: 'email',
    audience: 'vendor',
    recipient: payer.emailAddress,
    ...write(payerFacts(work, agreement, payer.firstName, link)),
    ...(link && { secrets: [link] }),
    agreementId: agreement.id,
    signatoryId: payer.id,
    userId: payer.userId,
    occasion: `${occasion}:payer:${payer.id}`,
  });
}

export async function tellPayers(work: Work, about: Omit<ToPayer, 'payer'>, write: Write): Promise<void> {
  for (const payer of await payersOf(work.tx, about.agreement.id)) await tellPayer(work, { ...about, payer }, write);
}
