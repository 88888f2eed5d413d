import type { Actor } from '@kerb/domain/access/actor.ts';
import { bounceReasons, type DeliveryChannel, isOpenedBy, stageOf } from '@kerb/domain/payers/delivery.ts';
import { decideNudge } from '@kerb/domain/payers/nudge.ts';
import { seesAccounts, shownOfPayer } from '@kerb/domain/payers/payer-details.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { hiddenPaymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { PayerRecord, SentMessage } from '@kerb/server/features/payers/payers.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** How far the latest message of each channel got. */
function deliveriesOf(payer: PayerRecord): NonNullable<Payer['deliveries']> {
  const sent: [DeliveryChannel, SentMessage | null][] = [
    ['email', payer.sentMail],
    ['sms', payer.sentText],
  ];
  return sent.flatMap(([channel, message]) => {
    if (!message) return [];
    const stage = stageOf({ ...message, isOpened: isOpenedBy(channel, payer) });
    const reason = stage === 'bounced' ? bounceReasons[message.receiptReason ?? 'other'] : message.reason;
    return [{ channel, stage, reason, date: stage === 'opened' ? (payer.openedDate ?? message.date) : message.date }];
  });
}

/** A payer sees their own details, and only the name and signature of the others. */
export function payerView(deps: Pick<Deps, 'config' | 'clock'>, payer: PayerRecord, actor: Actor): Payer {
  const shared = {
    id: payer.id,
    href: `/v2/campaigns/${payer.agreementId}/vendors/${payer.id}`,
    displayName: displayName(payer),
    signatureDate: payer.signatureDate,
  };
  const shown = shownOfPayer(actor, payer);
  if (shown === 'name') return shared;
  const own = {
    ...shared,
    firstName: payer.firstName,
    surname: payer.surname,
    emailAddress: payer.emailAddress,
    mobilePhone: payer.mobilePhone,
    ...(seesAccounts(actor) && { user: payer.userId, userHref: `/v1/users/${payer.userId}` }),
  };
  if (shown === 'details') return own;
  return {
    ...own,
    externalRef: payer.externalRef,
    metadata: payer.metadata,
    sentDate: payer.sentDate,
    delivery: payer.delivery ?? 'not-sent',
    deliveryReason: payer.deliveryReason,
    deliveries: deliveriesOf(payer),
    openedDate: payer.openedDate,
    nudgedDate: payer.nudgedDate,
    mayBeNudged: decideNudge(payer, deps.clock.now()).ok,
    paymentUrl: payer.linkVersion === null ? null : hiddenPaymentUrl(deps),
  };
}
