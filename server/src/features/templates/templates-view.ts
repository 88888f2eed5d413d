import {
  defaultTemplate,
  type PayerMessageKind,
  payerMessageKinds,
} from '@kerb/domain/notifications/payer-templates.ts';
import { templateRules } from '@kerb/domain/notifications/template-rules.ts';
import type { MessageTemplateView, TemplateVersion } from '@kerb/domain/notifications/templates.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { wordsIn } from '@kerb/server/platform/outbox/message-templates.ts';

const shipped = (kind: PayerMessageKind): TemplateVersion => ({
  id: null,
  date: null,
  userName: null,
  ...defaultTemplate(kind),
  isDefault: true,
});

/** Every version of a template, the newest first. The last one is what the code ships. */
export async function versionsOf(db: Database | Tx, kind: PayerMessageKind): Promise<TemplateVersion[]> {
  const rows = await db
    .selectFrom('messageTemplates as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'm.subject', 'm.body', 'm.sms', 'm.createdDate', 'u.firstName', 'u.surname'])
    .where('m.kind', '=', kind)
    .orderBy('m.id', 'desc')
    .execute();
  const written = rows.map((row): TemplateVersion => {
    const words = wordsIn(row);
    const who = { id: row.id, date: row.createdDate, userName: displayName(row) };
    return { ...who, ...(words ?? defaultTemplate(kind)), isDefault: words === null };
  });
  return [...written, shipped(kind)];
}

export async function viewTemplate(db: Database | Tx, kind: PayerMessageKind): Promise<MessageTemplateView> {
  const [current = shipped(kind)] = await versionsOf(db, kind);
  return { kind, href: `/v1/message-templates/${kind}`, label: templateRules[kind].label, current };
}

export async function viewTemplates(db: Database | Tx): Promise<{ items: MessageTemplateView[] }> {
  const items: MessageTemplateView[] = [];
  for (const kind of payerMessageKinds) items.push(await viewTemplate(db, kind));
  return { items };
}
