import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/developer/developer.module.css';
import { EndpointDetails } from '@kerb/web/features/developer/endpoint-details.tsx';
import { type EndpointRow, endpointRows, matchingGroups } from '@kerb/web/features/developer/endpoint-rows.ts';
import type { OpenApiDocument } from '@kerb/web/features/developer/openapi.ts';
import { resolveReferences } from '@kerb/web/features/developer/resolve-references.ts';
import { send } from '@kerb/web/platform/send.ts';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';

export const documentPath = '/v1/openapi.json';

const route = getRouteApi('/developer');

const readDocument = async (): Promise<OpenApiDocument> =>
  resolveReferences(await (await send(documentPath, {})).json());

/** Whether an endpoint is open. The address names the one that was opened last, and opens it again. */
function useOpened({ operation: { operationId } }: EndpointRow) {
  const { call } = route.useSearch();
  const navigate = route.useNavigate();
  const isNamed = operationId !== undefined && operationId === call;
  const [isOpen, setOpen] = useState(isNamed);
  const place = useRef<HTMLLIElement>(null);
  const wasNamed = useRef(isNamed);
  useEffect(() => {
    if (wasNamed.current) place.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const toggle = () => {
    setOpen(!isOpen);
    const next = isOpen ? undefined : operationId;
    if (!isOpen || isNamed)
      void navigate({ search: (before) => ({ ...before, call: next }), replace: true, resetScroll: false });
  };
  return { isOpen, toggle, place };
}

function Endpoint({ row }: { row: EndpointRow }) {
  const { isOpen, toggle, place } = useOpened(row);
  const details = useId();
  const { method, path, summary } = row;
  return (
    <li ref={place} className={classes.place}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.endpoint}
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={toggle}
        >
          <span className={classes.method} data-method={method}>
            {method}
          </span>
          <code className={classes.path}>{path}</code>
          <span className={classes.summary}>{summary}</span>
        </button>
      </h3>
      <div id={details}>{isOpen && <EndpointDetails row={row} />}</div>
    </li>
  );
}

/** Every endpoint of the document with its input and output, and a form to try it. */
export function ApiReference() {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({ queryKey: ['openapi'], queryFn: readDocument, staleTime: Infinity });
  const groups = data ? matchingGroups(endpointRows(data), search) : [];
  return (
    <Stack gap="md">
      <SearchField label="Search endpoints" value={search} onSearch={setSearch} debounceMs={150} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LinesSkeleton lines={10} />}
      {data && groups.length === 0 && <EmptyState text="No endpoint matches." />}
      {groups.map(([name, rows]) => (
        <Surface key={name} title={name.charAt(0).toUpperCase() + name.slice(1)}>
          <ul className={classes.endpoints}>
            {rows.map((row) => (
              <Endpoint key={`${row.method} ${row.path}`} row={row} />
            ))}
          </ul>
        </Surface>
      ))}
    </Stack>
  );
}
