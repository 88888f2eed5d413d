import { type CalendarLink, calendarEndpoints } from '@kerb/domain/calendar/calendar.contract.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { ShownOnce } from '@kerb/web/design/shown-once.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const explained =
  'Your calendar program shows the funding, auction, settlement and loan due dates of the campaigns that you can ' +
  'see. It reads them by a private link. A person who has the link can read the addresses and dates, so give it ' +
  'to nobody. The link ends when you leave an organisation or your role changes.';

const replaceAsked = {
  title: 'Replace the link?',
  text: 'The present link stops working. Your calendar program needs the new one.',
  confirmLabel: 'Replace it',
};
const endAsked = {
  title: 'End the link?',
  text: 'Your calendar program no longer gets the dates.',
  confirmLabel: 'End it',
  danger: true,
};

const ownLink = queryOptions({
  queryKey: ['account', 'calendar-link'],
  queryFn: async ({ signal }) => (await call(calendarEndpoints.read, { signal })).link,
});

function useLink() {
  const client = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    try {
      await withProgress(savingText, work);
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: ownLink.queryKey });
  };
  const make = () => run(async () => setUrl((await call(calendarEndpoints.make, {})).url));
  return {
    url,
    forget: () => setUrl(null),
    make,
    replace: async () => {
      if (await confirm(replaceAsked)) await make();
    },
    end: async () => {
      if (await confirm(endAsked)) await run(() => call(calendarEndpoints.end, {}));
    },
  };
}

function LinkFacts({ link }: { link: CalendarLink }) {
  return (
    <Text size="sm" component="div">
      {'The link was made '}
      <DateText value={link.createdDate} style="time" />
      {link.lastUsageDate ? ', and last read ' : ', and not read yet.'}
      {link.lastUsageDate && <DateText value={link.lastUsageDate} style="time" />}
    </Text>
  );
}

/** The private link of the person's own calendar: made, replaced and ended here. */
export function CalendarLinkSettings() {
  const { data: link, error, refetch } = useQuery(ownLink);
  const { url, forget, make, replace, end } = useLink();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (link === undefined) return <LinesSkeleton lines={2} />;
  return (
    <Stack gap="md">
      <Text size="sm">{explained}</Text>
      {link ? <LinkFacts link={link} /> : <Text size="sm">You have no link yet.</Text>}
      <Group gap="sm">
        <Button variant="default" onClick={() => void (link ? replace() : make())}>
          {link ? 'Replace the Link' : 'Make a Link'}
        </Button>
        {link && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => void end()}>
            End the Link
          </Button>
        )}
      </Group>
      {url && (
        <Modal opened onClose={forget} title="Link of your calendar">
          <ShownOnce values={[['Calendar link', url]]} onClose={forget}>
            <Text size="sm">
              In your calendar program, choose to subscribe to a calendar by its address, and paste the link.
            </Text>
          </ShownOnce>
        </Modal>
      )}
    </Stack>
  );
}
