import type { PayerSlot } from '@kerb/domain/agreements/create-form.ts';

/** The body of a payer. An empty mobile is omitted. */
export const payerBody = ({ mobilePhone, ...named }: PayerSlot) =>
  mobilePhone.trim() === '' ? named : { ...named, mobilePhone };
