import { ContractForm, SubmitButton } from '@kerb/web/design/contract-form.tsx';
import { useContractForm } from '@kerb/web/design/form.ts';
import type { FormNotice } from '@kerb/web/design/form-problems.ts';
import { MobileInput } from '@kerb/web/design/mobile-input.tsx';
import { RepeatedFields } from '@kerb/web/design/repeated-fields.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { type GalleryPart, longText } from '@kerb/web/features/gallery/gallery-part.tsx';
import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';

const body = z.object({ firstName: z.string().check(z.minLength(1)), mobile: z.string() });
const filled = { firstName: 'Pat', mobile: '+61412345678' };

type Shown = {
  values?: typeof filled;
  notice?: FormNotice | null;
  submitting?: boolean;
  errors?: Partial<typeof filled>;
};

function useExampleForm({ values = filled, notice = null, submitting = false, errors = {} }: Shown) {
  const form = useContractForm({
    body,
    initialValues: values,
    submit: async ({ firstName }) => toast.success(`Saved ${firstName}`),
    reload: async () => filled,
  });
  const field: typeof form.field = (path, options) => {
    const error = errors[path as keyof typeof errors];
    return { ...form.field(path, options), ...(error && { error }) };
  };
  return { ...form, field, ...(notice && { notice }), ...(submitting && { submitting }) };
}

function ExampleForm({ label, ...shown }: Shown & { label: string }) {
  const form = useExampleForm(shown);
  return (
    <ContractForm form={form} label={label}>
      <TextInput label="First name" {...form.field('firstName')} />
      <Group justify="flex-end">
        <SubmitButton>Save</SubmitButton>
      </Group>
    </ContractForm>
  );
}

function ExampleMobile({ label, ...shown }: Shown & { label: string }) {
  const form = useExampleForm(shown);
  return (
    <ContractForm form={form} label={label}>
      <MobileInput form={form} path="mobile" />
    </ContractForm>
  );
}

function ExampleGroups({ start }: { start: number }) {
  const [count, setCount] = useState(start);
  return (
    <RepeatedFields
      word="Payer"
      count={count}
      most={3}
      onAdd={() => setCount(count + 1)}
      onRemove={() => setCount(count - 1)}
    >
      {() => <TextInput label="First name" />}
    </RepeatedFields>
  );
}

export const formParts: readonly GalleryPart[] = [
  {
    title: 'ContractForm and SubmitButton',
    components: [ContractForm, SubmitButton],
    examples: [
      { state: 'filled', show: () => <ExampleForm label="Filled form" /> },
      { state: 'empty', show: () => <ExampleForm label="Empty form" values={{ firstName: '', mobile: '' }} /> },
      {
        state: 'error under a field',
        show: () => <ExampleForm label="Form with an error" errors={{ firstName: 'This is required.' }} />,
      },
      {
        state: 'error above the form',
        show: () => (
          <ExampleForm label="Form with a notice" notice={{ kind: 'problem', lines: ['Saving failed.', longText] }} />
        ),
      },
      {
        state: 'changed by somebody else',
        show: () => <ExampleForm label="Form with a conflict" notice={{ kind: 'conflict' }} />,
      },
      { state: 'loading', show: () => <ExampleForm label="Form that is sent" submitting /> },
    ],
  },
  {
    title: 'MobileInput',
    components: [MobileInput],
    examples: [
      { state: 'filled', show: () => <ExampleMobile label="Mobile" /> },
      { state: 'empty', show: () => <ExampleMobile label="Empty mobile" values={{ firstName: '', mobile: '' }} /> },
      {
        state: 'error',
        show: () => <ExampleMobile label="Wrong mobile" errors={{ mobile: 'This is not a mobile number.' }} />,
      },
    ],
  },
  {
    title: 'RepeatedFields',
    components: [RepeatedFields],
    examples: [
      { state: 'one group', show: () => <ExampleGroups start={1} /> },
      { state: 'two groups', show: () => <ExampleGroups start={2} /> },
      { state: 'no room for another', show: () => <ExampleGroups start={3} /> },
    ],
  },
];
