import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import type { FinancedOption } from '@kerb/domain/vocabulary/value-lists.ts';

type Lending = { payLater: Pick<CountryRules['payLater'], 'hasCancellationPeriod'> };

/** When a financed campaign is paid for. The agreements say the same. */
const fundingWords: Record<FinancedOption, (country: Lending) => string> = {
  pl: ({ payLater: { hasCancellationPeriod } }) =>
    hasCancellationPeriod
      ? 'Once everyone has signed, and the days in which you may cancel have passed, your campaign is funded and live within 24 hours.'
      : 'Once everyone has signed, your campaign is funded and live within 24 hours.',
  pos: () => 'Your campaign is funded within 5 business days of the property going online.',
};

/** Null once the campaign is funded, and if it never will be. */
export const fundingSentence = (option: FinancedOption, status: AgreementStatus, country: Lending): string | null =>
  beforeApproval.includes(status) || status === 'approved' || status === 'signed'
    ? fundingWords[option](country)
    : null;

/** The warning about the protection of Pay On Success. */
export const limitedRecourseWarning =
  'Limited recourse protection does not apply in some cases: for example in a pandemic, or if you withdraw the property during the commitment period.';
