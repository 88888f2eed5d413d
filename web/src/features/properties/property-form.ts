import { type Property, type SavedProperty, savedProperty } from '@kerb/domain/properties/properties.contract.ts';
import { type ContractFormState, useContractForm } from '@kerb/web/design/form.ts';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { usePropertyChanges } from '@kerb/web/features/properties/properties.queries.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useRef } from 'react';
import type * as z from 'zod/mini';

type Options<Values> = {
  agreementId: number;
  valuesOf: (property: Property) => Values;
  toBody: (values: Values) => Partial<SavedProperty>;
  /** The contract of the save, if this form adds a rule to it. */
  body?: z.ZodMiniType;
  onSaved: () => void;
};

/** A form for a part of a property, saved with the version that was read when it opened. */
export function usePropertyForm<Values extends Record<string, unknown>>(
  property: Versioned<Property>,
  { agreementId, valuesOf, toBody, body = savedProperty, onSaved }: Options<Values>,
): ContractFormState<Values> {
  const { save, reload } = usePropertyChanges(property.value.id, agreementId);
  const base = useRef({ version: property.version, values: valuesOf(property.value) });
  const form: ContractFormState<Values> = useContractForm({
    body,
    initialValues: base.current.values,
    toBody,
    submit: async (sent) => {
      await withProgress(savingText, () => save(sent as SavedProperty, base.current.version));
      toast.success('Saved');
      onSaved();
    },
    reload: async () => {
      const { value, version } = await reload();
      const theirs = valuesOf(value);
      // An unchanged field takes the other user's value even if the typed ones are kept.
      for (const [name, typed] of Object.entries(form.form.getValues())) {
        if (typed === base.current.values[name]) form.form.setFieldValue(name, theirs[name] as never);
      }
      base.current = { version, values: theirs };
      return theirs;
    },
  });
  return form;
}
