import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';

/** What a card holds while it is edited, by the names of the campaign's fields: text as typed, or a switch. */
export type CardValues = { [Name in AgreementFieldName]?: string | boolean };
type Typed<Values> = Extract<keyof Values, string>;

export type CardFields<Values extends CardValues> = {
  /** What stands in the fields of this campaign. */
  valuesOf: (agreement: Agreement) => Values;
  /** What was typed, as the values that a save carries. Whole: only what was changed is sent. */
  toBody: (values: Values) => { [Name in Typed<Values>]: unknown };
  /** The contract of the save, where this card's rules are narrower than the campaign's. */
  body?: z.ZodMiniType;
  busyText?: string;
  savedText?: string;
  onSaved?: () => void;
};

const changedFrom = <Values extends CardValues>(base: Values, values: Values) =>
  (Object.keys(base) as Typed<Values>[]).filter((name) => values[name] !== base[name]);

/**
 * The form of a card that changes fields of a campaign. It saves only what was changed in it, with the version that it
 * was read at, follows what others change while nothing is typed, and loses nothing that is.
 */
export function useCardForm<Values extends CardValues>(
  record: Versioned<Agreement>,
  { valuesOf, toBody, body = savedAgreement, ...words }: CardFields<Values>,
): ContractFormState<Values> {
  const { busyText = 'Saving changes...', savedText = 'Saved', onSaved } = words;
  const { save, reload } = useCampaignChanges(record.value.id);
  const base = useRef({ version: record.version, values: valuesOf(record.value) });
  const form: ContractFormState<Values> = useContractForm({
    body,
    initialValues: base.current.values,
    toBody: (values) => {
      const whole = toBody(values);
      return Object.fromEntries(changedFrom(base.current.values, values).map((name) => [name, whole[name]]));
    },
    submit: async (changes) => {
      await withProgress(busyText, () => save(changes as z.output<typeof savedAgreement>, base.current.version));
      toast.success(savedText);
      onSaved?.();
    },
    reload: async () => {
      const { value, version } = await reload();
      const theirs = valuesOf(value);
      // A field that was not touched here takes their value even where the rest is kept.
      const typed = changedFrom(base.current.values, form.form.getValues());
      for (const name of Object.keys(theirs) as Typed<Values>[]) {
        if (!typed.includes(name)) form.form.setFieldValue(name, theirs[name] as never);
      }
      base.current = { version, values: theirs };
      return theirs;
    },
  });
  const newest = { version: record.version, values: valuesOf(record.value) };
  useFollowing(form, base, newest);
  return form;
}

type Base<Values> = { version: string | undefined; values: Values };

/** Takes over what others save: at once where nothing is typed, else only the version, if they left this card alone. */
function useFollowing<Values extends CardValues>(
  { form, isDirty }: ContractFormState<Values>,
  base: React.RefObject<Base<Values>>,
  newest: Base<Values>,
) {
  const latest = useRef(newest);
  latest.current = newest;
  const { setValues, setInitialValues, resetDirty } = form;
  const { version } = newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what there is to follow
  useEffect(() => {
    const { values } = latest.current;
    const isSame = changedFrom(base.current.values, values).length === 0;
    if (isDirty && !isSame) return;
    base.current = latest.current;
    if (isDirty || isSame) return;
    setInitialValues(values);
    setValues(values);
    resetDirty(values);
  }, [version, isDirty, base, setValues, setInitialValues, resetDirty]);
}
