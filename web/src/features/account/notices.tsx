import { tenantUserTypeLabels } from '@kerb/domain/access/actor.ts';
import type { Account } from '@kerb/domain/account/account.contract.ts';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/account/account.module.css';
import { useAccountChanges } from '@kerb/web/features/account/account.queries.ts';
import { Checkbox, Stack, Text } from '@mantine/core';

/** The user's organisations, and the notices that each sends them by e-mail. */
export function Notices({ account }: { account: Account }) {
  const { saveNotices } = useAccountChanges();
  const save = async (tenantId: number, body: Parameters<typeof saveNotices>[1]) => {
    try {
      await saveNotices(tenantId, body);
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  if (account.tenants.length === 0) return <Text size="sm">You belong to no organisation at present.</Text>;
  return (
    <Stack gap="md">
      <Text size="sm">We always write to you about campaigns that are assigned to you.</Text>
      <ul className={classes.list}>
        {account.tenants.map(({ tenantId, tenantName, tenantUserType, ...flags }) => (
          <li key={tenantId} className={classes.item}>
            <span>
              <LinkText to="/agencies/$tenantId/applications" params={{ tenantId }} size="sm">
                {tenantName}
              </LinkText>{' '}
              <ToneBadge tone="neutral">{tenantUserTypeLabels[tenantUserType]}</ToneBadge>
            </span>
            <Checkbox
              label="All agent notices"
              aria-label={`All agent notices of ${tenantName}`}
              checked={flags.receivesAllAgentNotices}
              onChange={({ currentTarget }) => void save(tenantId, { receivesAllAgentNotices: currentTarget.checked })}
            />
            <Checkbox
              label="Billing email notices"
              aria-label={`Billing email notices of ${tenantName}`}
              checked={flags.receivesBillingEmailNotices}
              onChange={({ currentTarget }) =>
                void save(tenantId, { receivesBillingEmailNotices: currentTarget.checked })
              }
            />
          </li>
        ))}
      </ul>
    </Stack>
  );
}
