import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';
import type { Stage } from './harness.ts';

/** The code that the latest message of this kind carries, as its reader gets it. */
export async function codeIn({ db, deps }: Stage, kind: string, recipient: string): Promise<string> {
  const { sealedSecrets } = await db
    .selectFrom('messages')
    .select('sealedSecrets')
    .where('kind', '=', kind)
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return secretsOf(deps.secrets, sealedSecrets)[0]!;
}
