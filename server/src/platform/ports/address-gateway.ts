import type { AddressSuggestion } from '@kerb/domain/properties/properties.contract.ts';

/** The provider did not answer, or not in time: the address is then typed by hand. */
export class AddressesUnavailable extends Error {}

/** Knows the addresses of the country. */
export type AddressGateway = {
  /** The best matches first. Throws where the provider fails; stops waiting for it when the signal says so. */
  suggest: (partialAddress: string, signal: AbortSignal) => Promise<AddressSuggestion[]>;
};
