import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { usePersonChoices } from '@kerb/web/features/session/person-choices.ts';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

const debounceMs = 300;

type PersonSelectProps = { value: string | null; onChange: (userId: string | null) => void };

/** Finds a person by name, because nobody knows the ids. */
export function PersonSelect({ value, onChange }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), debounceMs);
  const { data, error } = usePersonChoices(searched);
  return (
    <>
      <Select
        label="Person"
        placeholder="Name or email, at least 2 characters"
        searchable
        data={data ?? []}
        // The server has filtered the results; do not filter them again.
        filter={({ options }) => options}
        value={value}
        onChange={onChange}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={searched.length < 2 ? 'Type at least 2 characters.' : 'No matching users found.'}
      />
      {error && <ErrorState error={error} />}
    </>
  );
}
