import type { SecurityEventKind } from '@kerb/domain/audit/security-events.ts';

/** The time in which events are counted together. */
export const alarmMinutes = 15;

type Rule = {
  kinds: readonly SecurityEventKind[];
  /** Events are added up for each account or for each network. */
  of: 'account' | 'network';
  /**
   * The figure that is compared with `atLeast`: the number of events, or of different networks or accounts among them.
   */
  counts: 'events' | 'networks' | 'accounts';
  atLeast: number;
  label: string;
  /** A possible cause, and the next step for an admin. */
  advice: string;
};

/**
 * Patterns of events that all admins are told about. The thresholds are above the mistakes of one person or one office.
 */
// biome-ignore format: a table
export const securityAlarms = {
  'account-from-many-networks': { kinds: ['sign-in-refused', 'second-factor-refused', 'limit-met'], of: 'account', counts: 'networks', atLeast: 5,
    label: 'One account was tried from many networks',         advice: 'Somebody may be guessing this password. Ask the person, and end their sign-ins if they do not know of it.' },
  'account-guessed':            { kinds: ['sign-in-refused', 'second-factor-refused'],              of: 'account', counts: 'events',   atLeast: 30,
    label: 'One account was tried many times',                 advice: 'Somebody may be guessing this password. Ask the person, and recommend two-step login.' },
  'network-tried-accounts':     { kinds: ['sign-in-refused'],                                       of: 'network', counts: 'accounts', atLeast: 10,
    label: 'One network tried many accounts',                  advice: 'Somebody may be trying stolen passwords. Block the network at the proxy if it is nobody’s office.' },
  'network-tried-links':        { kinds: ['link-refused'],                                          of: 'network', counts: 'events',   atLeast: 20,
    label: 'One network opened many links that do not work',   advice: 'Somebody may be guessing Payment URLs. Block the network at the proxy if it is nobody’s office.' },
  'person-not-allowed':         { kinds: ['forbidden'],                                             of: 'account', counts: 'events',   atLeast: 20,
    label: 'One person asked for much that is not allowed',    advice: 'Their sign-in may be in other hands. Ask the person, and end their sign-ins if they do not know of it.' },
  'codes-guessed':              { kinds: ['code-refused', 'proof-refused'],                         of: 'account', counts: 'events',   atLeast: 10,
    label: 'One person entered many wrong codes or passwords', advice: 'An open browser may be in other hands. Ask the person, and end their sign-ins.' },
  'network-met-limits':         { kinds: ['limit-met'],                                             of: 'network', counts: 'events',   atLeast: 60,
    label: 'One network met many limits',                      advice: 'A program may be attacking. Block the network at the proxy if it is nobody’s office.' },
  'program-refused':            { kinds: ['client-refused'],                                        of: 'network', counts: 'events',   atLeast: 30,
    label: 'Many credentials of programs were refused',        advice: 'A credential may have expired, or somebody is guessing. Look at the integrations of the organisation.' },
  'request-copied':             { kinds: ['assertion-replayed'],                                    of: 'network', counts: 'events',   atLeast: 1,
    label: 'A signed request of a program was used again',     advice: 'The request was copied. Replace the key of this program.' },
  'passkey-copied':             { kinds: ['passkey-copied'],                                        of: 'account', counts: 'events',   atLeast: 1,
    label: 'A passkey was used out of order',                  advice: 'The passkey may have been copied. Ask the person to remove it, and end their sign-ins.' },
  'tokens-copied':              { kinds: ['refresh-replayed'],                                      of: 'account', counts: 'events',   atLeast: 5,
    label: 'Tokens of one person were used again',             advice: 'Their tokens may have been copied. End their sign-ins.' },
  'other-site':                 { kinds: ['foreign-site'],                                          of: 'network', counts: 'events',   atLeast: 5,
    label: 'Another site sent requests in a person’s name',    advice: 'The requests were refused. Look for a page that imitates ours.' },
} as const satisfies Record<string, Rule>;

export type SecurityAlarm = keyof typeof securityAlarms;
export const securityAlarmNames = Object.keys(securityAlarms) as SecurityAlarm[];
export const alarmRule = (alarm: SecurityAlarm): Rule => securityAlarms[alarm];

/** The counts of one account or network within one window of time. */
export type Tally = { subject: string; start: string; events: number; networks: number; accounts: number };

export type Unusual = { alarm: SecurityAlarm; subject: string; start: string; count: number };

/**
 * The tallies that reach the threshold of an alarm, one for each subject. Windows overlap: the one with the highest
 * count is taken, and the latest if counts are equal.
 */
export function unusualIn(alarm: SecurityAlarm, tallies: readonly Tally[]): Unusual[] {
  const { counts, atLeast } = alarmRule(alarm);
  const worst = new Map<string, Unusual>();
  for (const tally of tallies) {
    const { subject, start } = tally;
    const count = tally[counts];
    const known = worst.get(subject);
    if (count < atLeast) continue;
    if (known && (known.count > count || (known.count === count && known.start >= start))) continue;
    worst.set(subject, { alarm, subject, start, count });
  }
  return [...worst.values()];
}
