import { type Report, reports } from '@kerb/domain/reports/reports.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { exportReport } from '@kerb/web/features/campaign-lists/export-campaigns.ts';
import { Button, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';

const route = getRouteApi('/admin/reports/$report');

function SavedReport({ name, label }: Report) {
  useEffect(() => void exportReport(name), [name]);
  return (
    <>
      <PageHeader title={label} />
      <Stack gap="md" align="flex-start">
        <Text>The report is saved as a CSV file.</Text>
        <Button variant="default" onClick={() => void exportReport(name)}>
          Save it again
        </Button>
        <LinkText to="/">All Campaigns</LinkText>
      </Stack>
    </>
  );
}

/** The screen of a report's address: saves the report at once, because a browser cannot send the user's token. */
export function ReportScreen() {
  const { report } = route.useParams();
  const found = reports.find(({ name }) => name === report);
  return found ? <SavedReport {...found} /> : <EmptyState isPage text="There is no such report." />;
}
