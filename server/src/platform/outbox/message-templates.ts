import type { MessageTemplate, PayerMessageKind } from '@kerb/domain/notifications/payer-templates.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';

type Row = { subject: string | null; body: string | null; sms: string | null };

/** The words of a stored version; null if it goes back to those that the code ships. */
export const wordsIn = ({ subject, body, sms }: Row): MessageTemplate | null =>
  subject === null || body === null ? null : { subject, body, sms };

/** The template that an admin wrote for a message; null: the one that the code ships. */
export async function templateOf(db: Database | Tx, kind: PayerMessageKind): Promise<MessageTemplate | null> {
  const newest = await db
    .selectFrom('messageTemplates')
    .select(['subject', 'body', 'sms'])
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? wordsIn(newest) : null;
}
