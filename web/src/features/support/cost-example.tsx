import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { estimatePayLater } from '@kerb/domain/loans/fees.ts';
import { Money, moneyText } from '@kerb/web/design/money.tsx';
import classes from '@kerb/web/features/support/reading.module.css';

const exampleCents = 5_000_00;

/** With the country's default terms, by the same calculation as a real loan. */
export const exampleOf = (country: CountryRules, interestFreeDays = 0) =>
  estimatePayLater(
    {
      budgetCents: exampleCents,
      additionalCents: 0,
      caveatFeeCents: country.securityRegistrationFeeCents,
      budgetOwnerFeeCents: 0,
      serviceFeeBasisPoints: country.payLater.serviceFeeBasisPoints,
      interestRateBasisPoints: country.payLater.interestRateBasisPoints,
      interestFreeDays,
      days: country.defaultCampaignPeriodDays,
    },
    country,
  );

export function CostExample({ country }: { country: CountryRules }) {
  const { lines, totalCents, comparisonRateBasisPoints } = exampleOf(country);
  const days = country.defaultCampaignPeriodDays;
  return (
    <>
      <table className={classes.example}>
        <caption>{`Pay Later: ${moneyText(exampleCents)} repaid after ${days} days`}</caption>
        <tbody>
          {lines
            .filter(({ amountCents }) => amountCents > 0)
            .map(({ key, label, amountCents }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>
                  <Money cents={amountCents} />
                </td>
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Estimated Total</th>
            <td>
              <Money cents={totalCents} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.quiet}>
        {country.payLater.needsComparisonRate &&
          comparisonRateBasisPoints !== null &&
          `Comparison rate ${(comparisonRateBasisPoints / 100).toFixed(2)}% a year over ${days} days. `}
        An estimate by our usual terms: interest runs by the day, and your agent’s organisation may have terms of its
        own. The offer that you are shown before you agree is what holds.
      </p>
    </>
  );
}
