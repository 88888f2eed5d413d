import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import {
  priceFromTyped,
  requiredSaleFields,
  type SaleDetails,
  type SaleField,
  type SaleSituation,
  saleFields,
  shownSaleFields,
} from '@kerb/domain/properties/sale-details.ts';
import {
  methodOfSaleLabels,
  type NatureOfOwnership,
  natureOfOwnershipLabels,
  naturesOfOwnership,
} from '@kerb/domain/vocabulary/value-lists.ts';
import { amountText } from '@kerb/web/design/amount-input.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import type { ContractFormState } from '@kerb/web/design/form.ts';
import { PriceInput } from '@kerb/web/features/properties/price-input.tsx';
import classes from '@kerb/web/features/properties/property.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { NativeSelect } from '@mantine/core';

export type SaleValues = Record<SaleField, string>;

export const saleDetailsOf = (agreement: Agreement): SaleDetails =>
  Object.fromEntries(saleFields.map((name) => [name, agreement[name] ?? null])) as SaleDetails;

export const saleValuesOf = (agreement: Agreement): SaleValues => ({
  natureOfOwnership: agreement.natureOfOwnership ?? '',
  methodOfSale: agreement.methodOfSale ?? '',
  auctionDate: agreement.auctionDate ?? '',
  sellingPriceMin: amountText(agreement.sellingPriceMin),
  sellingPriceMax: amountText(agreement.sellingPriceMax),
  soldPrice: amountText(agreement.soldPrice),
});

/** An invalid price is kept as typed, so that the form refuses it. */
const priceOf = (typed: string) => (typed.trim() === '' ? null : (priceFromTyped(typed) ?? typed));

export const saleOf = (values: SaleValues) => ({
  natureOfOwnership: (values.natureOfOwnership || null) as NatureOfOwnership | null,
  methodOfSale: (values.methodOfSale || null) as SaleDetails['methodOfSale'],
  // Without the auction method the auction date is removed.
  auctionDate: values.methodOfSale === 'auction' ? values.auctionDate || null : null,
  sellingPriceMin: priceOf(values.sellingPriceMin),
  sellingPriceMax: priceOf(values.sellingPriceMax),
  soldPrice: priceOf(values.soldPrice),
});

export const situationOf = (agreement: Agreement, isAdding = false): SaleSituation => ({
  country: countryRules(),
  isAgency: agreement.tenantType === 'agency',
  purpose: agreement.campaignBudgetFundsPurpose,
  isAdding,
});

type SaleFieldsProps<Values extends SaleValues> = { form: ContractFormState<Values>; situation: SaleSituation };

/** The fields of the sale, for this purpose and this method. */
export function SaleFields<Values extends SaleValues>({ form, situation }: SaleFieldsProps<Values>) {
  const method = (form.form.values.methodOfSale || null) as SaleDetails['methodOfSale'];
  const shown = shownSaleFields(situation, method);
  const required = requiredSaleFields(situation, method);
  const of = (name: SaleField) => ({
    label: labelOfField(name),
    required: required.includes(name),
    ...form.field(name),
  });
  const natures = naturesOfOwnership.map((value) => ({ value, label: natureOfOwnershipLabels[value] }));
  const methods = countryRules().methodsOfSale.map((value) => ({ value, label: methodOfSaleLabels[value] }));
  const none = { value: '', label: 'Not chosen' };
  return (
    <div className={`${classes.fields} ${classes.saleFields}`}>
      {shown.includes('sellingPriceMin') && <PriceInput {...of('sellingPriceMin')} />}
      {shown.includes('sellingPriceMax') && <PriceInput {...of('sellingPriceMax')} />}
      {shown.includes('natureOfOwnership') && <NativeSelect data={[none, ...natures]} {...of('natureOfOwnership')} />}
      {shown.includes('methodOfSale') && <NativeSelect data={[none, ...methods]} {...of('methodOfSale')} />}
      {shown.includes('auctionDate') && <DateField {...of('auctionDate')} />}
      {shown.includes('soldPrice') && <PriceInput {...of('soldPrice')} />}
    </div>
  );
}
