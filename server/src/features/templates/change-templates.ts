import { realActorOf } from '@kerb/domain/access/actor.ts';
import { changesBetween } from '@kerb/domain/audit/activity.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import {
  defaultTemplate,
  type MessageTemplate,
  type PayerMessageKind,
} from '@kerb/domain/notifications/payer-templates.ts';
import { decideTemplate, templateRules } from '@kerb/domain/notifications/template-rules.ts';
import type { newTemplate } from '@kerb/domain/notifications/templates.contract.ts';
import { record } from '@kerb/server/platform/audit.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import { wordsIn } from '@kerb/server/platform/outbox/message-templates.ts';
import { conflict, mustAllow, notFound } from '@kerb/server/platform/problems/problem.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import type * as z from 'zod/mini';

type Newest = { id: number | null; words: MessageTemplate | null };

/** Two admins cannot both write on top of the same version. */
async function newestOf({ tx }: Work, kind: PayerMessageKind, basedOn: number | null): Promise<Newest> {
  await takeTurn(tx, 'messageTemplates');
  const row = await tx
    .selectFrom('messageTemplates')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if ((row?.id ?? null) !== basedOn) throw conflict();
  return { id: row?.id ?? null, words: row ? wordsIn(row) : null };
}

async function write(
  work: Work,
  kind: PayerMessageKind,
  before: Newest,
  after: MessageTemplate | null,
  description: string,
): Promise<void> {
  const actor = realActorOf(must(work.actor, 'person who changes a template'));
  await work.tx
    .insertInto('messageTemplates')
    .values({
      kind,
      subject: after?.subject ?? null,
      body: after?.body ?? null,
      sms: after?.sms ?? null,
      userId: actor.userId,
      createdDate: work.now,
    })
    .execute();
  const [was, is] = [before.words ?? defaultTemplate(kind), after ?? defaultTemplate(kind)];
  await record(work, {
    activityCode: 'tenant_update',
    description: `${description}: ${templateRules[kind].label}`,
    data: { template: kind, ...changesBetween(was, is) },
    isOnlyRead: true,
  });
}

export async function changeTemplate(
  work: Work,
  kind: PayerMessageKind,
  { basedOn, ...typed }: z.output<typeof newTemplate>,
): Promise<void> {
  const { country, config } = work.deps;
  const template = mustAllow(
    decideTemplate(kind, { ...typed, sms: typed.sms ?? null }, { country, site: config.publicUrl }),
  );
  await write(work, kind, await newestOf(work, kind, basedOn), template, 'Message template changed');
}

type Restored = { version: number | null; basedOn: number | null };

/** Writes an earlier version once more, so that nothing of the history is lost. Null: the words that the code ships. */
export async function restoreTemplate(
  work: Work,
  kind: PayerMessageKind,
  { version, basedOn }: Restored,
): Promise<void> {
  const before = await newestOf(work, kind, basedOn);
  const row =
    version === null
      ? null
      : await work.tx
          .selectFrom('messageTemplates')
          .selectAll()
          .where('kind', '=', kind)
          .where('id', '=', version)
          .executeTakeFirst();
  if (row === undefined) throw notFound('version');
  await write(work, kind, before, row && wordsIn(row), 'Message template restored');
}
