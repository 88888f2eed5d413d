import { belongsToOrganisations, isManager } from '@kerb/domain/access/actor.ts';
import type { User } from '@kerb/domain/people/people.contract.ts';
import type { UserTenant } from '@kerb/domain/team/team.contract.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import {
  fewestSearched,
  noOrganisationsFound,
  organisationQueries,
} from '@kerb/web/features/organisations/organisations.queries.ts';
import { peopleQueries, useUserChanges } from '@kerb/web/features/people/people.queries.ts';
import classes from '@kerb/web/features/people/user-editor.module.css';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button, Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** The specification's own words, with its spelling. */
const failure = (what: string) => `An error occured while attempting to ${what}`;

/** Each change is saved at once; if it fails, the list shows the server's state again. */
function useOrganisationChanges(user: User) {
  const { addTenant, removeTenant, setManager } = useUserChanges();
  const attempt = (what: string, change: () => Promise<unknown>) =>
    change().catch((error) => {
      console.error(error);
      toast.error(failure(what));
    });
  return {
    add: (tenantId: number) => attempt('add this tenant', () => addTenant(user.id, tenantId)),
    remove: (tenantId: number) => attempt('remove this tenant', () => removeTenant(user.id, tenantId)),
    setManager: (tenantId: number, isManager: boolean) =>
      attempt('update manager status', () => setManager(user.id, tenantId, isManager)),
  };
}

type Changes = ReturnType<typeof useOrganisationChanges>;

function Linked({ tenants, isSelf, changes }: { tenants: readonly UserTenant[]; isSelf: boolean; changes: Changes }) {
  if (tenants.length === 0) return <Text size="sm">This user belongs to no organisation.</Text>;
  return (
    <ul className={classes.list}>
      {tenants.map(({ tenantId, tenantName, ...tenant }) => (
        <li key={tenantId} className={`${classes.item} ${classes.linked}`}>
          <span>{tenantName}</span>
          <Checkbox
            label="Manager"
            aria-label={`Manager: ${tenantName}`}
            checked={isManager(tenant)}
            disabled={isSelf}
            onChange={({ currentTarget }) => void changes.setManager(tenantId, currentTarget.checked)}
          />
          <Button
            size="xs"
            variant="subtle"
            color="danger"
            c="var(--mantine-color-error)"
            aria-label={`Remove: ${tenantName}`}
            disabled={isSelf}
            onClick={() => void changes.remove(tenantId)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Search({ linkedIds, changes }: { linkedIds: readonly number[]; changes: Changes }) {
  const [text, setText] = useState('');
  const { data, error } = useQuery(organisationQueries.found(text));
  const found = text.length < fewestSearched ? [] : (data ?? []).filter(({ id }) => !linkedIds.includes(id));
  return (
    <>
      <SearchField
        label="Search organisations"
        placeholder="At least 2 characters"
        value={text}
        onSearch={setText}
        debounceMs={500}
        width="100%"
      />
      {error && <ErrorState error={error} />}
      {data && text.length >= fewestSearched && found.length === 0 && (
        <Text size="sm" role="status">
          {noOrganisationsFound}
        </Text>
      )}
      {found.length > 0 && (
        <ul className={`${classes.list} ${classes.found}`} aria-label="Organisations found">
          {found.map(({ id, name }) => (
            <li key={id} className={classes.item}>
              <span>{name}</span>
              <Button size="xs" variant="default" aria-label={`Add: ${name}`} onClick={() => void changes.add(id)}>
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The organisations of a user, each with whether they are a manager there. */
export function UserOrganisations({ user }: { user: User }) {
  const { data: tenants, error, refetch } = useQuery(peopleQueries.tenants(user.id));
  const changes = useOrganisationChanges(user);
  const isSelf = useSession().userId === user.id;
  return (
    <section className={classes.section} aria-label="Organisations">
      <h3>Organisations</h3>
      <Loaded data={error ? undefined : tenants} error={error} onRetry={() => void refetch()} lines={2}>
        {(linked) => <Linked tenants={linked} isSelf={isSelf} changes={changes} />}
      </Loaded>
      {belongsToOrganisations(user) ? (
        <Search linkedIds={(tenants ?? []).map(({ tenantId }) => tenantId)} changes={changes} />
      ) : (
        <Text size="sm" c="dimmed">
          Only a Tenant User can be linked to an organisation. Save that role first.
        </Text>
      )}
    </section>
  );
}
