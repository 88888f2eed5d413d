import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AttachmentPurpose } from '@kerb/domain/documents/documents.contract.ts';
import { needsMarketingSchedule } from '@kerb/domain/documents/marketing-schedule.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode, FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';
import type { DemoFile } from '@kerb/server/demo/demo-steps.ts';
import { paysByTransfer } from '@kerb/server/demo/plan-facts.ts';

/** A file, its purpose, and who adds it. */
export type Filing = DemoFile & { by: 'agent' | 'admin' | 'payer' };

export type Documented = {
  status: AgreementStatus;
  place: number;
  turn: number;
  option: FinanceOptionCode;
  purpose: FundsPurpose;
  budget: Cents;
};

const aFile = (by: Filing['by'], purpose: AttachmentPurpose, fileName: string, ...lines: string[]): Filing => ({
  by,
  purpose,
  fileName,
  lines,
});

/** The first campaigns of every status have documents. The others show a card without any. */
const isDocumented = ({ place }: Documented) => place < 2;
/** A campaign that was sent has the Marketing Schedule that its budget needs. Some drafts still lack it. */
const mustBeFiled = ({ status, budget, purpose }: Documented, country: CountryRules): boolean =>
  status !== 'draft' &&
  needsMarketingSchedule({ campaignBudget: budget, campaignBudgetFundsPurpose: purpose }, country);
const hasAnswered = ({ status }: Documented) => !['cancelled', 'rejected', 'draft', 'waiting-invite'].includes(status);

/** The documents that staff add when they create a campaign. */
export function filedAtFirst(campaign: Documented, country: CountryRules): Filing[] {
  if (!isDocumented(campaign) && !mustBeFiled(campaign, country)) return [];
  if (campaign.purpose === 'deposit') {
    return [aFile('agent', 'marketing', 'Contract of sale.pdf', 'Contract of sale', 'Front page, for the deposit')];
  }
  const items = ['Online listing, six weeks', 'Photography and floor plan', 'Signboard'];
  return [
    aFile('agent', 'marketing', 'Marketing schedule.pdf', 'Marketing schedule', ...items),
    ...(campaign.place === 0 ? [aFile('agent', 'marketing-vendor', 'Front of the house.png')] : []),
  ];
}

/** The documents that admins and payers add after a payer's first answer. */
export function filedLater(campaign: Documented): Filing[] {
  if (!isDocumented(campaign) || !hasAnswered(campaign)) return [];
  return [
    aFile('payer', 'vendor-id', 'Driver licence.pdf', 'Driver licence', 'Front and back'),
    aFile('payer', 'supporting-doc', 'Rates notice.pdf', 'Rates notice', 'Sent in by the owner'),
    ...(campaign.place === 0
      ? [aFile('admin', 'internal-doc', 'Title search.pdf', 'Title search', 'Checked before approval')]
      : []),
    ...(paysByTransfer(campaign)
      ? [aFile('admin', 'upfront-payment-receipt', 'Remittance advice.pdf', 'Remittance advice', 'Bank transfer')]
      : []),
  ];
}
