import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import classes from '@kerb/web/design/figures.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

export const moneyText = (cents: Cents): string => formatMoney(cents, countryRules());

/** An amount in the country's currency; a dash where there is none. */
export function Money({ cents }: { cents: Cents | null | undefined }) {
  if (cents === null || cents === undefined) return <span className={classes.none}>–</span>;
  return <span className={classes.figure}>{moneyText(cents)}</span>;
}
