import type { Role, TenantUserType } from '@kerb/domain/access/actor.ts';
import { Avatar } from '@kerb/web/design/avatar.tsx';
import { ColourSchemeChoice } from '@kerb/web/design/colour-scheme.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { SingleKeysSwitch } from '@kerb/web/design/single-keys-switch.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Group, Stack, Text } from '@mantine/core';

const roleLabels: Record<Role, string> = { admin: 'Administrator', tenant_user: 'Team Member', vendor: 'Vendor' };
const standingLabels: Record<TenantUserType, string> = { manager: 'Manager', employee: 'Employee' };

export function AccountDetailsScreen() {
  const { displayName, emailAddress, role, memberships } = useSession();
  return (
    <>
      <PageHeader title="Account Details" />
      <Stack gap="lg" maw={720}>
        <Surface>
          <Group align="flex-start" gap="lg" wrap="nowrap">
            <Avatar name={displayName} size={56} />
            <Facts
              rows={[
                ['Name', displayName],
                ['Email', emailAddress],
                ['Role', roleLabels[role]],
              ]}
            />
          </Group>
        </Surface>
        {role === 'tenant_user' && (
          <Surface title="Organisations">
            {memberships.length === 0 && <Text size="sm">You belong to no organisation at present.</Text>}
            <Facts
              rows={memberships.map(({ tenantId, tenantName, tenantUserType }) => [
                <LinkText key={tenantId} to="/agencies/$tenantId/applications" params={{ tenantId }} size="sm">
                  {tenantName}
                </LinkText>,
                standingLabels[tenantUserType],
              ])}
            />
          </Surface>
        )}
        <Surface title="Colour scheme">
          <Group>
            <ColourSchemeChoice />
          </Group>
        </Surface>
        <Surface title="Keyboard">
          <SingleKeysSwitch />
        </Surface>
      </Stack>
    </>
  );
}
