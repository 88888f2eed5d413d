import type { UndeliveredMessage } from '@kerb/domain/system/system.contract.ts';
import type { MessageAction, UndeliveredState } from '@kerb/domain/system/undelivered.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { EmptyState } from '@kerb/web/design/empty-state.tsx';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/system/system.module.css';
import {
  changeMessages,
  type MessageFilter,
  openMessage,
  systemKeys,
  systemQueries,
} from '@kerb/web/features/system/system.queries.ts';
import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

const looks: Record<UndeliveredState, { label: string; tone: Tone }> = {
  failed: { label: 'Failed', tone: 'danger' },
  held: { label: 'Held', tone: 'attention' },
  queued: { label: 'Waiting', tone: 'progress' },
};

const questions: Record<MessageAction, { title: string; text: string; confirmLabel: string; done: string }> = {
  'send-again': { title: 'Send again?', text: 'Each is sent with its own text.', confirmLabel: 'Send', done: 'sent' },
  release: {
    title: 'Release?',
    text: 'Held messages are sent now, also if messages to vendors are switched off.',
    confirmLabel: 'Release',
    done: 'released',
  },
  discard: {
    title: 'Discard?',
    text: 'They are never sent. The log keeps that they were discarded.',
    confirmLabel: 'Discard',
    done: 'discarded',
  },
};

/** 'payment-link' as 'Payment link'. */
const kindName = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
const counted = (count: number) => `${count} ${count === 1 ? 'message' : 'messages'}`;

type RowProps = { message: UndeliveredMessage; isChosen: boolean; onChoose: (is: boolean) => void };

function MessageRow({ message, isChosen, onChoose }: RowProps) {
  const [recipient, setRecipient] = useState<string | null>(null);
  const { id, kind, channel, state, reason, attempts, createdDate, nextAttemptDate, refusal } = message;
  const show = () => openMessage(id).then((opened) => setRecipient(opened.recipient), toast.error);
  return (
    <li>
      <div className={classes.what}>
        <div className={classes.head}>
          <Checkbox
            label={`${kindName(kind)} to ${recipient ?? message.recipient}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <ToneBadge tone={looks[state].tone}>{looks[state].label}</ToneBadge>
        </div>
        <span className={classes.note}>
          {channel === 'email' ? 'Email' : 'Text message'} of <DateText value={createdDate} style="time" />
          {attempts > 0 && `, tried ${attempts === 1 ? 'once' : `${attempts} times`}`}
          {nextAttemptDate && (
            <>
              , next <DateText value={nextAttemptDate} style="time" />
            </>
          )}
        </span>
        {reason && <span className={classes.note}>{reason}</span>}
        {refusal && <span className={classes.note}>{`Cannot be sent: ${refusal}`}</span>}
      </div>
      {recipient === null && (
        <Button variant="default" size="xs" aria-label={`Show recipient of message ${id}`} onClick={() => void show()}>
          Show recipient
        </Button>
      )}
    </li>
  );
}

type FilterProps = { filter: MessageFilter; onChange: (next: MessageFilter) => void; counts: string };

function Filters({ filter, onChange, counts }: FilterProps) {
  const states = Object.entries(looks).map(([value, { label }]) => ({ value, label }));
  const withValue = (name: keyof MessageFilter, value: string) => {
    const { [name]: _, ...rest } = filter;
    onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="State"
        value={filter.state ?? ''}
        data={[{ value: '', label: 'All states' }, ...states]}
        onChange={(event) => withValue('state', event.currentTarget.value)}
      />
      <NativeSelect
        label="Sent by"
        value={filter.channel ?? ''}
        data={[
          { value: '', label: 'Email and text message' },
          { value: 'email', label: 'Email' },
          { value: 'sms', label: 'Text message' },
        ]}
        onChange={(event) => withValue('channel', event.currentTarget.value)}
      />
      <span className={classes.note}>{counts}</span>
    </div>
  );
}

/** Carries out an action on the chosen messages, after a question. Says which were refused, and why. */
function useMessageAction(afterwards: () => void) {
  const client = useQueryClient();
  return async (action: MessageAction, ids: number[]) => {
    const { title, text, confirmLabel, done: word } = questions[action];
    const question = { title, text: `${counted(ids.length)}. ${text}`, confirmLabel, danger: action === 'discard' };
    if (!(await confirm(question))) return;
    try {
      const { done, refused } = await changeMessages(action, ids);
      if (done > 0) toast.success(`${counted(done)} ${word}.`);
      const [first] = refused;
      if (first) toast.warning(`${counted(refused.length)} not ${word}: ${first.because}`);
      afterwards();
      await client.invalidateQueries({ queryKey: systemKeys.all });
    } catch (error) {
      toast.error(error);
    }
  };
}

type PagesProps = { before: number[]; next: number | undefined; onChange: (before: number[]) => void };

/** A page goes on after the last message of the one before, so the ids of those are kept to go back. */
function Pages({ before, next, onChange }: PagesProps) {
  if (before.length === 0 && next === undefined) return null;
  return (
    <Group gap="sm">
      <Button variant="default" disabled={before.length === 0} onClick={() => onChange(before.slice(0, -1))}>
        Newer
      </Button>
      <Button
        variant="default"
        disabled={next === undefined}
        onClick={() => next !== undefined && onChange([...before, next])}
      >
        Older
      </Button>
    </Group>
  );
}

/** Messages that failed, are held or have waited for minutes, and what an admin can do with them. */
export function UndeliveredCard() {
  const [filter, setFilter] = useState<MessageFilter>({});
  const [before, setBefore] = useState<number[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const list = useQuery(systemQueries.messages(filter, before.at(-1) ?? null));
  const act = useMessageAction(() => setChosen(new Set()));
  if (list.error) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  const { items = [], isMore = false, counts = { failed: 0, held: 0, queued: 0 } } = list.data ?? {};
  const ids = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const isNone = ids.length === 0;
  const choose = (id: number, is: boolean) =>
    setChosen(new Set(is ? [...chosen, id] : [...chosen].filter((each) => each !== id)));
  return (
    <Surface title="Undelivered messages">
      <Stack gap="md">
        <Filters
          filter={filter}
          counts={`${counts.failed} failed, ${counts.held} held, ${counts.queued} waiting`}
          onChange={(next) => {
            setFilter(next);
            setBefore([]);
          }}
        />
        <Group gap="sm">
          <Button variant="default" onClick={() => setChosen(new Set(items.map(({ id }) => id)))}>
            Choose all
          </Button>
          <Button disabled={isNone} onClick={() => void act('send-again', ids)}>
            Send again
          </Button>
          <Button disabled={isNone} variant="default" onClick={() => void act('release', ids)}>
            Release
          </Button>
          <Button disabled={isNone} variant="default" onClick={() => void act('discard', ids)}>
            Discard
          </Button>
        </Group>
        {list.data && items.length === 0 && <EmptyState text="Every message was delivered." />}
        <ul className={classes.list} aria-label="Undelivered messages">
          {items.map((message) => (
            <MessageRow
              key={message.id}
              message={message}
              isChosen={chosen.has(message.id)}
              onChoose={(is) => choose(message.id, is)}
            />
          ))}
        </ul>
        <Pages before={before} next={isMore ? items.at(-1)?.id : undefined} onChange={setBefore} />
      </Stack>
    </Surface>
  );
}
