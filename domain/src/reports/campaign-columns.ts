import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import { payingOf, statusWord } from '@kerb/domain/agreements/badges.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import type { CsvColumns } from '@kerb/domain/reports/csv.ts';
import { agreementStatuses, statusLabel } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type PaymentState, paymentStates } from '@kerb/domain/vocabulary/payment-state.ts';
import { financeOptionLabels, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';

/** Added to the rank of a deposit's status, because its label for waiting-info differs. */
export const depositStatusOffset = agreementStatuses.length;
/** The keys of an approved campaign that is paid upfront, by how far it is paid. */
export const upfrontStatusKeys = Object.fromEntries(
  paymentStates.map((state, place) => [state, 2 * depositStatusOffset + place]),
) as Record<PaymentState, number>;

const upfrontWord = (paymentState: PaymentState): string =>
  statusWord({
    ...payingOf({ status: 'approved', financeOptionCode: 'pn', paymentState }),
    campaignBudgetFundsPurpose: 'marketing',
  }).text;

/** The status words by stored rank; a deposit's by rank plus the offset. */
export const statusLabels: Record<number, string> = {
  ...Object.fromEntries(
    agreementStatuses.flatMap((status, rank) => [
      [rank, statusLabel(status, 'marketing')],
      [rank + depositStatusOffset, statusLabel(status, 'deposit')],
    ]),
  ),
  ...Object.fromEntries(paymentStates.map((state) => [upfrontStatusKeys[state], upfrontWord(state)])),
};

const column = <const Is extends 'plain' | 'day' | 'moment' | 'flag'>(name: AgreementFieldName, is: Is) => ({
  header: labelOfField(name),
  is,
});
const labelled = (name: AgreementFieldName, labels: Readonly<Record<string, string>>) =>
  ({ header: labelOfField(name), is: 'label', labels }) as const;

/** The columns of a campaign that lists and reports share. The headers of a campaign's fields are their labels. */
// biome-ignore format: a table
export const campaignColumns = {
  flowNumber:      { header: flowNumberLabel, is: 'plain' },
  organisation:    { header: 'Organisation', is: 'text' },
  campaign:        { header: 'Campaign', is: 'text' },
  status:          { header: 'Status', is: 'label', labels: statusLabels },
  statusDate:      column('statusLastUpdate', 'moment'),
  purpose:         labelled('campaignBudgetFundsPurpose', fundsPurposeLabels),
  option:          labelled('financeOptionCode', financeOptionLabels),
  budget:          column('campaignBudget', 'plain'),
  additional:      column('campaignAdditionalAmount', 'plain'),
  borrowed:        column('campaignBorrowedAmount', 'plain'),
  upfront:         column('campaignUpfrontAmount', 'plain'),
  upfrontDate:     column('campaignUpfrontPaymentDate', 'day'),
  serviceFee:      column('serviceFee', 'plain'),
  securityFee:     column('caveatFee', 'plain'),
  budgetOwnerFee:  column('budgetOwnerFee', 'plain'),
  interestRate:    { header: `${labelOfField('interestRate')} %`, is: 'plain' },
  created:         { header: 'Created Date', is: 'moment' },
  fundingRequest:  column('campaignPlannedStartDate', 'day'),
  sent:            column('sentDate', 'moment'),
  submitted:       column('applicationSubmitDate', 'moment'),
  approved:        column('applicationApprovedDate', 'moment'),
  signed:          column('campaignFinanceSignatureDate', 'day'),
  drawdown:        column('campaignFinanceDrawdownDate', 'day'),
  loanStart:       column('campaignFinanceLoanStartDate', 'day'),
  loanEnd:         column('loanEndDate', 'day'),
  repaid:          column('campaignFinanceRepaidDate', 'day'),
  auction:         column('auctionDate', 'day'),
  settlement:      column('propertySettlementDate', 'day'),
  withdrawn:       column('propertyWithdrawnFromSaleDate', 'day'),
  soldPrice:       column('soldPrice', 'plain'),
  agent:           { header: 'Agent', is: 'text' },
  agentEmail:      { header: labelOfField('agentEmail'), is: 'text' },
  payers:          { header: 'Payers', is: 'text' },
  actionSuggested: column('actionSuggested', 'flag'),
  lastUpdate:      column('lastUpdateDate', 'moment'),
} as const satisfies CsvColumns;
type CampaignColumns = typeof campaignColumns;

/** Some of these columns, in the given order. */
export const campaignColumnsOf = <const Name extends keyof CampaignColumns>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, campaignColumns[name]])) as Pick<CampaignColumns, Name>;
