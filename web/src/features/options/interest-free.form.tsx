import { savedTenantOption } from '@kerb/domain/options/tenant-options.contract.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { blankOrDays } from '@kerb/web/design/typed-days.ts';
import classes from '@kerb/web/features/options/tenant-options.module.css';
import type { ShownOption } from '@kerb/web/features/options/tenant-options.queries.ts';
import { useOptionChanges } from '@kerb/web/features/options/tenant-options.queries.ts';
import { organisationQueries } from '@kerb/web/features/organisations/organisations.queries.ts';
import { today } from '@kerb/web/platform/clock.ts';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const busy = 'Updating interest free offer...';
type InterestFreeFormProps = { tenantId: number; option: ShownOption };

function OfferForm({ tenantId, option }: InterestFreeFormProps) {
  const save = useOptionChanges(tenantId, 'pl');
  const { data: organisation } = useQuery(organisationQueries.one(tenantId));
  const form = useContractForm({
    body: savedTenantOption,
    initialValues: {
      interestFreeDays: String(option.interestFreeDays ?? ''),
      interestFreeOfferExpiryDate: option.interestFreeOfferExpiryDate ?? '',
    },
    toBody: ({ interestFreeDays, interestFreeOfferExpiryDate }) => ({
      interestFreeDays: blankOrDays(interestFreeDays),
      interestFreeOfferExpiryDate: interestFreeOfferExpiryDate || null,
    }),
    submit: async (body) => {
      await withProgress(busy, () => save(body));
      toast.success('Saved');
    },
  });
  return (
    <ContractForm form={form} label="Interest-free offer">
      <div className={classes.fields}>
        <TextInput label="Interest free days" inputMode="numeric" {...form.field('interestFreeDays')} />
        <DateField
          label="Offer expiry date"
          min={today(organisation?.defaultTimeZone)}
          {...form.field('interestFreeOfferExpiryDate')}
        />
      </div>
      <SubmitButton disabled={!form.isDirty} style={{ alignSelf: 'start' }}>
        Save offer
      </SubmitButton>
    </ContractForm>
  );
}

/** Switching it on sets the default days and an expiry in thirty days, by the organisation's calendar. */
export function InterestFreeForm({ tenantId, option }: InterestFreeFormProps) {
  const save = useOptionChanges(tenantId, 'pl');
  const turn = async (on: boolean) => {
    try {
      await withProgress(busy, () => save({ interestFreeOffered: on }));
      toast.success(on ? 'Enabled' : 'Disabled');
    } catch (error) {
      toast.error(error);
    }
  };
  const key = `${option.interestFreeDays} ${option.interestFreeOfferExpiryDate}`;
  return (
    <>
      <ToggleSwitch label="Interest-free offer" checked={option.interestFreeOffered} onChange={(on) => void turn(on)} />
      {option.interestFreeOffered && <OfferForm key={key} tenantId={tenantId} option={option} />}
    </>
  );
}
