import type { FixedAt } from '@kerb/domain/actions/readiness.ts';

/** Where to enter what is missing: the field itself, or a control that leads to it. The first that is on the page. */
// biome-ignore format: a table
const places: Record<FixedAt, readonly string[]> = {
  isEditing:                ['[data-fixes="isEditing"]'],
  campaignBudget:           ['[data-finance] [data-path$="-campaignBudget"]', '[data-path$="-campaignBudget"]'],
  campaignPlannedStartDate: ['[data-path$="-campaignPlannedStartDate"]'],
  serviceFee:               ['[data-finance] [data-path$="-serviceFee"]'],
  interestRate:             ['[data-finance] [data-path$="-interestRate"]'],
  sellingPriceMin:          ['[data-path$="-sellingPriceMin"]', '[data-fixes="sellingPriceMin"]'],
  lendingDocuments:         ['[data-fixes="lendingDocuments"]'],
  marketingDocuments:       ['[data-fixes="marketingDocuments"]'],
  payers:                   ['[data-fixes="payers"]'],
};

/** Scrolls to an element and focuses it. */
export function goTo(element: HTMLElement | null | undefined): void {
  element?.scrollIntoView?.({ block: 'center' });
  element?.focus({ preventScroll: true });
}

/** Focuses the field where something that is missing can be entered. */
export function focusFieldToFix(name: FixedAt): void {
  goTo(places[name].map((place) => document.querySelector<HTMLElement>(place)).find((one) => one !== null));
}
