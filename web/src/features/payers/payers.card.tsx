import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { ownersHint } from '@kerb/domain/agreements/create-form.ts';
import { notSent } from '@kerb/domain/payers/payer-rules.ts';
import type { Payer } from '@kerb/domain/payers/payers.contract.ts';
import { beforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { payerWord } from '@kerb/domain/vocabulary/value-lists.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import rows from '@kerb/web/design/person-rows.module.css';
import { withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { payersOf } from '@kerb/web/features/campaigns/ask-before-ending.ts';
import { PayerItem } from '@kerb/web/features/payers/payer-item.tsx';
import { usePayerChanges } from '@kerb/web/features/payers/payers.queries.ts';
import { PaymentUrl } from '@kerb/web/features/payers/payment-url.tsx';
import { SendFailureAlert } from '@kerb/web/features/payers/send-failure.tsx';
import { isWaiting, useSending } from '@kerb/web/features/payers/sending.ts';
import { now } from '@kerb/web/platform/clock.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';

// Number plans for phones are heavy, and only this dialog needs them.
const AddPayerDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payers/add-payer.dialog.tsx')).AddPayerDialog,
);

const SendMessagesDialog = lazyComponent(
  async () => (await import('@kerb/web/features/payers/send-messages.dialog.tsx')).SendMessagesDialog,
);

const justSentMs = 60_000;

function isOnItsWay({ delivery, sentDate }: Payer): boolean {
  if (delivery !== 'queued' || !sentDate) return false;
  return Date.parse(now()) - Date.parse(sentDate) < justSentMs;
}

/** The payers; polled while a message to one of them is being delivered. */
const usePayers = (id: number) =>
  useQuery({
    ...payersOf(id),
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? 4_000 : false),
  });

function useRemoval(agreementId: number) {
  const { removePayer } = usePayerChanges(agreementId);
  return async ({ id, displayName }: Payer) => {
    const isSure = await confirm({
      title: 'Remove payer',
      text: `Are you sure you want to remove ${displayName}? Their Payment URL will stop working.`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!isSure) return;
    try {
      await withProgress('Removing payer...', () => removePayer(id));
      toast.success('payer removed');
    } catch (error) {
      toast.error(error);
    }
  };
}

/** What the reader may do with this campaign's payers, in its current status. */
function usePayerRights({ status, tenant }: Agreement) {
  const may = useMay();
  const isOpen = beforeApproval.includes(status);
  return {
    add: isOpen && may('payer.add', tenant),
    send: isOpen && may('payer.send', tenant),
    remove: isOpen && may('payer.remove', tenant),
  };
}

type PayersCardProps = {
  agreement: Agreement;
  /** Renders the dialog with a payer's details. It belongs to the signing room, so the campaign's page passes it in. */
  renderDetails: (payer: Payer, onClose: () => void) => ReactNode;
  /** What else belongs to the payers, from a room that this one does not know. */
  more?: ReactNode;
};

/** The payers, for the team. */
export function PayersCard({ agreement, renderDetails, more }: PayersCardProps) {
  const { id, campaignBudgetFundsPurpose: purpose } = agreement;
  const { data, error, refetch } = usePayers(id);
  const [isAdding, setAdding] = useState(false);
  const rights = usePayerRights(agreement);
  const hint = ownersHint(purpose);
  const add = rights.add && (
    <Button
      variant="default"
      data-fixes="payers"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      Add payer
    </Button>
  );
  return (
    <Surface title={`${payerWord(purpose)}s`} actions={add}>
      <Stack gap="md">
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <Loaded data={error ? undefined : data} error={error} onRetry={() => void refetch()} lines={3}>
          {(payers) => (
            <PayerList agreement={agreement} payers={payers} rights={rights} renderDetails={renderDetails} />
          )}
        </Loaded>
        {more}
      </Stack>
      {isAdding && (
        <Suspense>
          <AddPayerDialog agreementId={id} hint={hint} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Surface>
  );
}

/** The payer whose link is the campaign's: the first who was added and has one. */
const linkedPayer = (payers: readonly Payer[]): Payer | undefined =>
  payers.filter(({ paymentUrl }) => paymentUrl).toSorted((a, b) => a.id - b.id)[0];

type PayerListProps = PayersCardProps & { payers: readonly Payer[]; rights: ReturnType<typeof usePayerRights> };

function PayerList({ agreement, payers, rights, renderDetails }: PayerListProps) {
  const { id, vendorUrl } = agreement;
  const linked = vendorUrl ? linkedPayer(payers) : undefined;
  const { failure, dismiss, askOne, askNudge, askAll, asked, cancel, send } = useSending(id, payers);
  const remove = useRemoval(id);
  const [opened, setOpened] = useState<Payer | null>(null);
  return (
    <>
      {failure && <SendFailureAlert failure={failure} onClose={dismiss} />}
      {payers.length === 0 ? (
        <Text size="sm">Nobody has been added yet.</Text>
      ) : (
        <ul className={rows.rows}>
          {payers.map((payer) => (
            <PayerItem
              key={payer.id}
              payer={payer}
              agreementId={id}
              hasField={payer === linked}
              onDetails={() => setOpened(payer)}
              onSend={rights.send ? () => void askOne(payer) : undefined}
              onNudge={rights.send ? () => void askNudge(payer) : undefined}
              onRemove={rights.remove ? () => void remove(payer) : undefined}
            />
          ))}
        </ul>
      )}
      {vendorUrl && linked && <PaymentUrl url={vendorUrl} payer={linked} agreementId={id} />}
      {opened && <Suspense>{renderDetails(opened, () => setOpened(null))}</Suspense>}
      {rights.send && payers.length > 0 && <SendAll waiting={payers.filter(isWaiting).length} onSend={askAll} />}
      {asked && (
        <Suspense>
          <SendMessagesDialog agreementId={id} asked={asked} onSend={(note) => void send(note)} onClose={cancel} />
        </Suspense>
      )}
    </>
  );
}

function SendAll({ waiting, onSend }: { waiting: number; onSend: () => Promise<void> }) {
  if (waiting === 0) {
    return (
      <Text size="sm" c="dimmed">
        {notSent.nobody}
      </Text>
    );
  }
  return (
    <Group>
      {/* The same action is the primary one of the page, so here it is a plain button. */}
      <Button variant="default" leftSection={<IconSend size={16} aria-hidden="true" />} onClick={() => void onSend()}>
        {`Send to ${waiting} payer(s)`}
      </Button>
    </Group>
  );
}
