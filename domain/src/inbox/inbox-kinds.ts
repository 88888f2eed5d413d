import { type NoticeEvent, notices } from '@kerb/domain/notifications/notices.ts';

/**
 * What a notification tells. `says` follows the name of the person who did it. An event of `notices` has an e-mail of
 * its own, so the person's choice of e-mails does not apply to it.
 */
// biome-ignore format: a table
const ofPeople = {
  mentioned: { says: 'mentioned you in a comment.',          place: 'comments' },
  commented: { says: 'commented on a campaign of yours.',    place: 'comments' },
  assigned:  { says: 'made you the agent of this campaign.', place: null       },
} as const satisfies Record<string, { says: string; place: 'comments' | null }>;

type PeopleKind = keyof typeof ofPeople;
export type InboxKind = NoticeEvent | PeopleKind;

const namesOf = <Name extends string>(table: Record<Name, unknown>) => Object.keys(table) as Name[];
export const inboxKinds: readonly InboxKind[] = [...namesOf(notices), ...namesOf(ofPeople)];

const isOfPeople = (kind: InboxKind): kind is PeopleKind => kind in ofPeople;

/** Whether an e-mail is sent if the person chose e-mails. */
export const isMailedByChoice = isOfPeople;

/** The sentence of a notification. `actorName` is null if the product did it. */
export function inboxWords(kind: InboxKind, actorName: string | null, brand: string): string {
  if (!isOfPeople(kind)) return notices[kind].says;
  return `${actorName ?? brand} ${ofPeople[kind].says}`;
}

/** The card of the campaign's page that a notification opens; null for its top. */
export const placeOf = (kind: InboxKind): 'comments' | null => (isOfPeople(kind) ? ofPeople[kind].place : null);

export const emailChoices = ['off', 'at-once', 'daily'] as const;
export type EmailChoice = (typeof emailChoices)[number];

/** Without a choice nobody gets e-mails. */
export const usualEmailChoice: EmailChoice = 'off';

// biome-ignore format: a table
export const emailChoiceLabels: Record<EmailChoice, string> = {
  off:       'No e-mails',
  'at-once': 'An e-mail for each, at once',
  daily:     'One e-mail each morning',
};

/** How many unread notifications are counted exactly. */
export const mostUnread = 99;

/** How many are on one page of the list. */
export const inboxPageSize = 30;

/** How long a notification is kept, read or not. What it tells of is in the campaign and its log. */
export const notificationKeptDays = 180;

/** From this hour of the country's own time the daily e-mail is sent. */
export const digestHour = 7;

/** How many notifications a daily e-mail lists. */
export const mostInDigest = 30;
