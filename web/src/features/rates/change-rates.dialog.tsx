import type { RateName } from '@kerb/domain/countries/country-rates.ts';
import { centsFromTyped } from '@kerb/domain/kernel/money.ts';
import { enterNumber } from '@kerb/domain/kernel/validation-words.ts';
import { noChangeWords, type Rate, writtenRate } from '@kerb/domain/rates/rate-changes.ts';
import type { RatesPreview } from '@kerb/domain/rates/rates.contract.ts';
import { acts } from '@kerb/domain/second-person/acts.ts';
import { day, text } from '@kerb/domain/wire/codecs.ts';
import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { useReturnedFocus } from '@kerb/web/design/returned-focus.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { askedText } from '@kerb/web/features/people/ask-second.dialog.tsx';
import { type AskedRates, useRateChanges } from '@kerb/web/features/rates/rates.queries.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Alert, Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';

type Typed = { from: string; reason: string } & Partial<Record<RateName, string>>;

const many = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

/** Each rate before and after, and what happens to the campaigns. */
function Preview({ preview }: { preview: RatesPreview }) {
  const country = countryRules();
  const rows = preview.rates.map(({ label, unit, before, after }) => {
    const written = (value: number) => writtenRate({ unit, value }, country);
    return [label, `${written(before)} → ${written(after)}`] as const;
  });
  return (
    <Alert color="blue" role="status" title="This would change">
      <Facts rows={rows} />
      <p>
        From <DateText value={preview.from} style="short" />.{' '}
        {many(preview.following, 'campaign without a quote follows', 'campaigns without a quote follow')} the new rates.{' '}
        {many(preview.keeping, 'campaign that was quoted keeps its own', 'campaigns that were quoted keep their own')}.
      </p>
    </Alert>
  );
}

/** The rates that were typed. A field that stays empty stays as it is. */
const askedOf = (rates: readonly Rate[], typed: Typed): AskedRates => ({
  from: typed.from,
  values: rates.flatMap(({ name }) => {
    const value = centsFromTyped(typed[name] ?? '');
    return value === null ? [] : [{ name, value }];
  }),
});

/** Errors of the form: a text that is not a number, or no rate at all. */
function typedErrors(rates: readonly Rate[], typed: Typed): Record<string, string> {
  const unread = rates.filter(({ name }) => typed[name] && centsFromTyped(typed[name]) === null);
  if (unread.length > 0) return Object.fromEntries(unread.map(({ name }) => [name, enterNumber]));
  const isEmpty = askedOf(rates, typed).values.length === 0;
  return isEmpty ? { [rates[0]?.name ?? 'from']: noChangeWords } : {};
}

/** The form: the first submit shows a preview, the second asks for what was previewed. */
function useRatesForm(rates: readonly Rate[], onClose: () => void) {
  const change = useRateChanges();
  const [shown, setShown] = useState<{ asked: string; preview: RatesPreview } | null>(null);
  const blank = Object.fromEntries(rates.map(({ name }) => [name, '']));
  const texts = Object.fromEntries(rates.map(({ name }) => [name, z.string()]));
  const form = useContractForm({
    body: z.object({ from: day, reason: text(1_000), ...texts }),
    initialValues: { from: '', reason: '', ...blank } as Typed,
    submit: async (_, typed): Promise<void> => {
      const errors = typedErrors(rates, typed);
      if (Object.keys(errors).length > 0) return form.form.setErrors(errors);
      const asked = askedOf(rates, typed);
      const key = JSON.stringify(asked);
      if (shown?.asked !== key) return setShown({ asked: key, preview: await change.preview(asked) });
      await withProgress(savingText, () => change.ask({ ...asked, reason: typed.reason }));
      toast.success(askedText);
      onClose();
    },
  });
  const isPreviewed = shown?.asked === JSON.stringify(askedOf(rates, form.form.values));
  return { form, preview: isPreviewed ? (shown?.preview ?? null) : null };
}

/** Asks for new rates: first a preview, then a second admin. */
export function ChangeRatesDialog({ rates, onClose }: DialogProps & { rates: readonly Rate[] }) {
  useReturnedFocus();
  const { form, preview } = useRatesForm(rates, onClose);
  const close = form.guardClose(onClose);
  return (
    <Modal opened onClose={close} title={acts.rate.label} size="lg">
      <ContractForm form={form} label={acts.rate.label}>
        <p>Enter only what changes. What was agreed or quoted keeps its own rates.</p>
        <DateField label="From" withAsterisk data-autofocus {...form.field('from')} />
        {rates.map((rate) => (
          <TextInput
            key={rate.name}
            label={rate.label}
            description={`Now ${writtenRate(rate, countryRules())}`}
            inputMode="decimal"
            {...form.field(rate.name)}
          />
        ))}
        <Textarea label={acts.rate.reason.label} withAsterisk rows={3} {...form.field('reason')} />
        {preview && <Preview preview={preview} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <SubmitButton>{preview ? 'Ask' : 'Preview'}</SubmitButton>
        </Group>
      </ContractForm>
    </Modal>
  );
}
