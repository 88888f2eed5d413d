import { endsPaymentLinks } from '@kerb/domain/agreements/transitions.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { linkDays } from '@kerb/domain/payers/link-reasons.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { mailedPaymentUrl, paymentToken } from '@kerb/server/features/agreements/agreement-view.ts';
import {
  nextLinkVersion,
  type PayerRecord,
  payersOf,
  updatePayers,
} from '@kerb/server/features/payers/payers.repository.ts';
import { endSignInsOfPayer } from '@kerb/server/platform/auth/sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import { tellEvent } from '@kerb/server/platform/outbox/post-event.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const expiryFrom = (now: Moment) => ({ paymentLinkExpiryDate: addMinutes(now, linkDays * 24 * 60) });

/** Gives a payer a new Payment URL. Revokes the one before it and its sign-ins. Returns the new version. */
export async function issuePaymentLink(work: Work, payerId: number): Promise<number> {
  const version = await nextLinkVersion(work.tx, payerId, work.deps.secrets.keyNumber);
  const paymentLinkHash = sha256(paymentToken(work.deps, { id: payerId, version }));
  const unopened = { paymentLinkOpenedDate: null, paymentLinkOpenedByMail: null, nudgedDate: null };
  await updatePayers(work.tx, [payerId], {
    ...{ paymentLinkHash, paymentLinkEndedDate: null, ...expiryFrom(work.now) },
    ...unopened,
  });
  await endSignInsOfPayer(work.tx, payerId);
  return version;
}

type Opened = { signatoryId: number; isFromMailbox: boolean };

/**
 * Notes when the payer first opened their present link, and tells the organisation's software. The link of a mail is
 * known by its second part.
 */
export async function noteOpenedLink(work: Work, { signatoryId, isFromMailbox }: Opened): Promise<void> {
  const { tx, now } = work;
  const opened = await tx
    .updateTable('signatories')
    .set({ paymentLinkOpenedDate: now, paymentLinkOpenedByMail: isFromMailbox })
    .where('id', '=', signatoryId)
    .where('paymentLinkOpenedDate', 'is', null)
    .returning('agreementId')
    .executeTakeFirst();
  if (!opened) return;
  await tellEvent(work, {
    type: 'link_open',
    agreementId: opened.agreementId,
    subject: `/v1/signatories/${signatoryId}`,
    ...(isFromMailbox && { details: { channel: 'email' } }),
  });
}

/** Whether a payer's link works now. */
export const isLinkOpen = ({ now }: Work, { linkVersion, linkExpiryDate }: PayerRecord): boolean =>
  linkVersion !== null && linkExpiryDate !== null && linkExpiryDate > now;

export async function issueMissingPaymentLinks(work: Work, agreementId: number): Promise<void> {
  for (const payer of await payersOf(work.tx, agreementId)) {
    if (!isLinkOpen(work, payer)) await issuePaymentLink(work, payer.id);
  }
}

type Campaign = { status: AgreementStatus };

/**
 * The Payment URL for an e-mail to a payer; null if the payer never had one, or the campaign has ended. The days of a
 * link that works begin again. A link whose days are over is replaced, because a message must not carry a dead link. No
 * text message may have it: it proves the mailbox.
 */
export async function linkForMail(work: Work, { status }: Campaign, payer: PayerRecord): Promise<string | null> {
  const { id, linkVersion, linkExpiryDate, mobileSetCount } = payer;
  if (linkExpiryDate === null || endsPaymentLinks(status)) return null;
  if (linkVersion === null || !isLinkOpen(work, payer)) {
    return mailedPaymentUrl(work.deps, { id, mobileSetCount, version: await issuePaymentLink(work, id) });
  }
  await updatePayers(work.tx, [id], expiryFrom(work.now));
  return mailedPaymentUrl(work.deps, { id, mobileSetCount, version: linkVersion });
}

/** The same, or the address at which a payer with a password finds the campaign. */
export const addressForMail = async (
  work: Work,
  campaign: Campaign & { id: number },
  payer: PayerRecord,
): Promise<string> =>
  (await linkForMail(work, campaign, payer)) ?? `${work.deps.config.publicUrl}/applications/${campaign.id}`;

/**
 * Revokes every Payment URL of a campaign and ends their sign-ins. The hash stays, so that the page of the link can say
 * why it ended; it never signs in again. A payer who cancels keeps the sign-in with which they did it, to see the
 * result, and no other one of their link.
 */
export async function endPaymentLinks(work: Work, agreementId: number): Promise<void> {
  const payers = await payersOf(work.tx, agreementId);
  if (payers.length > 0) {
    await updatePayers(
      work.tx,
      payers.map(({ id }) => id),
      { paymentLinkEndedDate: work.now },
    );
  }
  await work.tx
    .updateTable('signIns')
    .set({ endedDate: realNow() })
    .where('agreementId', '=', agreementId)
    .where('endedDate', 'is', null)
    .where('id', '<>', work.actor?.signIn?.id ?? 0)
    .execute();
}
