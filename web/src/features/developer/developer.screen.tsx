import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ApiReference, documentPath } from '@kerb/web/features/developer/api-reference.tsx';
import { AuthenticationGuide } from '@kerb/web/features/developer/authentication-guide.tsx';
import {
  ErrorsGuide,
  PagingGuide,
  RetriesGuide,
  SandboxGuide,
  VersionsGuide,
} from '@kerb/web/features/developer/guides.tsx';
import { collectionPath, QuickStart } from '@kerb/web/features/developer/quick-start.tsx';
import { WebhooksGuide } from '@kerb/web/features/developer/webhooks-guide.tsx';
import { WebsiteGuide } from '@kerb/web/features/developer/website-guide.tsx';
import { WordsGuide } from '@kerb/web/features/developer/words-guide.tsx';
import { Anchor, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/developer');

const views = [
  { value: 'start', label: 'Quick start' },
  { value: 'reference', label: 'API reference' },
  { value: 'authentication', label: 'Authentication' },
  { value: 'paging', label: 'Paging' },
  { value: 'errors', label: 'Errors' },
  { value: 'retries', label: 'Idempotency' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'website', label: 'On your own site' },
  { value: 'words', label: 'Words' },
  { value: 'versions', label: 'Versions' },
  { value: 'sandbox', label: 'Sandbox' },
] as const;

const parts = {
  start: QuickStart,
  reference: ApiReference,
  authentication: AuthenticationGuide,
  paging: PagingGuide,
  errors: ErrorsGuide,
  retries: RetriesGuide,
  webhooks: WebhooksGuide,
  website: WebsiteGuide,
  words: WordsGuide,
  versions: VersionsGuide,
  sandbox: SandboxGuide,
};

export function DeveloperScreen() {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const Part = parts[view];
  return (
    <>
      <PageHeader
        title="Developer"
        subtitle="Everything that these screens do can be done over HTTP."
        actions={
          <Group gap="md">
            <Anchor size="sm" href={documentPath} target="_blank" rel="noreferrer">
              OpenAPI document
            </Anchor>
            <Anchor size="sm" href={collectionPath} download>
              Postman collection
            </Anchor>
          </Group>
        }
      />
      <Stack gap="md">
        <Group>
          <ButtonChoice
            label="What to read"
            options={views}
            value={view}
            onChange={(chosen) => void navigate({ search: { view: chosen } })}
          />
        </Group>
        <Part />
      </Stack>
    </>
  );
}
