import { formatPercent } from '@kerb/domain/kernel/money.ts';
import { ineligibleForPayOnSuccess } from '@kerb/domain/options/quote.ts';
import { surchargesOn } from '@kerb/domain/payments/surcharges.ts';
import classes from '@kerb/web/features/loans/finance.module.css';
import { today } from '@kerb/web/platform/clock.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';

/** The surcharges for paying the fee by card, and who is excluded from Pay On Success. */
export function OnSuccessTerms() {
  return (
    <div className={classes.bars}>
      <table className={classes.surcharges}>
        <caption className={classes.heading}>Card surcharges</caption>
        <tbody>
          {surchargesOn(countryRules(), today()).map(({ label, basisPoints }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatPercent(basisPoints)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className={classes.more}>
        <summary>Who Pay On Success is not for</summary>
        <ul>
          {ineligibleForPayOnSuccess.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </div>
  );
}
