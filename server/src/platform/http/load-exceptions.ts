import { identityEndpoints } from '@kerb/domain/identity/identity.contract.ts';
import { paymentEndpoints } from '@kerb/domain/payments/payments.contract.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import { sessionEndpoints } from '@kerb/domain/session/session.contract.ts';
import { signatoryEndpoints } from '@kerb/domain/signing/signatories.contract.ts';
import { signingEndpoints } from '@kerb/domain/signing/signing.contract.ts';
import type { Endpoint } from '@kerb/domain/wire/endpoint.ts';

/**
 * Endpoints that are served even while the server is overloaded, and that are not counted. They are called rarely, and
 * a person or a provider is in the middle of something. A payer's code expires, a charge may already have been made,
 * and a ticket of a sign-in works once.
 */
export const alwaysServed: ReadonlySet<Endpoint> = new Set<Endpoint>([
  signatoryEndpoints.verifyContact,
  signatoryEndpoints.unlock,
  signatoryEndpoints.requestSignature,
  signingEndpoints.sign,
  paymentEndpoints.pay,
  paymentEndpoints.gatewayEvent,
  sessionEndpoints.exchange,
  sessionEndpoints.refresh,
  sessionEndpoints.resume,
]);

/** Endpoints that wait for a provider. They are not counted: the wait may take seconds and costs us nothing. */
export const waitsForProvider: ReadonlySet<Endpoint> = new Set<Endpoint>([
  paymentEndpoints.voidPayment,
  paymentEndpoints.refund,
  propertyEndpoints.suggest,
  identityEndpoints.createProfile,
  identityEndpoints.runCheck,
  identityEndpoints.sendSms,
]);
