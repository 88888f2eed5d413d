/** The lines of what a payer pays, on screens, invoices, receipts and agreements. */
export const chargeLabels = {
  budget: 'Campaign budget',
  serviceFee: 'Service fee',
  surcharge: 'Card surcharge',
} as const;
