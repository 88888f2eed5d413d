import { endPasswordLinks } from '@kerb/server/features/session/password-links.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/**
 * People log in with their e-mail address. When it changes, the logon changes too, and links sent to the old one are
 * revoked.
 */
export async function changeLogon(work: Work, user: { userId: number; emailAddress: string }): Promise<void> {
  await work.tx
    .updateTable('credentials')
    .set({ logonIdentifier: user.emailAddress, lastUpdateDate: work.now })
    .where('userId', '=', user.userId)
    .where('type', '=', 'logon')
    .execute();
  await endPasswordLinks(work.tx, user.userId);
}
