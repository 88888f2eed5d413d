import type { AgreementFieldName } from '@kerb/domain/agreements/agreement-fields.ts';
import { type Agreement, savedAgreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useEffect, useRef } from 'react';
import type * as z from 'zod/mini';

/** The values of a card while it is edited, by the campaign's field names: typed text, or a switch. */
export type CardValues = { [Name in AgreementFieldName]?: string | boolean };
type Typed<Values> = Extract<keyof Values, string>;

export type CardFields<Values extends CardValues> = {
  /** The initial values of the fields. */
  valuesOf: (agreement: Agreement) => Values;
  /** Converts the typed values to a whole body. Only the changed fields are sent. */
  toBody: (values: Values) => { [Name in Typed<Values>]: unknown };
  /** The contract of the save, if this card's rules are stricter than the campaign's. */
  body?: z.ZodMiniType;
  busyText?: string;
  savedText?: string;
  onSaved?: () => void;
};

const changedFrom = <Values extends CardValues>(base: Values, values: Values) =>
  (Object.keys(base) as Typed<Values>[]).filter((name) => values[name] !== base[name]);

/**
 * The form of a card that changes fields of a campaign. It sends only the changed fields, with the version that was
 * read. It shows other users' saves while nothing is typed, and never loses typed values.
 */
export function useCardForm<Values extends CardValues>(
  record: Versioned<Agreement>,
  { valuesOf, toBody, body = savedAgreement, ...words }: CardFields<Values>,
): ContractFormState<Values> {
  const { busyText = savingText, savedText = 'Saved', onSaved } = words;
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
      // An unchanged field takes the other user's value even if the typed ones are kept.
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

/**
 * Adopts other users' saves: at once if nothing is typed; otherwise only the version, and only if this card's fields
 * are unchanged. If they are not, the card says so before the person saves.
 */
function useFollowing<Values extends CardValues>(
  { form, isDirty, submitting, setOvertaken }: ContractFormState<Values>,
  base: React.RefObject<Base<Values>>,
  newest: Base<Values>,
) {
  const latest = useRef(newest);
  latest.current = newest;
  const { setValues, setInitialValues, resetDirty } = form;
  const { version } = newest;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the version changes
  useEffect(() => {
    const { values } = latest.current;
    const isSame = changedFrom(base.current.values, values).length === 0;
    const isOvertaken = isDirty && !isSame;
    // The own save changes the record before the form is clean.
    if (!submitting) setOvertaken(isOvertaken);
    if (isOvertaken) return;
    base.current = latest.current;
    if (isDirty || isSame) return;
    setInitialValues(values);
    setValues(values);
    resetDirty(values);
  }, [version, isDirty, submitting, setOvertaken, base, setValues, setInitialValues, resetDirty]);
}
