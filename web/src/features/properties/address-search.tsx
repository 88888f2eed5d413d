import { formatAddress } from '@kerb/domain/properties/address.ts';
import { type AddressSuggestion, shortestPartialAddress } from '@kerb/domain/properties/properties.contract.ts';
import { propertyQueries } from '@kerb/web/features/properties/properties.queries.ts';
import classes from '@kerb/web/features/properties/property.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Autocomplete, Button, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

export const manualEntry = 'Enter the address manually';
const notChosen = 'Please search and select the property address.';
const pauseMs = 250;

const lineOf = (suggestion: AddressSuggestion): string =>
  formatAddress({ ...suggestion, address3: null }, countryRules());

function useSuggestions(typed: string) {
  const [partial] = useDebouncedValue(typed.trim(), pauseMs);
  const isLongEnough = partial.length >= shortestPartialAddress && typed.trim().length >= shortestPartialAddress;
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({ ...propertyQueries.suggestions(partial), enabled: isLongEnough });
  const isAnswered = isLongEnough && !isFetching && partial === typed.trim();
  return { found: isLongEnough ? data : [], isFetching: isLongEnough && isFetching, isError, isAnswered };
}

/** The number of results, for screen readers. */
function outcome(count: number): string {
  if (count === 0) return 'No addresses found.';
  return `${count} ${count === 1 ? 'address' : 'addresses'} found. Use the arrow keys to choose.`;
}

type AddressSearchProps = {
  error: ReactNode;
  onChoose: (suggestion: AddressSuggestion) => void;
  onManual: (typed: string) => void;
  /** The props by which the form finds the field and learns of its blur. */
  field: object;
};

/** Finds an address by its first characters. If it is not found, or the search fails, it is entered line by line. */
export function AddressSearch({ error, onChoose, onManual, field }: AddressSearchProps) {
  const [typed, setTyped] = useState('');
  const { found, isFetching, isError, isAnswered } = useSuggestions(typed);
  const lines = [...new Set(found.map(lineOf))];
  const choose = (line: string) => {
    const chosen = found.find((suggestion) => lineOf(suggestion) === line);
    if (chosen) onChoose(chosen);
    else if (line === manualEntry) onManual(typed);
  };
  return (
    <Stack gap="xs">
      <Autocomplete
        {...field}
        role="combobox"
        aria-autocomplete="list"
        label="Property Address"
        placeholder="Start typing the address"
        required
        data-autofocus
        autoFocus
        maxLength={200}
        error={error ? notChosen : undefined}
        value={typed}
        onChange={(text) => text !== manualEntry && setTyped(text)}
        onOptionSubmit={choose}
        // Only after a response: otherwise the option selected by an arrow key would change.
        data={isAnswered || lines.length > 0 || isError ? [...lines, manualEntry] : []}
        filter={({ options }) => options}
        limit={lines.length + 1}
        rightSection={isFetching ? <Loader size="xs" aria-label="Searching" /> : undefined}
        // The list itself scrolls with the arrow keys; a box inside it could not be reached by keyboard.
        withScrollArea={false}
        classNames={{ options: classes.found, dropdown: classes.foundBox }}
        // Inside the dialog, where screen readers stay; at the start, because a centred list widens a phone's page.
        comboboxProps={{ withinPortal: false, position: 'bottom-start' }}
      />
      <div>
        <div role="status">
          {isError ? (
            <Text size="sm">
              Address suggestions are not available at the moment. Please enter the address manually.
            </Text>
          ) : (
            isAnswered && <VisuallyHidden>{outcome(lines.length)}</VisuallyHidden>
          )}
        </div>
        <Button variant="subtle" size="compact-sm" px={0} w="fit-content" onClick={() => onManual(typed)}>
          {manualEntry}
        </Button>
      </div>
    </Stack>
  );
}
