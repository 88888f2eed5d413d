import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/developer/developer.module.css';
import {
  type EndpointRow,
  endpointRows,
  matchingGroups,
  type OpenApiDocument,
} from '@kerb/web/features/developer/endpoint-rows.ts';
import { withToken } from '@kerb/web/platform/api-client.ts';
import { send } from '@kerb/web/platform/transport.ts';
import { Anchor, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const documentPath = '/v1/openapi.json';

async function readDocument(): Promise<OpenApiDocument> {
  const response = await withToken((headers) => send(documentPath, { headers }));
  return (await response.json()) as OpenApiDocument;
}

function Group({ name, rows }: { name: string; rows: EndpointRow[] }) {
  return (
    <Surface title={name.charAt(0).toUpperCase() + name.slice(1)}>
      <ul className={classes.endpoints}>
        {rows.map(({ method, path, summary }) => (
          <li key={`${method} ${path}`}>
            <span className={classes.method} data-method={method}>
              {method}
            </span>
            <code className={classes.path}>{path}</code>
            <span className={classes.summary}>{summary}</span>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

export function DeveloperScreen() {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity });
  const groups = data ? matchingGroups(endpointRows(data), search) : [];
  return (
    <>
      <PageHeader
        title="Developer"
        subtitle="Everything that these screens do can be done over HTTP."
        actions={
          <Anchor href={documentPath} target="_blank" rel="noreferrer">
            OpenAPI document
          </Anchor>
        }
      />
      <Stack gap="md">
        <SearchField label="Search endpoints" value={search} onSearch={setSearch} debounceMs={150} />
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LinesSkeleton lines={10} />}
        {data && groups.length === 0 && <EmptyState text="No endpoint matches." />}
        {groups.map(([name, rows]) => (
          <Group key={name} name={name} rows={rows} />
        ))}
      </Stack>
    </>
  );
}
