import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { webAddress } from '@kerb/domain/agreements/contact-fields.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { CardButtons } from '@kerb/web/features/campaigns/card-buttons.tsx';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';

const fields: CardFields<{ externalListingUrl: string }> = {
  valuesOf: ({ externalListingUrl }) => ({ externalListingUrl: externalListingUrl ?? '' }),
  toBody: ({ externalListingUrl }) => ({ externalListingUrl: externalListingUrl.trim() || null }),
};

/** A link to the listing, but only if it is a web address. */
function ListingLink({ url }: { url: string | null | undefined }) {
  if (!url || !z.safeParse(webAddress, url).success) return null;
  return (
    <Anchor inherit href={url} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Anchor>
  );
}

/** The property's listing on the web. */
export function ListingCard({ record, standing }: { record: Versioned<Agreement>; standing: Standing }) {
  const { status, externalListingUrl } = record.value;
  return (
    <Surface title={labelOfField('externalListingUrl')}>
      <Stack gap="md">
        <Text size="sm" component="div">
          {externalListingUrl ? <ListingLink url={externalListingUrl} /> : 'Not listed yet.'}
        </Text>
        {mayChangeGroup('listing', standing, status) && <ListingForm record={record} />}
      </Stack>
    </Surface>
  );
}

function ListingForm({ record }: { record: Versioned<Agreement> }) {
  const form = useCardForm(record, fields);
  return (
    <ContractForm form={form} label={labelOfField('externalListingUrl')}>
      <TextInput
        type="url"
        inputMode="url"
        label="Listing URL"
        placeholder="https://"
        autoComplete="off"
        maxLength={500}
        {...form.field('externalListingUrl')}
      />
      <CardButtons form={form} />
    </ContractForm>
  );
}
