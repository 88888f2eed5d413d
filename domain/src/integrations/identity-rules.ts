import { permissions } from '@kerb/domain/access/permissions.ts';
import { permissionsOfScope } from '@kerb/domain/access/scope-permissions.ts';
import { type Scope, scopes } from '@kerb/domain/access/scopes.ts';
import { addDays, type Day, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, fieldError, refuse, refuseFields } from '@kerb/domain/kernel/decision.ts';
import * as fieldWords from '@kerb/domain/kernel/validation-words.ts';

/** How long a secret or a key works if nobody says otherwise, and at most. */
export const usualLifeDays = 365;
export const longestLifeDays = 730;
/** When the managers are told that a secret or a key is about to expire. */
export const reminderDays = [30, 7] as const;
/** How long a program goes on without the manager who answers for it. */
export const ownerlessDays = 14;

export const mostIdentities = 20;
/** Enough to replace a secret or a key while the old one still works. */
export const mostCredentials = 5;

/** Why a program may no longer act. */
// biome-ignore format: a table
export const endReasonWords = {
  'person':     'Ended by a person.',
  'agent-left': 'Ended because the team member whose campaigns it saw is no longer active here.',
  'owner-left': 'Ended because the manager who answered for it left and no other manager took it over.',
  'no-manager': 'Ended because the organisation has no active manager.',
  'upgrade':    'Ended because the person it belonged to was no longer an active team member.',
} as const satisfies Record<string, string>;
export type EndReason = keyof typeof endReasonWords;
export const endReasons = Object.keys(endReasonWords) as [EndReason, ...EndReason[]];

/** Why a secret or a key ended that nobody ended by hand. */
export const credentialEndWords = {
  'adder-left': 'Ended because the person who added it is no longer a manager here. Make a new one.',
} as const satisfies Record<string, string>;
export type CredentialEndReason = keyof typeof credentialEndWords;
export const credentialEndReasons = Object.keys(credentialEndWords) as [CredentialEndReason, ...CredentialEndReason[]];

/** The scopes that make sense for a program that sees only one team member's campaigns. */
export const agentScopes: readonly Scope[] = scopes.filter((scope) =>
  permissionsOfScope[scope].some(({ permission }) => permissions[permission].employee !== 'none'),
);

export const wholeOrganisationOnly = 'Settings and webhooks are for programs that see all campaigns.';

/** Whether a program may have these scopes: with the settings or webhooks of an organisation it sees all of it. */
export function decideScopes(wanted: readonly Scope[], agentUserId: number | null): Decision<Scope[]> {
  const isTooMuch = agentUserId !== null && wanted.some((scope) => !agentScopes.includes(scope));
  if (isTooMuch) return refuseFields(fieldError('scopes', 'notValid', wholeOrganisationOnly));
  return allow(scopes.filter((scope) => wanted.includes(scope)));
}

export const expiryTooLate = 'Choose a day within two years.';

/** The last day on which a new secret or key works. */
export function decideExpiry(wanted: Day | null | undefined, today: Day): Decision<Day> {
  const last = wanted ?? addDays(today, usualLifeDays);
  if (last < today) return refuseFields(fieldError('expiryDate', 'notValid', fieldWords.chooseLaterDay));
  if (last > addDays(today, longestLifeDays)) return refuseFields(fieldError('expiryDate', 'notValid', expiryTooLate));
  return allow(last);
}

type Lived = { endedDate: Moment | null; expiryDate: Moment };

export const isLive = ({ endedDate, expiryDate }: Lived, now: Moment): boolean =>
  expiryDate > now && (endedDate === null || endedDate > now);

/** Whether one more secret or key may be added. */
export function decideMore(credentials: readonly Lived[], now: Moment): Decision<null> {
  if (credentials.filter((each) => isLive(each, now)).length < mostCredentials) return allow(null);
  return refuse('too-many-credentials', `A program has at most ${mostCredentials} secrets and keys. End one first.`);
}

/** The state of a program for its badge. 'ownerless' still works, 'expired' and 'ended' do not. */
export type IdentityState = 'active' | 'ownerless' | 'expired' | 'ended';

type Identity = { endedDate: Moment | null; ownerLostDate: Moment | null; credentials: readonly Lived[] };

export function stateOf({ endedDate, ownerLostDate, credentials }: Identity, now: Moment): IdentityState {
  if (endedDate !== null) return 'ended';
  if (!credentials.some((each) => isLive(each, now))) return 'expired';
  return ownerLostDate === null ? 'active' : 'ownerless';
}

/** The reminder that is due for a credential: the smallest number of days that was reached and not yet told. */
export function dueReminder(
  { expiryDate, remindedDays }: { expiryDate: Moment; remindedDays: number | null },
  now: Moment,
): number | null {
  const left = (Date.parse(expiryDate) - Date.parse(now)) / 86_400_000;
  const reached = reminderDays.filter((days) => left <= days).at(-1) ?? null;
  return reached !== null && (remindedDays === null || reached < remindedDays) ? reached : null;
}
