import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { CampaignSeen } from './sight.ts';
import { cents } from './world.ts';

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
export const isEnded = ({ status }: CampaignSeen) => status === 'cancelled' || status === 'rejected';
const isFinanced = ({ option }: CampaignSeen) => option === 'pl' || option === 'pos';
export const said = (amount: Cents): string => (amount / 100).toFixed(2);

/** What the payer has paid and not got back. */
export const receivedNet = ({ outside }: CampaignSeen): Cents =>
  outside.charged -
  outside.refunded +
  outside.deposited +
  outside.elsewhere -
  outside.returned -
  outside.backFromBank -
  outside.backElsewhere;

/** What money repaid of a loan. */
export const repaidOf = ({ loan }: CampaignSeen): Cents => loan?.repaid ?? 0;

export const underRefund = ({ payments, refunds }: CampaignSeen): Cents =>
  sum(payments.filter(({ isBeingVoided }) => isBeingVoided).map(({ total }) => total)) +
  sum(refunds.filter(({ status }) => status === 'requested').map(({ amount, fee }) => amount - fee));

export const feesKept = ({ refunds }: CampaignSeen): Cents =>
  sum(refunds.filter(({ status }) => status === 'requested' || status === 'made').map(({ fee }) => fee));

/** On invoices that are paid in full: all but the organisation's part. A discount makes it smaller. */
const earnedByInvoices = ({ invoices }: CampaignSeen): Cents =>
  sum(
    invoices
      .filter(({ unpaidAmount }) => unpaidAmount === 0)
      .flatMap(({ lines }) => lines.filter(({ type }) => type !== 'sale').map(({ amount }) => cents(amount))),
  );
const earned = (campaign: CampaignSeen): Cents => earnedByInvoices(campaign) + feesKept(campaign);

const paidInPart = ({ invoices }: CampaignSeen): Cents =>
  sum(invoices.filter(({ unpaidAmount }) => unpaidAmount > 0).map(({ paidAmount }) => cents(paidAmount)));

export const lent = (campaign: CampaignSeen): Cents =>
  isFinanced(campaign) ? campaign.budget + (campaign.option === 'pl' ? campaign.additional : 0) : 0;

/** A loan is owed from its signature on. One that ended is lent as far as it was paid out. */
function lentSoFar(campaign: CampaignSeen): Cents {
  if (!isFinanced(campaign)) return 0;
  if (isEnded(campaign)) return campaign.outside.paidOut;
  return campaign.signedOn === null ? 0 : lent(campaign);
}

/** What remains for the organisation of the money that came, or of the loan that was signed. */
export function expectedOwed(campaign: CampaignSeen): Cents {
  const fromPayer =
    receivedNet(campaign) -
    campaign.held -
    earned(campaign) -
    paidInPart(campaign) -
    underRefund(campaign) -
    repaidOf(campaign);
  return fromPayer + lentSoFar(campaign) - campaign.outside.paidOut;
}
