import { longestComment } from '@kerb/domain/comments/comment-rules.ts';
import type { CommentReader } from '@kerb/domain/comments/comments.contract.ts';
import classes from '@kerb/web/features/comments/comments.module.css';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';

const mostShown = 6;

/** The '@' and the letters after it, up to the cursor. Null if no name is being typed there. */
export function typedName(text: string, cursor: number): { from: number; letters: string } | null {
  const match = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/.exec(text.slice(0, cursor));
  return match ? { from: cursor - (match[1] ?? '').length - 1, letters: match[1] ?? '' } : null;
}

const matching = (people: readonly CommentReader[], letters: string): CommentReader[] => {
  const wanted = letters.toLowerCase();
  return people.filter(({ displayName }) => displayName.toLowerCase().includes(wanted)).slice(0, mostShown);
};

const standingLabel = ({ standing }: CommentReader): string =>
  ({ admin: countryRules().brand, manager: 'Manager', employee: 'Agent', vendor: '' })[standing];

type MentionFieldProps = {
  value: string;
  onChange: (text: string) => void;
  people: readonly CommentReader[];
  error?: string | undefined;
  /** Called on Ctrl Enter. */
  onSend: () => void;
};

/** The name that is being typed at the cursor, the people whom it may mean, and how to take one of them. */
function useMention({ value, onChange, people }: Pick<MentionFieldProps, 'value' | 'onChange' | 'people'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [at, setAt] = useState(0);
  const typed = typedName(value, cursor);
  const found = typed && typed.from !== closedAt ? matching(people, typed.letters) : [];
  const place = Math.min(at, found.length - 1);

  function take(person: CommentReader): void {
    if (!typed) return;
    const before = `${value.slice(0, typed.from)}@${person.displayName} `;
    onChange(before + value.slice(cursor));
    setCursor(before.length);
    // After the new text is rendered.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }

  return {
    field,
    found,
    active: found[place],
    take,
    close: () => setClosedAt(typed?.from ?? null),
    step: (by: number) => setAt((place + by + found.length) % found.length),
    moveTo: (place: number) => setCursor(place),
    type: (text: string, place: number) => {
      onChange(text);
      setCursor(place);
      setAt(0);
    },
  };
}

type Mention = ReturnType<typeof useMention>;
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrows choose, Enter or Tab takes, Escape closes. Returns whether the key was used. */
function chooseByKey(key: string, { active, take, close, step }: Mention): boolean {
  if (!active) return false;
  const by = steps[key];
  if (by !== undefined) step(by);
  else if (key === 'Enter' || key === 'Tab') take(active);
  else if (key === 'Escape') close();
  else return false;
  return true;
}

type SuggestionsProps = { list: string; optionId: (person: CommentReader) => string; mention: Mention };

function Suggestions({ list, optionId, mention: { found, active, take } }: SuggestionsProps) {
  return (
    <div id={list} role="listbox" aria-label="People to mention" className={classes.suggestions}>
      {found.map((person) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; the active option is named
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the text
        <div
          key={person.userId}
          id={optionId(person)}
          role="option"
          aria-selected={person === active}
          className={classes.suggestion}
          // The focus must not leave the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(person)}
        >
          {person.displayName} <span className={classes.standing}>{standingLabel(person)}</span>
        </div>
      ))}
    </div>
  );
}

/** A text in which '@' suggests the people who can be mentioned. */
export function MentionField({ value, onChange, people, error, onSend }: MentionFieldProps) {
  const mention = useMention({ value, onChange, people });
  const { field, active } = mention;
  const list = useId();
  const optionId = (person: CommentReader) => `${list}-${person.userId}`;

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isSent) onSend();
    else if (!chooseByKey(event.key, mention)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        label="New comment"
        description="Only staff see comments. Type @ to mention somebody who can see this campaign."
        rows={3}
        resize="vertical"
        maxLength={longestComment}
        value={value}
        error={error}
        aria-autocomplete="list"
        aria-controls={active ? list : undefined}
        aria-activedescendant={active ? optionId(active) : undefined}
        onChange={({ currentTarget }) => mention.type(currentTarget.value, currentTarget.selectionStart)}
        onSelect={({ currentTarget }) => mention.moveTo(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onBlur={mention.close}
      />
      {active && <Suggestions list={list} optionId={optionId} mention={mention} />}
    </div>
  );
}
