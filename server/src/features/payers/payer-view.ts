import type { Actor } from '@kerb/domain/access/actor.ts';
import { seesAccounts, shownOfPayer } from '@kerb/domain/payers/payer-details.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { hiddenPaymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import type { PayerRecord } from '@kerb/server/features/payers/payers.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';

/** A payer sees their own details, and only the name and signature of the others. */
export function payerView(deps: Pick<Deps, 'config'>, payer: PayerRecord, actor: Actor): Payer {
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
    ...(seesAccounts(actor) && { userHref: `/v1/users/${payer.userId}` }),
  };
  if (shown === 'details') return own;
  return {
    ...own,
    sentDate: payer.sentDate,
    delivery: payer.delivery ?? 'not-sent',
    deliveryReason: payer.deliveryReason,
    paymentUrl: payer.linkVersion === null ? null : hiddenPaymentUrl(deps),
  };
}
