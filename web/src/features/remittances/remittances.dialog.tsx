import { type RemittedMonth, remittanceTitle } from '@kerb/domain/batches/remittances.contract.ts';
import { writtenMonth } from '@kerb/domain/kernel/dates.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { moneyText } from '@kerb/web/design/money.tsx';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { AdviceButtons } from '@kerb/web/features/remittances/advice-buttons.tsx';
import classes from '@kerb/web/features/remittances/remittances.module.css';
import { remittancesOf } from '@kerb/web/features/remittances/remittances.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';

type Figures = Pick<RemittedMonth, 'paid' | 'returned' | 'amount'>;

const figuresText = ({ paid, returned, amount }: Figures): string =>
  returned === 0
    ? `${moneyText(amount)} paid`
    : `${moneyText(amount)}: ${moneyText(paid)} paid, ${moneyText(returned)} sent back by the bank`;

function Month({ tenantId, item }: { tenantId: number; item: RemittedMonth }) {
  const { month, batches } = item;
  const name = writtenMonth(month, countryRules().locale);
  return (
    <li className={classes.month}>
      <div className={classes.line}>
        <span>
          <strong>{name}</strong>
          <span className={classes.figures}>{figuresText(item)}</span>
        </span>
        <AdviceButtons query={{ tenantId, month }} about={name} />
      </div>
      {batches.length > 0 && (
        <ul className={classes.batches} aria-label={`Batch payments of ${name}`}>
          {batches.map((each) => (
            <li key={each.batch} className={classes.line}>
              <span>
                Batch {each.batch}, <DateText value={each.date} />
                <span className={classes.figures}>{figuresText(each)}</span>
              </span>
              <AdviceButtons query={{ tenantId, batch: each.batch }} about={`batch ${each.batch}`} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** What an organisation was paid, by month and by batch payment, to download. */
export function RemittancesDialog({ tenantId, onClose }: DialogProps & { tenantId: number }) {
  useReturnedFocus();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    remittancesOf(tenantId),
  );
  const months = data?.pages.flatMap(({ items }) => items);
  return (
    <Modal opened onClose={onClose} title={remittanceTitle} size="lg">
      <Stack gap="md">
        <Text size="sm">
          For each month and each batch payment: what was paid to the organisation, for which campaigns, and what the
          bank sent back.
        </Text>
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!months && !error && <LinesSkeleton lines={6} />}
        {months?.length === 0 && <EmptyState text="Nothing has been paid to the organisation yet." />}
        {months && months.length > 0 && (
          <ul className={classes.list} aria-label="Months">
            {months.map((item) => (
              <Month key={item.month} tenantId={tenantId} item={item} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Earlier months
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
