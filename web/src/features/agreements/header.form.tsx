import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { agreementQueries, useAgreementChanges } from '@kerb/web/features/agreements/agreements.queries.ts';
import classes from '@kerb/web/features/agreements/header.module.css';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

export type HeaderRights = { title: boolean; nextAction: boolean };
type Values = { name: string; agentUser: string; nextActionDate: string };
type Fields = Pick<Agreement, 'name' | 'agentUser' | 'nextActionDate'>;

const valuesOf = ({ name, agentUser, nextActionDate }: Fields): Values => ({
  name,
  agentUser: agentUser ? String(agentUser) : '',
  nextActionDate: nextActionDate ?? '',
});

const fieldNames = ['name', 'agentUser', 'nextActionDate'] as const;
const changedFrom = (base: Values, values: Values) => fieldNames.filter((name) => values[name] !== base[name]);

/** Only what was changed here is sent, so that a colleague's change of something else in the card stays. */
function bodyOf(base: Values, values: Values) {
  const whole = {
    name: values.name,
    agentUser: values.agentUser === '' ? null : Number(values.agentUser),
    nextActionDate: values.nextActionDate || null,
  };
  return Object.fromEntries(changedFrom(base, values).map((name) => [name, whole[name]]));
}

/** The form, and the version that its values were taken from: a save is refused where that is no longer the newest. */
function useHeaderForm(record: Versioned<Agreement>) {
  const { save, reload } = useAgreementChanges(record.value.id);
  const base = useRef({ version: record.version, values: valuesOf(record.value) });
  const form: ContractFormState<Values> = useContractForm({
    body: savedAgreement,
    initialValues: base.current.values,
    toBody: (values) => bodyOf(base.current.values, values),
    submit: async (body) => {
      await withProgress('Saving changes...', () => save(body, base.current.version));
      toast.success('Saved');
    },
    reload: async () => {
      const { value, version } = await reload();
      const theirs = valuesOf(value);
      // A field that was not touched here takes their value even where the rest is kept.
      const typed = changedFrom(base.current.values, form.form.getValues());
      for (const name of fieldNames) if (!typed.includes(name)) form.form.setFieldValue(name, theirs[name]);
      base.current = { version, values: theirs };
      return theirs;
    },
  });
  const { isDirty } = form;
  const { setValues, setInitialValues, resetDirty } = form.form;
  useEffect(() => {
    const newest = { version: record.version, values: valuesOf(record.value) };
    const isSame = changedFrom(base.current.values, newest.values).length === 0;
    if (isDirty && !isSame) return;
    base.current = newest;
    if (isDirty || isSame) return;
    setInitialValues(newest.values);
    setValues(newest.values);
    resetDirty(newest.values);
  }, [record, isDirty, setValues, setInitialValues, resetDirty]);
  return form;
}

function useTeam({ tenant, agentUser, agentUserName }: Agreement, isWanted: boolean) {
  const { data: members = [] } = useQuery({ ...agreementQueries.members(tenant), enabled: isWanted });
  const choices = members.map(({ userId, displayName }) => ({ value: String(userId), label: displayName }));
  const isKnown = !agentUser || choices.some(({ value }) => value === String(agentUser));
  const former = isKnown ? [] : [{ value: String(agentUser), label: agentUserName ?? 'Former team member' }];
  return [{ value: '', label: 'Nobody' }, ...choices, ...former];
}

export function HeaderForm({ record, rights }: { record: Versioned<Agreement>; rights: HeaderRights }) {
  const form = useHeaderForm(record);
  const team = useTeam(record.value, rights.title);
  const { nextActionDate } = form.form.values;
  const nextAction = form.field('nextActionDate');
  const isPast = nextActionDate !== '' && nextActionDate < today();
  return (
    <ContractForm form={form} label="Campaign">
      <div className={classes.fields}>
        {rights.title && (
          <>
            <TextInput label="Campaign Title" required maxLength={200} {...form.field('name')} />
            <NativeSelect label="Assigned To" data={team} {...form.field('agentUser')} />
          </>
        )}
        {rights.nextAction && (
          <DateField
            label="Next Action Date"
            {...nextAction}
            error={nextAction.error ?? (isPast && 'This date is in the past.')}
          />
        )}
      </div>
      {form.isDirty && (
        <Group gap="sm">
          <SubmitButton>Save</SubmitButton>
          <Button variant="default" onClick={() => form.form.reset()}>
            Discard
          </Button>
        </Group>
      )}
    </ContractForm>
  );
}
