import { must } from '@kerb/domain/kernel/must.ts';
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

const written = (db: Database | Tx) =>
  db
    .selectFrom('messageTemplates as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['m.id', 'm.kind', 'm.subject', 'm.body', 'm.sms', 'm.createdDate', 'u.firstName', 'u.surname']);
type Row = Awaited<ReturnType<ReturnType<typeof written>['execute']>>[number];

function versionOf(kind: PayerMessageKind, row: Row): TemplateVersion {
  const words = wordsIn(row);
  const who = { id: row.id, date: row.createdDate, userName: displayName(row) };
  return { ...who, ...(words ?? defaultTemplate(kind)), isDefault: words === null };
}

/** Every version of a template, the newest first. The last one is what the code ships. */
export async function versionsOf(db: Database | Tx, kind: PayerMessageKind): Promise<TemplateVersion[]> {
  const rows = await written(db).where('m.kind', '=', kind).orderBy('m.id', 'desc').execute();
  return [...rows.map((row) => versionOf(kind, row)), shipped(kind)];
}

/** The newest version of each kind, with one query. */
async function newestOf(db: Database | Tx, kinds: readonly PayerMessageKind[]): Promise<MessageTemplateView[]> {
  const rows = await written(db)
    .distinctOn('m.kind')
    .where('m.kind', 'in', kinds)
    .orderBy('m.kind')
    .orderBy('m.id', 'desc')
    .execute();
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  return kinds.map((kind) => {
    const row = byKind.get(kind);
    const current = row ? versionOf(kind, row) : shipped(kind);
    return { kind, href: `/v1/message-templates/${kind}`, label: templateRules[kind].label, current };
  });
}

export async function viewTemplate(db: Database | Tx, kind: PayerMessageKind): Promise<MessageTemplateView> {
  const [view] = await newestOf(db, [kind]);
  return must(view, `template ${kind}`);
}

export const viewTemplates = async (db: Database | Tx): Promise<{ items: MessageTemplateView[] }> => ({
  items: await newestOf(db, payerMessageKinds),
});
