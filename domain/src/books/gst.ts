/**
 * When a sale counts. Accrual: when it is invoiced or charged. Cash: when it is paid. Money on an invoice that is not
 * paid in full is still the payer's, so it counts with the payment that completes the invoice.
 */
export const gstBases = ['cash', 'accrual'] as const;
export type GstBasis = (typeof gstBases)[number];
export const gstBasisLabels: Record<GstBasis, string> = { cash: 'Cash', accrual: 'Accrual' };

/** The kinds of sales in the ledger, and whether GST is charged on them. */
// biome-ignore format: a table
export const gstSections = {
  services:     { label: 'Service fees and surcharges', isTaxed: true,  means: 'Fees and surcharges on invoices to payers, and fees kept of refunds' },
  'loan-fees':  { label: 'Loan fees with GST',          isTaxed: true,  means: 'Fees of loans that include GST' },
  'free-fees':  { label: 'Loan fees without GST',       isTaxed: false, means: 'Fees of credit: input taxed or exempt' },
  interest:     { label: 'Interest',                    isTaxed: false, means: 'Interest on loans: input taxed or exempt' },
} as const;
export type GstSection = keyof typeof gstSections;
export const gstSectionNames = Object.keys(gstSections) as [GstSection, ...GstSection[]];
export const gstSectionLabels = Object.fromEntries(
  gstSectionNames.map((name) => [name, gstSections[name].label]),
) as Record<GstSection, string>;

export type GstFigure = { section: GstSection; net: number; tax: number; lines: number };
export type GstReport = {
  sections: GstFigure[];
  taxableSales: number;
  otherSales: number;
  tax: number;
  atRate: number;
};

/**
 * The figures of a return. `atRate` is the GST of the taxable sales by the country's rate: it differs from `tax` by the
 * cents that each invoice is rounded by.
 */
export function gstReportOf(found: readonly GstFigure[], gstBasisPoints: number): GstReport {
  const sections = gstSectionNames.map(
    (section) => found.find((figure) => figure.section === section) ?? { section, net: 0, tax: 0, lines: 0 },
  );
  const sumOf = (isTaxed: boolean, of: (figure: GstFigure) => number) =>
    sections.filter(({ section }) => gstSections[section].isTaxed === isTaxed).reduce((sum, one) => sum + of(one), 0);
  const taxableSales = sumOf(true, ({ net, tax }) => net + tax);
  return {
    sections,
    taxableSales,
    otherSales: sumOf(false, ({ net }) => net),
    tax: sumOf(true, ({ tax }) => tax),
    atRate: Math.round((taxableSales * gstBasisPoints) / (10_000 + gstBasisPoints)),
  };
}
