import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';

type Lending = { payLater: Pick<CountryRules['payLater'], 'hasCancellationPeriod'> };

/** When a financed campaign is paid for. The agreements say the same. */
const fundingWords: Record<FinancedOption, (country: Lending) => string> = {
  pl: ({ payLater: { hasCancellationPeriod } }) =>
    hasCancellationPeriod
      ? 'After everyone has signed, you have some days to cancel. After that, your campaign is funded and live within 24 hours.'
      : 'Once everyone has signed, your campaign is funded and live within 24 hours.',
  pos: () => 'We pay for your campaign at most 5 business days after your home goes online.',
};

/** Null once the campaign is funded, and if it never will be. */
export const fundingSentence = (option: FinancedOption, status: AgreementStatus, country: Lending): string | null =>
  beforeApproval.includes(status) || status === 'approved' || status === 'signed'
    ? fundingWords[option](country)
    : null;

/** The warning about the protection of Pay On Success. */
export const limitedRecourseWarning =
  'Limited recourse does not protect you in some cases. One is a pandemic. Another is that you take your home off the market in the commitment period.';
