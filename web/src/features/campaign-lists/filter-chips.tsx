import { displayName } from '@kerb/domain/people/names.ts';
import classes from '@kerb/web/features/campaign-lists/filter-chips.module.css';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { peopleQueries } from '@kerb/web/features/people/people.queries.ts';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

type ChipProps = { label: string; name: string; onRemove: () => void };

function Chip({ label, name, onRemove }: ChipProps) {
  return (
    <li>
      <Button
        size="compact-sm"
        variant="light"
        rightSection={<IconX size={14} aria-hidden="true" />}
        aria-label={`Remove filter: ${label} ${name}`}
        onClick={onRemove}
      >
        {`${label}: ${name}`}
      </Button>
    </li>
  );
}

/** Until the name is known, or if there is none, the chip shows the id. */
function OrganisationChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(organisationQueries.one(id));
  return <Chip label="Organisation" name={data?.name ?? String(id)} onRemove={onRemove} />;
}

function AgentChip({ id, onRemove }: { id: number; onRemove: () => void }) {
  const { data } = useQuery(peopleQueries.one(id));
  return <Chip label="Agent" name={data ? displayName(data) : String(id)} onRemove={onRemove} />;
}

type Narrowed = { tenantId?: number | undefined; agentUserId?: number | undefined };
type FilterChipsProps = Narrowed & { onChange: (change: Narrowed) => void };

/** The filters that only an address or a saved view can set: named here, and removed by a press. */
export function FilterChips({ tenantId, agentUserId, onChange }: FilterChipsProps) {
  return (
    <ul aria-label="Also filtered by" className={classes.chips}>
      {tenantId !== undefined && <OrganisationChip id={tenantId} onRemove={() => onChange({ tenantId: undefined })} />}
      {agentUserId !== undefined && (
        <AgentChip id={agentUserId} onRemove={() => onChange({ agentUserId: undefined })} />
      )}
    </ul>
  );
}
