import type { Config } from '@kerb/server/platform/config.ts';
import {
  type IdentifiedPerson,
  type IdentityGateway,
  IdentityUnavailable,
} from '@kerb/server/platform/ports/identity-gateway.ts';
import { sha256 } from '@kerb/server/platform/secrets.ts';
import * as z from 'zod/mini';

const entityAnswer = z.object({ entity: z.object({ entityId: z.string().check(z.minLength(1), z.maxLength(100)) }) });
const checkAnswer = z.object({ entityProfileResult: z.object({ actionRecommended: z.string() }) });

/** Names and date of birth in the provider's format. Unknown values are left out. */
function entityOf({ reference, address, country, ...person }: IdentifiedPerson) {
  return {
    entityType: 'INDIVIDUAL',
    customerReference: reference,
    name: { givenName: person.firstName, middleName: person.middleNames ?? undefined, familyName: person.surname },
    ...(person.dateOfBirth && { dateOfBirth: { dateOfBirth: person.dateOfBirth } }),
    ...(address && {
      addresses: [
        {
          longForm: [address.street, address.city, address.state, address.postalCode].filter(Boolean).join(', '),
          country: country.threeLetterCode,
        },
      ],
    }),
    emailAddresses: [person.emailAddress],
    ...(person.mobilePhone && { phoneNumbers: [person.mobilePhone] }),
  };
}

/** FrankieOne's API, or one with the same format. */
export function httpIdentity(settings: NonNullable<Config['identity']>, timeoutMs = 15_000): IdentityGateway {
  async function call<Answer>(path: string, body: object, answer: z.ZodMiniType<Answer>, key?: string) {
    try {
      const response = await fetch(`${settings.url}${path}`, {
        method: 'POST',
        headers: {
          api_key: settings.apiKey,
          'x-frankie-customerid': settings.customerId,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
        // A redirect would send the person's data and the key elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new IdentityUnavailable(`The identity provider refused it (${response.status}).`);
      // A response that is not JSON fails here like one with missing fields. The cause below says which.
      return z.parse(answer, await response.json());
    } catch (error) {
      if (error instanceof IdentityUnavailable) throw error;
      throw new IdentityUnavailable('The identity provider could not be reached, or answered nonsense.', {
        cause: error,
      });
    }
  }
  const pathOf = (entityId: string, rest: string) => `/v1.2/entity/${encodeURIComponent(entityId)}${rest}`;
  return {
    createProfile: async (person) => {
      const asked = entityOf(person);
      // After a change of name the payer needs another profile, not the answer to the former request.
      const key = `${person.reference}-${sha256(JSON.stringify(asked)).toString('hex').slice(0, 16)}`;
      const { entity } = await call('/v1.2/entity', { entity: asked }, entityAnswer, key);
      return { entityId: entity.entityId, link: `${settings.portalUrl}/entity/${encodeURIComponent(entity.entityId)}` };
    },
    runCheck: async (entityId) => {
      const { entityProfileResult } = await call(pathOf(entityId, '/verify/profile/full'), {}, checkAnswer);
      return /^pass/i.test(entityProfileResult.actionRecommended) ? 'pass' : 'fail';
    },
    sendSms: async (entityId, mobilePhone) => {
      await call(pathOf(entityId, '/idvalidate/initProcess'), { mobileNumber: mobilePhone }, z.unknown());
      return null;
    },
  };
}
