import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { ApiReference, documentPath } from '@kerb/web/features/developer/api-reference.tsx';
import { AuthenticationGuide } from '@kerb/web/features/developer/authentication-guide.tsx';
import { WebhooksGuide } from '@kerb/web/features/developer/webhooks-guide.tsx';
import { Anchor, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

const route = getRouteApi('/developer');

const views = [
  { value: 'reference', label: 'API reference' },
  { value: 'authentication', label: 'Authentication' },
  { value: 'webhooks', label: 'Webhooks' },
] as const;

const parts = { reference: ApiReference, authentication: AuthenticationGuide, webhooks: WebhooksGuide };

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
          <Anchor size="sm" href={documentPath} target="_blank" rel="noreferrer">
            OpenAPI document
          </Anchor>
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
