import { type Cents, formatMoney } from '@kerb/domain/kernel/money.ts';
import classes from '@kerb/web/design/figures.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';

export const moneyText = (cents: Cents): string => formatMoney(cents, countryRules());

type MoneyProps = {
  cents: Cents | null | undefined;
  /** Always show the cents, so that a column of sums lines up. */
  isExact?: boolean;
};

/** An amount in the country's currency; a dash if there is none. */
export function Money({ cents, isExact = false }: MoneyProps) {
  if (cents === null || cents === undefined) return <span className={classes.none}>–</span>;
  return <span className={classes.figure}>{formatMoney(cents, countryRules(), isExact)}</span>;
}
