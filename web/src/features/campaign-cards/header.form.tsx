import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { labelOfField } from '@kerb/domain/agreements/field-labels.ts';
import { ContractForm } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import classes from '@kerb/web/features/campaign-cards/header.module.css';
import { CardButtons } from '@kerb/web/features/campaigns/card-buttons.tsx';
import { type CardFields, useCardForm } from '@kerb/web/features/campaigns/card-form.ts';
import { teamQueries } from '@kerb/web/features/team/team.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

export type HeaderRights = { title: boolean; nextAction: boolean };
type Values = { name: string; agentUser: string; nextActionDate: string };
type Fields = Pick<Agreement, 'name' | 'agentUser' | 'nextActionDate'>;

const valuesOf = ({ name, agentUser, nextActionDate }: Fields): Values => ({
  name,
  agentUser: agentUser ? String(agentUser) : '',
  nextActionDate: nextActionDate ?? '',
});

const fields: CardFields<Values> = {
  valuesOf,
  toBody: ({ name, agentUser, nextActionDate }) => ({
    name,
    agentUser: agentUser === '' ? null : Number(agentUser),
    nextActionDate: nextActionDate || null,
  }),
};

function useTeam({ tenant, agentUser, agentUserName }: Agreement, isWanted: boolean) {
  const { data: members = [] } = useQuery({ ...teamQueries.members(tenant), enabled: isWanted });
  const choices = members.map(({ userId, displayName }) => ({ value: String(userId), label: displayName }));
  const isKnown = !agentUser || choices.some(({ value }) => value === String(agentUser));
  const former = isKnown ? [] : [{ value: String(agentUser), label: agentUserName ?? 'Former team member' }];
  return [{ value: '', label: 'Nobody' }, ...choices, ...former];
}

export function HeaderForm({ record, rights }: { record: Versioned<Agreement>; rights: HeaderRights }) {
  const form = useCardForm(record, fields);
  const team = useTeam(record.value, rights.title);
  const { nextActionDate } = form.form.values;
  const nextAction = form.field('nextActionDate');
  const isPast = nextActionDate !== '' && nextActionDate < today(record.value.tenantTimeZone);
  return (
    <ContractForm form={form} label="Campaign">
      <div className={classes.fields}>
        {rights.title && (
          <>
            <TextInput label={labelOfField('name')} required maxLength={200} {...form.field('name')} />
            <NativeSelect label={labelOfField('agentUser')} data={team} {...form.field('agentUser')} />
          </>
        )}
        {rights.nextAction && (
          <DateField
            label={labelOfField('nextActionDate')}
            {...nextAction}
            error={nextAction.error ?? (isPast && 'This date is in the past.')}
          />
        )}
      </div>
      <CardButtons form={form} />
    </ContractForm>
  );
}
