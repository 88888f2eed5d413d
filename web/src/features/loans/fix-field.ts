import type { MendedBy } from '@kerb/domain/loans/approval.ts';

/** Where to correct a failed rule: the field itself, or a control that leads to it. */
// biome-ignore format: a table
const places: Record<MendedBy, readonly string[]> = {
  isEditing:        ['[data-fixes="isEditing"]'],
  campaignBudget:   ['[data-finance] [data-path$="-campaignBudget"]'],
  serviceFee:       ['[data-finance] [data-path$="-serviceFee"]'],
  interestRate:     ['[data-finance] [data-path$="-interestRate"]'],
  sellingPriceMin:  ['[data-path$="-sellingPriceMin"]', '[data-fixes="sellingPriceMin"]'],
  lendingDocuments: ['[data-fixes="lendingDocuments"]'],
  marketingDocuments: ['[data-fixes="marketingDocuments"]'],
};

/** Focuses the field that corrects a rule. */
export function focusFieldToFix(name: MendedBy): void {
  const found = places[name].map((place) => document.querySelector<HTMLElement>(place)).find((one) => one !== null);
  found?.scrollIntoView?.({ block: 'center' });
  found?.focus({ preventScroll: true });
}
