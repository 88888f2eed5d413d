import type { Standing } from '@kerb/domain/access/actor.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { flowNumber, flowNumberLabel } from '@kerb/domain/agreements/flow-number.ts';
import { mayChangeGroup, maySee } from '@kerb/domain/agreements/save.ts';
import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { HeaderForm, type HeaderRights } from '@kerb/web/features/campaign-cards/header.form.tsx';
import classes from '@kerb/web/features/campaign-cards/header.module.css';
import { brandingOf } from '@kerb/web/features/campaigns/branding.queries.ts';
import { FactGrid } from '@kerb/web/features/campaigns/fact-grid.tsx';
import { PropertyPhoto } from '@kerb/web/features/properties/property-photo.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { Stack } from '@mantine/core';
import { IconHome } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

function Happened({ when, by }: { when: Moment | null | undefined; by: string | null | undefined }) {
  return (
    <>
      <DateText value={when} style="time" />
      {by && <div>{`by ${by}`}</div>}
    </>
  );
}

const rightsOf = (standing: Standing, { status }: Agreement): HeaderRights => ({
  title: mayChangeGroup('title', standing, status),
  nextAction: mayChangeGroup('nextAction', standing, status),
});

/** Read-only values are text, never a disabled field. */
function plainFacts(agreement: Agreement, standing: Standing, rights: HeaderRights) {
  return [
    { name: flowNumberLabel, value: <strong>{flowNumber(agreement, settings().country)}</strong> },
    ...(rights.title
      ? []
      : [
          { name: labelOfField('name'), value: agreement.name },
          { name: labelOfField('agentUser'), value: agreement.agentUserName ?? 'Nobody' },
        ]),
    { name: 'Created', value: <Happened when={agreement.createdDate} by={agreement.createdByName} /> },
    { name: labelOfField('lastUpdateDate'), value: <DateText value={agreement.lastUpdateDate} style="time" /> },
    {
      name: 'Last Status Change',
      value: <Happened when={agreement.statusLastUpdate} by={agreement.statusChangedByName} />,
    },
    ...(maySee(standing, 'nextActionDate') && !rights.nextAction
      ? [{ name: labelOfField('nextActionDate'), value: <DateText value={agreement.nextActionDate} /> }]
      : []),
  ];
}

/**
 * The photo of the property, small, so that staff recognise the campaign. Without one its place stays, so that the
 * facts beside it do not move.
 */
function Thumbnail({ agreement: { id, property } }: { agreement: Agreement }) {
  const { data, isPending } = useQuery({ ...brandingOf(id), enabled: property !== null });
  if (property === null) return null;
  if (data?.propertyPhoto)
    return <PropertyPhoto photo={data.propertyPhoto} width="320" className={classes.thumbnail} />;
  return (
    <div className={classes.thumbnail} aria-hidden="true">
      {!isPending && <IconHome size={28} stroke={1.4} />}
    </div>
  );
}

type HeaderCardProps = { record: Versioned<Agreement>; standing: Standing };

export function HeaderCard({ record, standing }: HeaderCardProps) {
  const rights = rightsOf(standing, record.value);
  return (
    <Surface title="Campaign">
      <Stack gap="lg">
        <div className={classes.top}>
          <Thumbnail agreement={record.value} />
          <FactGrid facts={plainFacts(record.value, standing, rights)} />
        </div>
        {(rights.title || rights.nextAction) && (
          // A status that removes a field also discards what was typed into it.
          <HeaderForm key={String(rights.title)} record={record} rights={rights} />
        )}
      </Stack>
    </Surface>
  );
}
