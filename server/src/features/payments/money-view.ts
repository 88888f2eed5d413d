import { standingMay } from '@kerb/domain/access/access-scope.ts';
import type { Standing } from '@kerb/domain/access/actor.ts';
import { seesTeamRecord } from '@kerb/domain/agreements/save.ts';
import { type Books, moneyOf, paymentStateOf } from '@kerb/domain/payments/campaign-money.ts';
import type { CampaignMoneyView } from '@kerb/domain/payments/change-after-payment.contract.ts';

/** A campaign's figures, with those that this standing may see. */
export function moneyView(books: Books, standing: Standing): CampaignMoneyView {
  const { paid, due, held, underRefund, returned, ...others } = moneyOf(books);
  const { kept, onItsWay, transferred, earned, agreed, lent, shortfall } = others;
  return {
    paymentState: paymentStateOf(books),
    paid,
    due,
    held,
    underRefund,
    returned,
    ...(seesTeamRecord(standing) && { kept, onItsWay, transferred, earned }),
    ...(standingMay(standing, 'payment.record') && { agreed, lent, shortfall }),
  };
}
