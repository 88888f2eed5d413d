import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { CardButtons } from '@kerb/web/features/campaigns/card-buttons.tsx';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Textarea } from '@mantine/core';

const fields: CardFields<{ campaignNotes: string }> = {
  valuesOf: ({ campaignNotes }) => ({ campaignNotes: campaignNotes ?? '' }),
  toBody: ({ campaignNotes }) => ({ campaignNotes: campaignNotes.trim() || null }),
  savedText: 'Saved Notes',
};

/** The admins' notes about a campaign, for each other. */
export function NotesCard({ record }: { record: Versioned<Agreement> }) {
  const form = useCardForm(record, fields);
  return (
    <Surface title={labelOfField('campaignNotes')}>
      <ContractForm form={form} label={labelOfField('campaignNotes')}>
        <Textarea
          label="Notes"
          description="Only admins see these."
          rows={5}
          resize="vertical"
          maxLength={8_000}
          {...form.field('campaignNotes')}
        />
        <CardButtons form={form} />
      </ContractForm>
    </Surface>
  );
}
