import { type IdentityGateway, IdentityUnavailable } from '@kerb/server/gateways/identity/identity.ts';

const unreachable = () => new IdentityUnavailable('The identity provider could not be reached.');

/** How a check of someone with this surname goes, to see what happens then. Everybody else is who they say. */
const behaviours: Record<string, 'nobody' | 'unreachable' | 'silent'> = {
  nomatch: 'nobody',
  unreachable: 'unreachable',
  silent: 'silent',
};

const isSilent = (entityId: string) => entityId.endsWith('-silent');

/** A provider that knows nobody: what it answers is in the name. */
export function sandboxIdentity(publicUrl: string): IdentityGateway {
  return {
    createProfile: async ({ reference, surname }) => {
      const behaviour = behaviours[surname.toLowerCase()] ?? 'known';
      if (behaviour === 'unreachable') throw unreachable();
      const entityId = `demo-${reference}-${behaviour}`;
      return { entityId, link: `${publicUrl}/sandbox/identity/${entityId}` };
    },
    runCheck: async (entityId) => {
      if (isSilent(entityId)) throw unreachable();
      return entityId.endsWith('-nobody') ? 'fail' : 'pass';
    },
    sendSms: async (entityId) => {
      if (isSilent(entityId)) throw unreachable();
    },
  };
}
