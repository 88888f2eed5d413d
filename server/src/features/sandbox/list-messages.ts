import type { SandboxMessage } from '@kerb/domain/sandbox/sandbox.contract.ts';
import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { pageOf } from '@kerb/server/platform/database/lists.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { linksIn } from '@kerb/server/platform/outbox/links.ts';
import { secretsOf } from '@kerb/server/platform/outbox/post-message.ts';

const mostPerPage = 200;
/** Replaces a link or code: it is deleted once a message is delivered. */
const erased = '[no longer kept]';

/** Messages as their recipients get them, newest first. Only for a sandbox: codes and links are in plain text. */
export async function listMessages({ db, secrets }: Deps, page: { page: number; perPage: number }) {
  const { limit, offset } = pageOf(page, mostPerPage);
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'channel', 'recipient', 'subject', 'body', 'sealedSecrets', 'state', 'reason', 'createdDate'])
    .select('attachmentKind')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const items = rows.map(({ recipient, body, sealedSecrets, attachmentKind, ...row }): SandboxMessage => {
    const text = fillSecrets(body, secretsOf(secrets, sealedSecrets), erased);
    const attachment = attachmentKind === null ? null : { href: `/v1/sandbox/messages/${row.id}/attachment` };
    return { ...row, to: recipient, text, links: linksIn(text), attachment };
  });
  return { items, totalItems: count };
}
