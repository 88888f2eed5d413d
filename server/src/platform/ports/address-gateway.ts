import type { AddressSuggestion } from '@kerb/domain/properties/properties.contract.ts';

/** The provider did not answer, or not in time. The user then types the address by hand. */
export class AddressesUnavailable extends Error {}

/** Suggests addresses of the country. */
export type AddressGateway = {
  /** The best matches first. Throws if the provider fails. Stops waiting when the signal aborts. */
  suggest: (partialAddress: string, signal: AbortSignal) => Promise<AddressSuggestion[]>;
};
