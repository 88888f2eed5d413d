import { AmountInput, amountText } from '@kerb/web/design/amount-input.tsx';
import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { ColourSchemeChoice } from '@kerb/web/design/colour-scheme.tsx';
import { DateField } from '@kerb/web/design/date-field.tsx';
import { DropZone } from '@kerb/web/design/drop-zone.tsx';
import { SearchField } from '@kerb/web/design/search-field.tsx';
import { SingleKeysSwitch } from '@kerb/web/design/single-keys-switch.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { type GalleryPart, longText } from '@kerb/web/features/gallery/gallery-part.tsx';
import { Button } from '@mantine/core';
import { IconLayoutGrid, IconList } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

/** An input that keeps what is typed into it. */
function Kept<Value>({
  start,
  children,
}: {
  start: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(start);
  return children(value, set);
}

const amount = (props: Parameters<typeof AmountInput>[0], cents: number | null) => () => (
  <Kept start={amountText(cents)}>
    {(value, set) => <AmountInput label="Budget" value={value} onChange={set} {...props} />}
  </Kept>
);

const search = (start: string, debounceMs?: number) => () => (
  <Kept start={start}>
    {(value, set) => (
      <SearchField
        label="Search campaigns"
        value={value}
        onSearch={set}
        {...(debounceMs !== undefined && { debounceMs })}
      />
    )}
  </Kept>
);

const toggle = (props: Partial<Parameters<typeof ToggleSwitch>[0]>, start: boolean) => () => (
  <Kept start={start}>
    {(value, set) => <ToggleSwitch label="Send reminders" checked={value} onChange={set} {...props} />}
  </Kept>
);

const views = [
  { value: 'cards', label: 'Cards', icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
  { value: 'list', label: 'List', icon: <IconList size={16} aria-hidden="true" /> },
] as const;

const ages = [
  { value: 'week', label: 'This week' },
  { value: 'month', label: 'This month' },
  { value: 'older', label: 'Older than three months' },
] as const;

const zone = (words: string) => () => (
  <DropZone
    inputLabel={`${words}: choose files`}
    accept=".pdf"
    onFiles={(files) => toast.success(files.map(({ name }) => name).join(', '))}
  >
    {(choose) => (
      <>
        <span>{words}</span>
        <Button size="xs" variant="default" onClick={choose}>
          Choose files
        </Button>
      </>
    )}
  </DropZone>
);

export const inputParts: readonly GalleryPart[] = [
  {
    title: 'AmountInput',
    components: [AmountInput],
    examples: [
      { state: 'empty', show: amount({}, null) },
      { state: 'filled', show: amount({ description: 'Without GST' }, 123_456_750) },
      { state: 'error', show: amount({ error: 'Enter an amount above zero.' }, 0) },
      { state: 'disabled', show: amount({ disabled: true }, 420_000) },
    ],
  },
  {
    title: 'DateField',
    components: [DateField],
    examples: [
      { state: 'empty', show: () => <DateField label="Settlement date" /> },
      { state: 'filled', show: () => <DateField label="Settlement date" defaultValue="2026-11-14" /> },
      { state: 'error', show: () => <DateField label="Settlement date" error={longText} /> },
      { state: 'disabled', show: () => <DateField label="Settlement date" defaultValue="2026-11-14" disabled /> },
    ],
  },
  {
    title: 'SearchField',
    components: [SearchField],
    examples: [
      { state: 'searches while typing', show: search('', 250) },
      { state: 'searches on Enter', show: search('') },
      { state: 'long text', show: search(longText, 250) },
    ],
  },
  {
    title: 'ToggleSwitch',
    components: [ToggleSwitch, SingleKeysSwitch],
    examples: [
      { state: 'on', show: toggle({}, true) },
      { state: 'off', show: toggle({}, false) },
      { state: 'disabled, on', show: toggle({ disabled: true }, true) },
      { state: 'disabled, off', show: toggle({ disabled: true }, false) },
      { state: 'long text', show: toggle({ label: longText }, true) },
      { state: 'kept for this browser', show: () => <SingleKeysSwitch /> },
    ],
  },
  {
    title: 'ButtonChoice',
    components: [ButtonChoice],
    examples: [
      {
        state: 'words',
        show: () => (
          <Kept<(typeof ages)[number]['value'] | null> start="month">
            {(value, set) => <ButtonChoice label="Age" options={ages} value={value} onChange={set} />}
          </Kept>
        ),
      },
      {
        state: 'icons',
        show: () => (
          <Kept<(typeof views)[number]['value'] | null> start="cards">
            {(value, set) => <ButtonChoice label="View" options={views} value={value} onChange={set} />}
          </Kept>
        ),
      },
      {
        state: 'none chosen',
        show: () => (
          <Kept<(typeof ages)[number]['value'] | null> start={null}>
            {(value, set) => <ButtonChoice label="Any age" options={ages} value={value} onChange={set} />}
          </Kept>
        ),
      },
    ],
  },
  {
    title: 'ColourSchemeChoice',
    components: [ColourSchemeChoice],
    examples: [{ state: 'changes this page', show: () => <ColourSchemeChoice /> }],
  },
  {
    title: 'DropZone',
    components: [DropZone],
    examples: [
      { state: 'short', show: zone('Drop files here, or') },
      { state: 'long text', show: zone(longText) },
    ],
  },
];
