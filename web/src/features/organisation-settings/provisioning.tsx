import { type ProvisioningToken, provisioningEndpoints } from '@kerb/domain/organisations/provisioning.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { CopyButton } from '@kerb/web/design/copy-button.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/organisation-settings/login-provider.module.css';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const tokensOf = (tenantId: number) =>
  queryOptions({
    queryKey: ['provisioning', tenantId],
    queryFn: ({ signal }) => call(provisioningEndpoints.list, { params: { tenantId }, signal }),
  });

const endAsked = {
  title: 'End this token?',
  text: 'Your directory can no longer add and remove members with it.',
  confirmLabel: 'End it',
  danger: true,
};

function useTokens(tenantId: number) {
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    try {
      await withProgress(savingText, work);
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: tokensOf(tenantId).queryKey });
  };
  return {
    token,
    forget: () => setToken(null),
    add: () => run(async () => setToken((await call(provisioningEndpoints.add, { params: { tenantId } })).token)),
    end: async ({ id: provisioningTokenId }: ProvisioningToken) => {
      if (!(await confirm(endAsked))) return;
      await run(() => call(provisioningEndpoints.end, { params: { tenantId, provisioningTokenId } }));
    },
  };
}

function TokenItem({ item, onEnd }: { item: ProvisioningToken; onEnd: () => void }) {
  return (
    <li className={classes.head}>
      <Text size="sm">
        {'Made '}
        <DateText value={item.createdDate} style="time" />
        {item.createdByName && ` by ${item.createdByName}`}
        {item.lastUsageDate ? (
          <>
            {', last used '}
            <DateText value={item.lastUsageDate} style="time" />
          </>
        ) : (
          ', not used yet'
        )}
      </Text>
      <Button size="xs" variant="default" aria-label={`End the token ${item.id}`} onClick={onEnd}>
        End
      </Button>
    </li>
  );
}

/** The tokens with which the directory of an organisation adds and removes its members. */
export function Provisioning({ tenantId }: { tenantId: number }) {
  const { data, error, refetch } = useQuery(tokensOf(tenantId));
  const { token, forget, add, end } = useTokens(tenantId);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LinesSkeleton lines={2} />;
  return (
    <Stack gap="md">
      <Text size="sm">
        Your directory (SCIM 2.0) adds members and removes those who leave. Its address is <code>{data.baseUrl}</code>{' '}
        <CopyButton label="SCIM address" text={data.baseUrl} />
      </Text>
      {data.items.length === 0 && <Text size="sm">There is no token yet.</Text>}
      {data.items.length > 0 && (
        <ul className={classes.domains} aria-label="Tokens of the directory">
          {data.items.map((item) => (
            <TokenItem key={item.id} item={item} onEnd={() => void end(item)} />
          ))}
        </ul>
      )}
      <div>
        <Button variant="default" onClick={() => void add()}>
          Make a Token
        </Button>
      </div>
      {token && (
        <Modal opened onClose={forget} title="Token for your directory">
          <ShownOnce values={[['Token', token]]} onClose={forget} />
        </Modal>
      )}
    </Stack>
  );
}
