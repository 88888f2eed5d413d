import { flowNumberLabel, flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { type ViewAs, viewAsOf } from '@kerb/domain/session/view-as.ts';
import { usualViewAs, viewAsKinds, viewAsLabel } from '@kerb/domain/session/view-as-choices.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { noCampaignFound } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import { oneCampaign } from '@kerb/web/features/campaigns/one-campaign.queries.ts';
import { noOrganisationsFound } from '@kerb/web/features/organisations/organisations.queries.ts';
import { useOrganisationChoices } from '@kerb/web/features/session/organisation-choices.ts';
import { PersonSelect } from '@kerb/web/features/session/person-select.tsx';
import { isNotFound, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { startViewing } from '@kerb/web/platform/view-as.ts';
import { Button, Group, Modal, NativeSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';

type Kind = ViewAs['kind'];
const kinds = Object.entries(viewAsKinds).map(([value, { label }]) => ({ value, label }));

const idChosen = (chosen: string | null): number | null => (chosen === null ? null : Number(chosen));

/** An impersonation of a campaign that does not exist would show no page. */
function useCampaignCheck() {
  const client = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const exists = async (id: number): Promise<boolean> => {
    try {
      await client.fetchQuery(oneCampaign(id));
      return true;
    } catch (error) {
      setProblem(isNotFound(error) ? noCampaignFound : sentenceFor(error));
      return false;
    }
  };
  return { problem, exists, forget: () => setProblem(null) };
}

function OrganisationSelect({ value, onChange }: { value: string | null; onChange: (tenant: string | null) => void }) {
  const organisations = useOrganisationChoices();
  return (
    <>
      <Select
        label="Organisation"
        placeholder="Choose an organisation"
        searchable
        data={organisations.data ?? []}
        value={value}
        onChange={onChange}
        nothingFoundMessage={noOrganisationsFound}
      />
      {organisations.error && <ErrorState error={organisations.error} />}
    </>
  );
}

/** Lets an admin impersonate another person. Changes are off unless switched on. */
export function ViewAsDialog({ onClose }: DialogProps) {
  const [kind, setKind] = useState<Kind>(usualViewAs);
  const [tenant, setTenant] = useState<string | null>(null);
  const [person, setPerson] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const organisations = useOrganisationChoices();
  const { namedBy } = viewAsKinds[kind];
  const isOfOrganisation = namedBy === 'organisation';
  const id = { organisation: idChosen(tenant), person: idChosen(person), campaign: flowNumberTyped(typed) }[namedBy];

  const campaign = useCampaignCheck();

  const view = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (id === null) return;
    if (namedBy === 'campaign' && !(await campaign.exists(id))) return;
    const organisation = organisations.data?.find(({ value }) => value === tenant)?.label;
    startViewing({ view: viewAsOf(kind, id), label: viewAsLabel(kind, id, organisation) });
  };
  return (
    <Modal opened onClose={onClose} title="View as…">
      <form onSubmit={(event) => void view(event)}>
        <Stack gap="md">
          <Text size="sm">You will see what they see. Changes are off unless you turn them on.</Text>
          <NativeSelect
            label="View as"
            data={kinds}
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
          />
          {isOfOrganisation && <OrganisationSelect value={tenant} onChange={setTenant} />}
          {namedBy === 'person' && <PersonSelect value={person} onChange={setPerson} />}
          {namedBy === 'campaign' && (
            <TextInput
              label={flowNumberLabel}
              inputMode="numeric"
              value={typed}
              error={campaign.problem}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                campaign.forget();
              }}
            />
          )}
          <Group justify="flex-end">
            <Button type="submit" disabled={id === null}>
              Start viewing
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
