import { isBudgetAboveZero } from '@kerb/domain/agreements/new-campaign.ts';
import { newPayer } from '@kerb/domain/agreements/new-payer.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { Cents } from '@kerb/domain/kernel/money.ts';
import type { OrganisationType } from '@kerb/domain/vocabulary/organisation-types.ts';
import { type FundsPurpose, fundsPurposeLabels } from '@kerb/domain/vocabulary/value-lists.ts';
import * as z from 'zod/mini';

/** One payer of the Create referral dialog, as typed. */
export type PayerSlot = { firstName: string; surname: string; emailAddress: string; mobilePhone: string };
export const emptySlot: PayerSlot = { firstName: '', surname: '', emailAddress: '', mobilePhone: '' };

/** A deposit is never the default. It has its own button, shown if the organisation has deposits enabled. */
export const defaultFundsPurpose = (organisation: OrganisationType): FundsPurpose =>
  organisation === 'agency' ? 'marketing' : 'styling';

export const createTitle = (purpose: FundsPurpose): string =>
  purpose === 'deposit' ? 'Create Deposit Payment Request' : `Create ${fundsPurposeLabels[purpose]} Referral`;

/** Null for a deposit, because a buyer is not on the title yet. */
export const ownersHint = (purpose: FundsPurpose): string | null =>
  purpose === 'deposit' ? null : 'All registered owners on the title must be added';

const isBlank = (slot: PayerSlot): boolean => Object.values(slot).every((typed) => typed.trim() === '');

/** Leaves out an empty mobile, because the API refuses it. */
function payerOf({ mobilePhone, ...named }: PayerSlot) {
  return mobilePhone.trim() === '' ? named : { ...named, mobilePhone };
}

/** A slot is complete if the server would accept it: the same contract decides. */
export const isSlotComplete = (slot: PayerSlot): boolean => z.safeParse(newPayer, payerOf(slot)).success;

/** The slots that are sent. The first payer is required; a further slot that was left empty is ignored. */
export const countedSlots = (slots: readonly PayerSlot[]): PayerSlot[] =>
  slots.filter((slot, place) => place === 0 || !isBlank(slot));

/** The positions of slots that share an email address with another slot, ignoring case. */
export function slotsSharingEmail(slots: readonly PayerSlot[]): number[] {
  const addresses = slots.map((slot) => slot.emailAddress.trim().toLowerCase());
  const isShared = (address: string) => address !== '' && addresses.indexOf(address) !== addresses.lastIndexOf(address);
  return addresses.flatMap((address, place) => (isShared(address) ? [place] : []));
}

export type CreateForm = {
  amountCents: Cents | null;
  date: Day | null;
  slots: readonly PayerSlot[];
  isLoading: boolean;
};

/** Whether the Create button is enabled. */
export function mayCreate({ amountCents, date, slots, isLoading }: CreateForm): boolean {
  const counted = countedSlots(slots);
  return (
    !isLoading &&
    isBudgetAboveZero(amountCents) &&
    Boolean(date) &&
    counted.length > 0 &&
    counted.every(isSlotComplete) &&
    slotsSharingEmail(counted).length === 0
  );
}
