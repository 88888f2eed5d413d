import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import { mailSenderName } from '@kerb/domain/notifications/sender.ts';
import { smsSegments } from '@kerb/domain/notifications/sms-text.ts';
import { decideNote } from '@kerb/domain/payers/payer-note.ts';
import { decideSend, notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { MessagePreview } from '@kerb/domain/payers/payers.contract.ts';
import { displayName } from '@kerb/domain/people/names.ts';
import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';
import { hiddenPaymentUrl, paymentUrl } from '@kerb/server/features/agreements/agreement-view.ts';
import { type AgreementRecord, campaignInScope } from '@kerb/server/features/agreements/agreements.repository.ts';
import { scheduleOf } from '@kerb/server/features/agreements/approval-facts.ts';
import { linkMessages } from '@kerb/server/features/payers/link-messages.ts';
import { type PayerRecord, payersOf } from '@kerb/server/features/payers/payers.repository.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type CampaignSender, campaignSenders } from '@kerb/server/platform/outbox/campaign-senders.ts';
import { mustAllow } from '@kerb/server/platform/problems/problem.ts';

const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

type Previewed = { agreement: AgreementRecord; sender: CampaignSender; note: string | null; isReminder: boolean };

async function previewOf(
  deps: Deps,
  { agreement, sender, ...words }: Previewed,
  payer: PayerRecord,
): Promise<MessagePreview> {
  const about = { vendorId: payer.id, displayName: displayName(payer) };
  if (!payer.emailAddress) return { ...about, problem: notSent.noAddress, email: null, sms: null };
  const { email, sms } = await linkMessages({ tx: deps.db, deps }, agreement, payer, words);
  const shown = (text: string) => fillSecrets(text, [hiddenPaymentUrl(deps)]);
  const { config, country } = deps;
  return {
    ...about,
    problem: null,
    email: {
      to: payer.emailAddress,
      from: `${mailSenderName(sender.organisation, country.brand)} <${addressIn(config.mailFrom)}>`,
      replyTo: sender.agentEmail,
      subject: email.subject,
      text: shown(email.body),
    },
    sms: sms && {
      to: payer.mobilePhone ?? '',
      from: sender.smsSenderName ?? config.smsNumber,
      text: shown(sms.body),
      segments: smsSegments(fillSecrets(sms.body, [paymentUrl(deps, { id: payer.id, version: 1 })])),
      hasNote: sms.hasNote,
    },
  };
}

type Asked = {
  id: number;
  vendorIds?: readonly number[] | undefined;
  note?: string | null | undefined;
  isReminder?: boolean | undefined;
};

/** The messages as sending would send them, by the same rules. Changes nothing, and shows no link. */
export async function previewMessages(
  deps: Deps,
  scope: AccessScope,
  { id, vendorIds, note, isReminder = false }: Asked,
) {
  const agreement = await campaignInScope(deps.db, scope, id);
  mustAllow(decideSend(agreement, await scheduleOf({ tx: deps.db, deps }, agreement)));
  const sender = (await campaignSenders(deps.db, [id])).get(id);
  if (!sender) throw new Error(`campaign ${id} has no organisation`);
  const previewed = { agreement, sender, note: mustAllow(decideNote(note)), isReminder };
  const payers = (await payersOf(deps.db, id)).filter((payer) =>
    vendorIds ? vendorIds.includes(payer.id) : payer.signatureDate === null,
  );
  const items: MessagePreview[] = [];
  for (const payer of payers) items.push(await previewOf(deps, previewed, payer));
  return { items };
}
