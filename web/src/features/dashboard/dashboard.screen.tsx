import { defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { useSavedAddress } from '@kerb/web/design/list-state.ts';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import classes from '@kerb/web/features/dashboard/dashboard.module.css';
import { InProgress } from '@kerb/web/features/dashboard/in-progress.tsx';
import { organisationChoice } from '@kerb/web/features/dashboard/organisation-choice.ts';
import type { Chosen } from '@kerb/web/features/dashboard/pipeline.ts';
import { SearchResults } from '@kerb/web/features/dashboard/search-results.tsx';
import { OrganisationSelect } from '@kerb/web/features/organisations/organisation-select.tsx';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { useDialogs } from '@kerb/web/platform/dialogs.ts';
import { referralsOf, writeSaved } from '@kerb/web/platform/saved-state.ts';
import { useSession } from '@kerb/web/platform/session.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';

const route = getRouteApi('/agencies/dashboard');

function useOrganisationChoice() {
  const session = useSession();
  const { tenantId } = route.useSearch();
  const { data: all, error, refetch } = useQuery(organisationQueries.choices);
  const choice = organisationChoice(session, all, tenantId);
  const organisation = all?.find(({ id }) => id === choice.organisationId);
  return { ...choice, organisation, error, retry: () => void refetch() };
}

type ChoiceState = ReturnType<typeof useOrganisationChoice>;

function Actions({ organisationId, organisation }: ChoiceState) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const goToReferrals = (tenantId: number) => {
    // All of them: not those of the last filter.
    writeSaved(referralsOf(tenantId), '');
    void navigate({ to: '/agencies/$tenantId/applications', params: { tenantId } });
  };
  return (
    <>
      <Button
        variant="default"
        disabled={organisationId === undefined}
        onClick={() => organisationId !== undefined && goToReferrals(organisationId)}
      >
        All Referrals
      </Button>
      <Button
        disabled={!organisation}
        onClick={() =>
          organisation && dialogs.openCreateReferral(organisation.id, defaultFundsPurpose(organisation.type))
        }
      >
        Create New Referral
      </Button>
    </>
  );
}

function Body({ choice }: { choice: ChoiceState }) {
  const { textQuery, bar, age } = route.useSearch();
  const navigate = route.useNavigate();
  const { organisationId, organisations, isReady } = choice;
  const showOrganisation = organisationId === undefined || organisations.length > 1;
  const choose = (chosen: Chosen) => {
    const isSame = chosen.bar === bar && chosen.age === age;
    void navigate({
      search: (now) => ({ ...now, ...(isSame ? { bar: undefined, age: undefined } : chosen) }),
      resetScroll: false,
    });
  };
  if (textQuery) return <SearchResults {...{ organisationId, textQuery, showOrganisation }} />;
  if (!isReady) return <EmptyState text="Choose an office to see its dashboard." />;
  return <InProgress {...{ organisationId, showOrganisation }} chosen={bar ? { bar, age } : null} onChoose={choose} />;
}

export function DashboardScreen() {
  const isRestoring = useSavedAddress('dashboard');
  const choice = useOrganisationChoice();
  const { textQuery } = route.useSearch();
  const navigate = route.useNavigate();
  const mustChoose = choice.organisationId === undefined && choice.isReady;
  return (
    <>
      <PageHeader title="Dashboard" place="dashboard" actions={<Actions {...choice} />} />
      <div className={classes.toolbar}>
        <OrganisationSelect
          label="Office"
          className={classes.organisation}
          organisations={choice.organisations}
          organisationId={choice.organisationId}
          first={choice.first}
          onChange={(tenantId) =>
            void navigate({ search: (now) => ({ ...now, tenantId, bar: undefined, age: undefined }) })
          }
        />
        <SearchField
          label="Search campaigns"
          value={textQuery ?? ''}
          onSearch={(text) => void navigate({ search: (now) => ({ ...now, textQuery: text || undefined }) })}
          width={320}
        />
        {mustChoose && <span className={classes.hint}>Choose one office to see all its referrals or create one.</span>}
      </div>
      {choice.error && (
        <div className={classes.trouble} role="alert">
          <span>{`The offices could not be loaded. ${sentenceFor(choice.error)}`}</span>
          <Button size="compact-sm" variant="default" onClick={choice.retry}>
            Try again
          </Button>
        </div>
      )}
      {!isRestoring && <Body choice={choice} />}
    </>
  );
}
