import type { MessageTemplate, PayerMessageKind } from '@kerb/domain/notifications/payer-templates.ts';
import { decideTemplate, previewTemplate, templateRules } from '@kerb/domain/notifications/template-rules.ts';
import {
  type MessageTemplateView,
  newTemplate,
  type TemplateVersion,
} from '@kerb/domain/notifications/templates.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { MailPaper, SmsBubble } from '@kerb/web/features/payers/message-preview.tsx';
import { newestTemplate, useTemplateChanges } from '@kerb/web/features/templates/templates.queries.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';

type Typed = { subject: string; body: string; sms: string };

const typedOf = ({ subject, body, sms }: TemplateVersion): Typed => ({ subject, body, sms: sms ?? '' });
const wordsOf = ({ subject, body, sms }: Typed): MessageTemplate => ({ subject, body, sms: sms || null });

/** As a payer would get it, with invented names. Shown once the template follows the rules. */
function Preview({ kind, typed }: { kind: PayerMessageKind; typed: Typed }) {
  const where = { country: countryRules(), site: globalThis.location.origin };
  const decided = decideTemplate(kind, wordsOf(typed), where);
  if (!decided.ok) {
    const [[error] = []] = Object.values(decided.validation ?? {});
    return <Text c="dimmed">{`The preview is shown once this is right: ${error?.message ?? decided.because}`}</Text>;
  }
  const { subject, text, sms, hard } = previewTemplate(kind, decided.value, where);
  return (
    <Stack gap="md">
      <Text fw={600}>{subject}</Text>
      <MailPaper text={text} />
      {sms && <SmsBubble text={sms.text} />}
      {sms && (
        <Text size="sm" c="dimmed">
          {sms.segments === 1 ? 'The text message has 1 part.' : `The text message has ${sms.segments} parts.`}
        </Text>
      )}
      {hard.length > 0 && (
        <Alert color="attention" title="Hard to read">
          {hard.map(({ sentence }) => (
            <div key={sentence}>{sentence}</div>
          ))}
        </Alert>
      )}
    </Stack>
  );
}

/** The words of one message, and how they will look. */
export function TemplateForm({ template }: { template: MessageTemplateView }) {
  const { kind, label, current } = template;
  const { change } = useTemplateChanges(kind);
  const hasSms = templateRules[kind].sms !== undefined;
  const basedOn = useRef(current.id);
  const form = useContractForm({
    body: newTemplate,
    initialValues: typedOf(current),
    toBody: (typed) => ({ ...wordsOf(typed), basedOn: basedOn.current }),
    submit: async (body) => {
      await withProgress(savingText, () => change(body));
      toast.success('Saved');
    },
    // Not through the cache, which would show the other version at once and lose what was typed.
    reload: async () => {
      const theirs = await newestTemplate(kind);
      basedOn.current = theirs.id;
      return typedOf(theirs);
    },
  });
  return (
    <>
      <Surface title="Text">
        <ContractForm form={form} label={`Template: ${label}`}>
          <TextInput label="Subject" withAsterisk {...form.field('subject')} />
          <Textarea label="Email" withAsterisk rows={14} resize="vertical" {...form.field('body')} />
          {hasSms && <Textarea label="Text message" withAsterisk rows={4} resize="vertical" {...form.field('sms')} />}
          <Text size="sm" c="dimmed">
            The greeting, the phone number and ‘Is this message really from us?’ are added to every email.
          </Text>
          <Group justify="flex-end">
            <SubmitButton disabled={!form.isDirty}>Save</SubmitButton>
          </Group>
        </ContractForm>
      </Surface>
      <Surface title="Preview">
        <Preview kind={kind} typed={form.form.values} />
      </Surface>
    </>
  );
}
