import { useIsPhone } from '@kerb/web/platform/media.ts';
import { ActionIcon, CloseButton, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type SearchFieldProps = {
  label: string;
  placeholder?: string;
  /** The current search text. */
  value: string;
  onSearch: (text: string) => void;
  /** Searches automatically this long after the last key press; otherwise on Enter or the button. */
  debounceMs?: number;
  width?: string | number;
};

/** Searches for the typed text after a pause. */
function useDebounced(typed: string, value: string, onSearch: (text: string) => void, debounceMs?: number): void {
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (debounceMs === undefined || typed.trim() === value) return;
    const timer = setTimeout(() => search.current(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, value, debounceMs]);
}

/** A screen's search; '/' focuses it. */
export function SearchField({ label, placeholder, value, onSearch, debounceMs, width = 280 }: SearchFieldProps) {
  const isPhone = useIsPhone();
  const [typed, setTyped] = useState(value);
  // Our own searches that have not come back. Each is older than what was typed since.
  const sent = useRef<string[]>([]);
  const search = (text: string) => {
    sent.current.push(text);
    onSearch(text);
  };
  useEffect(() => {
    const place = sent.current.indexOf(value);
    if (place < 0) setTyped(value);
    sent.current = place < 0 ? [] : sent.current.slice(place + 1);
  }, [value]);
  useDebounced(typed, value, search, debounceMs);
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    setTyped('');
    input.current?.focus();
    if (value !== '') search('');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser and screen reader supports <search>
    <form
      role="search"
      style={{ width: isPhone ? '100%' : width, maxWidth: '100%' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.trim() !== '') search(typed.trim());
      }}
    >
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={input}
          data-search
          aria-label={label}
          placeholder={placeholder ?? label}
          value={typed}
          flex={1}
          miw={0}
          maxLength={200}
          leftSection={debounceMs === undefined ? undefined : <IconSearch size={16} aria-hidden="true" />}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightSection={typed === '' ? undefined : <CloseButton size="sm" aria-label="Clear search" onClick={clear} />}
        />
        {debounceMs === undefined && (
          <ActionIcon
            type="submit"
            size="input-sm"
            variant="default"
            aria-label="Search"
            disabled={typed.trim() === ''}
          >
            <IconSearch size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </Group>
    </form>
  );
}
