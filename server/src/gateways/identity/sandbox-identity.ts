import type { IdentityOutcome } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { type IdentityGateway, IdentityUnavailable } from '@kerb/server/platform/ports/identity-gateway.ts';

const unreachable = () => new IdentityUnavailable('The identity provider could not be reached.');

/** The behaviour of the provider for test surnames. Everybody else passes. */
const behaviours: Record<string, 'nobody' | 'unreachable' | 'silent'> = {
  nomatch: 'nobody',
  unreachable: 'unreachable',
  silent: 'silent',
};

const isSilent = (entityId: string) => entityId.endsWith('-silent');

/** A provider for testing. The result is chosen on its page, or depends on the surname. */
export function sandboxIdentity(
  publicUrl: string,
  outcomeOf: (entityId: string) => Promise<IdentityOutcome | null>,
): IdentityGateway {
  const linkOf = (entityId: string) => `${publicUrl}/sandbox/identity/${entityId}`;
  return {
    createProfile: async ({ reference, surname }) => {
      const behaviour = behaviours[surname.toLowerCase()] ?? 'known';
      if (behaviour === 'unreachable') throw unreachable();
      const entityId = `demo-${reference}-${behaviour}`;
      return { entityId, link: linkOf(entityId) };
    },
    runCheck: async (entityId) => {
      if (isSilent(entityId)) throw unreachable();
      const outcome = await outcomeOf(entityId);
      if (outcome !== null) return outcome === 'pass' ? 'pass' : 'fail';
      return entityId.endsWith('-nobody') ? 'fail' : 'pass';
    },
    sendSms: async (entityId) => {
      if (isSilent(entityId)) throw unreachable();
      return { link: linkOf(entityId) };
    },
  };
}
