import type { PayerSlot } from '@kerb/domain/agreements/create-form.ts';

/** An empty mobile is left out of what is sent. */
export const payerBody = ({ mobilePhone, ...named }: PayerSlot) =>
  mobilePhone.trim() === '' ? named : { ...named, mobilePhone };

export const isBlankSlot = (slot: PayerSlot): boolean => Object.values(slot).every((typed) => typed.trim() === '');
