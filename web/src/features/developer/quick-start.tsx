import { scopes } from '@kerb/domain/access/scopes.ts';
import { integrationEndpoints } from '@kerb/domain/integrations/integrations.contract.ts';
import { type Language, languageLabels, languages, quickStart } from '@kerb/domain/integrations/samples.ts';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

/** Printed from the OpenAPI document; the build puts it beside the pages. */
export const collectionPath = '/kerb.postman_collection.json';

type Managed = { tenantId: number; tenantName: string };

/** In a sandbox, a program of an organisation of the demo data with every scope, by one click. */
function TestCredential({ tenantId, tenantName }: Managed) {
  const [made, setMade] = useState<{ clientId: string; clientSecret: string | null } | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const create = async () => {
    setError(null);
    try {
      const body = { name: 'Test of a developer', scopes: [...scopes] };
      setMade(await withProgress('Saving...', () => call(integrationEndpoints.create, { params: { tenantId }, body })));
    } catch (failure) {
      setError(failure as Error);
    }
  };
  if (made) {
    const text = `export CLIENT_ID=${made.clientId}\nexport CLIENT_SECRET=${made.clientSecret}`;
    return (
      <>
        <CodeBlock label="Your credential" text={text} />
        <Text size="sm">The secret is not shown again. The program is in the settings of {tenantName}.</Text>
      </>
    );
  }
  return (
    <>
      <Text size="sm">This is a sandbox: {tenantName} is a test organisation with demo data.</Text>
      <Group>
        <Button onClick={() => void create()}>Create a test credential</Button>
      </Group>
      {error && <ErrorState error={error} onRetry={() => void create()} />}
    </>
  );
}

function Credential() {
  const { memberships } = useSession();
  const may = useMay();
  const managed = memberships.filter(({ tenantId }) => may('integration.change', tenantId));
  const [first] = managed;
  if (!first) return <Text size="sm">A manager of your organisation adds the program and gives you its secret.</Text>;
  if (settings().sandbox) return <TestCredential {...first} />;
  return managed.map(({ tenantId, tenantName }) => (
    <LinkText key={tenantId} to="/agencies/$tenantId/settings" params={{ tenantId }}>
      Settings of {tenantName}
    </LinkText>
  ));
}

/** From nothing to the first campaign. The samples are run by the tests as they are shown. */
export function QuickStart() {
  const [language, setLanguage] = useState<Language>('curl');
  const options = languages.map((value) => ({ value, label: languageLabels[value] }));
  return (
    <Stack gap="md">
      <Surface title="1. Get a credential">
        <Stack gap="sm">
          <Text size="sm">
            A program has a client ID and a secret, and acts for one organisation. Keep them in the environment as
            CLIENT_ID and CLIENT_SECRET.
          </Text>
          <Credential />
        </Stack>
      </Surface>
      <Surface title="2. Create a campaign">
        <Stack gap="sm">
          <Text size="sm">
            Each sample gets a token, creates a campaign once, and lists what has changed. It needs nothing but curl,
            Node, or Python with requests.
          </Text>
          <Group>
            <ButtonChoice label="Language" options={options} value={language} onChange={setLanguage} />
          </Group>
          <CodeBlock label={languageLabels[language]} text={quickStart(window.location.origin)[language]} />
        </Stack>
      </Surface>
      <Surface title="3. Go on">
        <Text size="sm">
          The reference has every call with its fields. In Postman, Bruno or Insomnia, import{' '}
          <Anchor size="sm" underline="always" href={collectionPath} download>
            the collection of all calls
          </Anchor>
          . For TypeScript there is a client with types, retries and pages.
        </Text>
      </Surface>
    </Stack>
  );
}
