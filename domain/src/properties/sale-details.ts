import { type AgreementValues, agreementShape } from '@kerb/domain/agreements/agreement-fields.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { type Cents, centsFromTyped, largestAmountCents } from '@kerb/domain/kernel/money.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

/** The sale details of a campaign, on the wire. */
export const saleShape = {
  natureOfOwnership: agreementShape.natureOfOwnership,
  methodOfSale: agreementShape.methodOfSale,
  auctionDate: agreementShape.auctionDate,
  sellingPriceMin: agreementShape.sellingPriceMin,
  sellingPriceMax: agreementShape.sellingPriceMax,
  soldPrice: agreementShape.soldPrice,
};
export type SaleField = keyof typeof saleShape;
export const saleFields = Object.keys(saleShape) as SaleField[];
export type SaleDetails = Pick<AgreementValues, SaleField>;

const fromDollars = (dollars: number): Cents => dollars * 100;

/** '1.25' means 1,250,000 and '850' means 850,000: no house sells for less. */
export function scaledPrice(cents: Cents): Cents {
  if (cents < fromDollars(100)) return cents * 1_000_000;
  return cents < fromDollars(1_000) ? cents * 1_000 : cents;
}

/** A typed price, with or without commas; null if it is not a price. */
export function priceFromTyped(typed: string): Cents | null {
  const cents = centsFromTyped(typed);
  const price = cents === null ? null : scaledPrice(cents);
  return price !== null && price <= largestAmountCents ? price : null;
}

export type SaleSituation = {
  country: Pick<CountryRules, 'methodsOfSale'>;
  isAgency: boolean;
  purpose: FundsPurpose;
  /** While the property is added, the method of sale may be left open. */
  isAdding?: boolean;
  /** The form asks for all the details. A request may change some of them although others are missing. */
  isWholeForm?: boolean;
};

/** The details that a form asks for; for a deposit only the sold price. */
export function shownSaleFields(
  { purpose }: Pick<SaleSituation, 'purpose'>,
  method: SaleDetails['methodOfSale'],
): SaleField[] {
  if (purpose === 'deposit') return ['soldPrice'];
  return saleFields.filter((name) => name !== 'soldPrice' && (name !== 'auctionDate' || method === 'auction'));
}

export function requiredSaleFields(situation: SaleSituation, method: SaleDetails['methodOfSale']): SaleField[] {
  if (!situation.isAgency || situation.purpose === 'deposit') return [];
  return shownSaleFields(situation, method).filter((name) => name !== 'methodOfSale' || !situation.isAdding);
}

export const pricesAreCrossed = `${labelOfField('sellingPriceMax')} should be higher than ${labelOfField('sellingPriceMin')}.`;

/** The required details that a form leaves out, or that this change takes away. An auction needs its date. */
function missingIn(next: SaleDetails, changed: readonly SaleField[], situation: SaleSituation): SaleField[] {
  const isAsked = (name: SaleField): boolean =>
    situation.isAdding ||
    situation.isWholeForm ||
    changed.includes(name) ||
    (name === 'auctionDate' && changed.includes('methodOfSale'));
  return requiredSaleFields(situation, next.methodOfSale).filter((name) => next[name] === null && isAsked(name));
}

function errorsIn(next: SaleDetails, changed: readonly SaleField[], situation: SaleSituation): FieldErrors {
  const errors: FieldErrors = {};
  const { methodOfSale, sellingPriceMin: low, sellingPriceMax: high } = next;
  const shown = shownSaleFields(situation, methodOfSale);
  for (const name of changed) {
    if (next[name] === null || shown.includes(name)) continue;
    errors[name] = [{ type: 'notValid', message: 'This does not belong to a deposit.' }];
  }
  if (changed.includes('methodOfSale') && methodOfSale && !situation.country.methodsOfSale.includes(methodOfSale)) {
    errors.methodOfSale = [{ type: 'notValid', message: fieldWords.chooseOne }];
  }
  if (low !== null && high !== null && high < low) {
    errors.sellingPriceMax = [{ type: 'conflictingValue', message: pricesAreCrossed }];
  }
  for (const name of missingIn(next, changed, situation)) {
    errors[name] = [{ type: 'missing', message: fieldWords.required }];
  }
  return errors;
}

/** Decides a change of the sale details. The auction date is cleared with the auction. */
export function decideSaleDetails(
  current: SaleDetails,
  changes: Partial<SaleDetails>,
  situation: SaleSituation,
): Decision<Partial<SaleDetails>> {
  const next: SaleDetails = { ...current };
  for (const name of saleFields) if (changes[name] !== undefined) Object.assign(next, { [name]: changes[name] });
  if (next.methodOfSale !== 'auction' && situation.purpose !== 'deposit') next.auctionDate = null;
  const changed = saleFields.filter((name) => next[name] !== current[name]);
  // The sold price can be saved alone; it does not require the other details.
  const isAsked = situation.isAdding || changed.some((name) => name !== 'soldPrice');
  const validation = isAsked ? errorsIn(next, changed, situation) : {};
  if (Object.keys(validation).length > 0) {
    return refuseFields(validation, 'sale-not-valid');
  }
  return allow(Object.fromEntries(changed.map((name) => [name, next[name]])));
}

type Campaign = SaleDetails & { campaignBudgetFundsPurpose: FundsPurpose; tenantType: OrganisationType };

/** The same for a save of a campaign, which may change other fields too. */
export function decideSaleOf(
  campaign: Campaign,
  changes: Partial<AgreementValues>,
  country: SaleSituation['country'],
): Decision<Partial<AgreementValues>> {
  const purpose = campaign.campaignBudgetFundsPurpose;
  const sale = Object.fromEntries(saleFields.flatMap((name) => (name in changes ? [[name, changes[name]]] : [])));
  if (Object.keys(sale).length === 0) return allow(changes);
  const decision = decideSaleDetails(campaign, sale, { country, purpose, isAgency: campaign.tenantType === 'agency' });
  if (!decision.ok) return decision;
  const others = Object.entries(changes).filter(([name]) => !(name in sale));
  return allow({ ...Object.fromEntries(others), ...decision.value });
}
