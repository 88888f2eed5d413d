import type { CountryRules } from '@kerb/domain/countries/country.ts';
import type { SurchargeRow } from '@kerb/domain/countries/surcharge-table.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import { type Cents, divideRounded } from '@kerb/domain/kernel/money.ts';
import {
  type CardFunding,
  type CardScheme,
  type CardWallet,
  cardFundings,
  cardSchemes,
} from '@kerb/domain/vocabulary/card-schemes.ts';

type Country = Pick<CountryRules, 'surcharges'>;
type Card = { scheme: CardScheme; funding: CardFunding; wallet: CardWallet | null };

/** The surcharges that apply on a day; none before the first table. */
export function surchargesOn({ surcharges }: Country, day: Day): readonly SurchargeRow[] {
  const begun = surcharges.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? 1 : -1));
  return begun[0]?.rows ?? [];
}

/**
 * A wallet shows the total before it says which card it contains. So every wallet has the lowest surcharge of all
 * cards, which is above the cost of none. Null: cards have no surcharges.
 */
export const walletSurcharge = <Row extends Pick<SurchargeRow, 'basisPoints'>>(rows: readonly Row[]): Row | null =>
  rows.toSorted((a, b) => a.basisPoints - b.basisPoints)[0] ?? null;

/** A card without a row has no surcharge: its cost is unknown, and a surcharge above the cost is not allowed. */
export function surchargeRate(country: Country, day: Day, { scheme, funding, wallet }: Card): number {
  const rows = surchargesOn(country, day);
  const ofCard = rows.find((row) => row.schemes.includes(scheme) && row.fundings.includes(funding));
  return (wallet === null ? ofCard : walletSurcharge(rows))?.basisPoints ?? 0;
}

/** The surcharge row of every card, if all known cards bear the same; null if it depends on the card. */
export function commonSurcharge<Row extends Omit<SurchargeRow, 'label'>>(rows: readonly Row[]): Row | null {
  const known = cardSchemes.filter((scheme) => scheme !== 'other');
  const [first = null] = rows;
  const isOne = rows.every(({ basisPoints }) => basisPoints === first?.basisPoints);
  const isFor = (scheme: CardScheme, funding: CardFunding) =>
    rows.some((row) => row.schemes.includes(scheme) && row.fundings.includes(funding));
  const coversAll = known.every((scheme) => cardFundings.every((funding) => isFor(scheme, funding)));
  return isOne && coversAll ? first : null;
}

/** Exact to the cent, rounded half up. */
export const surchargeOf = (amountCents: Cents, basisPoints: number): Cents =>
  Number(divideRounded(BigInt(amountCents) * BigInt(basisPoints), 10_000n));
