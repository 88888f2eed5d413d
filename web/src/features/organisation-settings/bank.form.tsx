import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { accountNameLabel } from '@kerb/domain/organisations/bank-accounts.ts';
import { dailySchedule, describeSchedule, paymentSchedules } from '@kerb/domain/organisations/payment-schedule.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import { markOf, pathOf, type SettingsPart } from '@kerb/web/features/organisation-settings/setting-input.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Input, NativeSelect, Text, TextInput } from '@mantine/core';

type NumberField = CountryRules['bankAccountFields'][number];
type NumberInputProps = Pick<SettingsPart, 'form'> & { field: NumberField };

/** Several parts, digits only; stored together as one number, because the check covers the whole number. */
function NumberParts({ form, field, parts }: NumberInputProps & { parts: NonNullable<NumberField['parts']> }) {
  const { value, onChange, error, ...rest } = form.field(`bankAccount.${field.name}`);
  const held = String(value ?? '').split('-');
  const change = (place: number, typed: string) => {
    const next = parts.map((_, other) => (other === place ? typed.replace(/\D/g, '') : (held[other] ?? '')));
    onChange(next.every((part) => part === '') ? '' : next.join('-'));
  };
  return (
    <Input.Wrapper label={field.label} labelElement="div" error={error}>
      <div className={classes.accountParts} data-path={pathOf(rest)}>
        {parts.map(({ label, longest }, place) => (
          <TextInput
            key={label}
            aria-label={label}
            placeholder={label}
            inputMode="numeric"
            maxLength={longest}
            value={held[place] ?? ''}
            error={Boolean(error)}
            onChange={({ currentTarget }) => change(place, currentTarget.value)}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}

function NumberInput({ form, field }: NumberInputProps) {
  if (field.parts) return <NumberParts form={form} field={field} parts={field.parts} />;
  return <TextInput label={field.label} inputMode="numeric" {...form.field(`bankAccount.${field.name}`)} />;
}

/** The account that receives the organisation's funds. A change is pending until another person confirms it. */
export function BankFields({ form, settings }: SettingsPart) {
  const { description } = markOf(settings, 'bankAccount') as { description?: string };
  return (
    <div data-pending={description ? true : undefined}>
      <Text size="sm" c="dimmed" mb="xs">
        {description ?? 'A change of bank account takes effect 24 hours after a second person has confirmed it.'}
      </Text>
      <div className={classes.fields}>
        <TextInput label={accountNameLabel} maxLength={100} {...form.field('bankAccount.accountName')} />
        {countryRules().bankAccountFields.map((field) => (
          <NumberInput key={field.name} form={form} field={field} />
        ))}
      </div>
    </div>
  );
}

const frequencies = [
  { value: dailySchedule, label: describeSchedule(dailySchedule) },
  { value: 'W', label: 'Weekly' },
  { value: 'M', label: 'Monthly' },
];

/** When owed funds are transferred: daily, or on one day of the week or the month. */
export function ScheduleFields({ form, settings }: SettingsPart) {
  const { value, onChange, error, ...rest } = form.field('batchPaymentSchedule');
  const schedule = String(value ?? '');
  const frequency = schedule.charAt(0);
  const days = paymentSchedules
    .filter((value) => frequency !== '' && value.startsWith(frequency))
    .map((value) => ({ value, label: describeSchedule(value) }));
  return (
    <div className={classes.fields}>
      <NativeSelect
        label={labelOfSetting('batchPaymentSchedule', countryRules())}
        data={frequencies}
        value={frequency}
        error={error}
        {...markOf(settings, 'batchPaymentSchedule')}
        {...rest}
        onChange={({ currentTarget }) => onChange(currentTarget.value && `${currentTarget.value}1`)}
      />
      {days.length > 0 && (
        <NativeSelect
          label={schedule.startsWith('W') ? 'Day of the week' : 'Day of the month'}
          data={days}
          value={schedule}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
