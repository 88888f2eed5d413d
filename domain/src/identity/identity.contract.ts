import { signatory } from '@kerb/domain/signing/signatories.contract.ts';
import { id } from '@kerb/domain/wire/codecs.ts';
import { defineEndpoints } from '@kerb/domain/wire/endpoint.ts';
import * as z from 'zod/mini';

/** The messages for an admin when the identity provider fails. */
export const identityFailures = {
  createProfile: 'There was an error while creating profile',
  runCheck: 'There was an error while running check',
  sendSms: 'There was an error while sending SMS',
} as const;

export const identityNotSetUp = 'Identity checks are not set up.';

const whom = z.strictObject({ signatoryId: id });

// biome-ignore format: a table
export const identityEndpoints = defineEndpoints({
  createProfile: { method: 'POST', path: '/v2/frankie-one/create-profile', permission: 'identity.check', summary: 'Create a signatory’s profile at the identity provider', body: whom, response: signatory, withoutKey: 'provider', also: [404] },
  runCheck:      { method: 'POST', path: '/v2/frankie-one/run-check', permission: 'identity.check', summary: 'Check a signatory’s identity', body: whom, response: signatory, withoutKey: 'provider', also: [404] },
  sendSms:       { method: 'POST', path: '/v2/frankie-one/send-sms', permission: 'identity.check', summary: 'Send a signatory the link to a biometric check', body: whom, response: signatory, withoutKey: 'provider', also: [404] },
});
