import type { SecuritySummary } from '@kerb/domain/audit/security.contract.ts';
import { alarmMinutes, alarmRule } from '@kerb/domain/audit/security-alarms.ts';
import { type SecurityEventKind, securityEvents } from '@kerb/domain/audit/security-events.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/audit/security.module.css';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Known = { account: string | null; person: { displayName: string } | null };
type Subject = Known & { network: string | null };

/** The name of the person, or the first characters of the account's hash, as in the server's log. */
export const accountName = ({ account, person }: Known): string =>
  person?.displayName || (account === null ? '–' : `Account ${account.slice(0, 12)}`);

const subjectOf = (subject: Subject): string => subject.network ?? accountName(subject);

/** The totals for each value of a field, the largest first or in the order in which they are found. */
function totals<Key extends string>(rows: readonly { count: number }[], keys: readonly Key[]): [Key, number][] {
  const sums = new Map<Key, number>();
  rows.forEach(({ count }, place) => {
    const key = keys[place] as Key;
    sums.set(key, (sums.get(key) ?? 0) + count);
  });
  return [...sums];
}

function Unusual({ unusual }: Pick<SecuritySummary, 'unusual'>) {
  return (
    <Surface title="What is unusual">
      {unusual.length === 0 ? (
        <Text size="sm">Nothing in this period is more than ordinary mistakes.</Text>
      ) : (
        <ul className={classes.unusual} aria-label="What is unusual">
          {unusual.map((each) => {
            const { label, advice, counts } = alarmRule(each.alarm);
            return (
              <li key={`${each.alarm} ${subjectOf(each)}`}>
                <ToneBadge tone="danger">Unusual</ToneBadge> <strong>{label}</strong>
                <Text size="sm">
                  {`${subjectOf(each)}: ${each.count} ${counts} within ${alarmMinutes} minutes from `}
                  <DateText value={each.start} style="time" />
                </Text>
                <span className={classes.meaning}>{advice}</span>
              </li>
            );
          })}
        </ul>
      )}
    </Surface>
  );
}

type Line = { key: string; name: ReactNode; count: number };

function Counts({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <Surface title={title}>
      {lines.length === 0 ? (
        <Text size="sm">None in this period.</Text>
      ) : (
        <ul className={classes.list} aria-label={title}>
          {lines.map(({ key, name, count }) => (
            <li key={key}>
              <span>{name}</span>
              <span className={classes.count}>{count}</span>
            </li>
          ))}
        </ul>
      )}
    </Surface>
  );
}

type Choose = { onNetwork: (network: string) => void; onAccount: (account: string) => void };

function Chooser({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <button type="button" className={classes.choose} onClick={onChoose}>
      {label}
    </button>
  );
}

/** Shows unusual events, and the counts by kind, day, network and account. A network or an account can be chosen. */
export function SecuritySummaryCards({ summary, onNetwork, onAccount }: Choose & { summary: SecuritySummary }) {
  const { byDay, networks, accounts, unusual } = summary;
  const kinds = totals(
    byDay,
    byDay.map(({ kind }) => kind),
  ).toSorted(([, a], [, b]) => b - a);
  const days = totals(
    byDay,
    byDay.map(({ day }) => day),
  );
  const kindName = (kind: SecurityEventKind) => (
    <>
      {securityEvents[kind].label}
      <span className={classes.meaning}>{securityEvents[kind].meaning}</span>
    </>
  );
  return (
    <>
      <Unusual unusual={unusual} />
      <div className={classes.columns}>
        <Counts title="By event" lines={kinds.map(([kind, count]) => ({ key: kind, name: kindName(kind), count }))} />
        <Counts
          title="By day"
          lines={days.map(([day, count]) => ({ key: day, name: <DateText value={day} style="long" />, count }))}
        />
        <Counts
          title="Most active networks"
          lines={networks.map(({ network, count }) => ({
            key: network,
            name: <Chooser label={network} onChoose={() => onNetwork(network)} />,
            count,
          }))}
        />
        <Counts
          title="Most affected accounts"
          lines={accounts.map((each) => ({
            key: each.account,
            name: <Chooser label={accountName(each)} onChoose={() => onAccount(each.account)} />,
            count: each.count,
          }))}
        />
      </div>
    </>
  );
}
