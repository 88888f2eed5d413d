import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';

/** Why a team member is notified: they are the campaign's agent, or they asked for that kind of notice. */
export type NoticeReason = 'agent' | 'receivesAllAgentNotices' | 'receivesBillingEmailNotices';

type Notice = { to: readonly NoticeReason[]; says: string };

const team = ['agent', 'receivesAllAgentNotices'] as const;
const billing = ['receivesBillingEmailNotices'] as const;

/** Which team members are notified of which event. A person with two reasons is notified once. */
// biome-ignore format: a table
export const notices = {
  'application-submitted':  { to: team,               says: 'The payer has submitted the application. It is being reviewed.' },
  'information-requested':  { to: team,               says: 'More information has been requested from the payer.' },
  'campaign-approved':      { to: team,               says: 'The campaign has been approved.' },
  'agreement-signed':       { to: team,               says: 'Every signatory has signed the agreement.' },
  'payment-received':       { to: [...team, ...billing], says: 'A payment has been received.' },
  'money-changed':          { to: [...team, ...billing], says: 'What is to be paid for the campaign has changed.' },
  'campaign-live':          { to: [...team, ...billing], says: 'The funds are on their way and the campaign is live.' },
  'campaign-withdrawn':     { to: [...team, ...billing], says: 'The property has been withdrawn from sale.' },
  'settlement-pending':     { to: [...team, ...billing], says: 'The property has been sold, and settlement is pending.' },
  'campaign-complete':      { to: [...team, ...billing], says: 'The campaign is complete.' },
  'campaign-declined':      { to: team,               says: 'The application has been declined.' },
  'campaign-cancelled':     { to: team,               says: 'The campaign has been cancelled.' },
} as const satisfies Record<string, Notice>;

export type NoticeEvent = keyof typeof notices;

/** The event for reaching a status. Drafting and sending are the team's own actions and notify nobody. */
// biome-ignore format: a table
export const noticeOnReaching: Partial<Record<AgreementStatus, NoticeEvent>> = {
  'waiting-info':       'information-requested',
  'waiting-approval':   'application-submitted',
  approved:             'campaign-approved',
  signed:               'agreement-signed',
  executed:             'campaign-live',
  withdrawn:            'campaign-withdrawn',
  'waiting-settlement': 'settlement-pending',
  complete:             'campaign-complete',
  rejected:             'campaign-declined',
  cancelled:            'campaign-cancelled',
};

/** The event of a status change. A campaign that goes back to be reviewed was not submitted again by its payer. */
export const noticeOfMove = (from: AgreementStatus, to: AgreementStatus): NoticeEvent | undefined =>
  to === 'waiting-approval' && statusRank(from) > statusRank(to) ? undefined : noticeOnReaching[to];

type TeamMember = {
  userId: number;
  receivesAllAgentNotices: boolean;
  receivesBillingEmailNotices: boolean;
};

/** The members to notify, without the person who acted. */
export function membersToNotify<Person extends TeamMember>(
  event: NoticeEvent,
  members: readonly Person[],
  { agentUserId, actorUserId }: { agentUserId: number | null; actorUserId: number | null },
): Person[] {
  const reasons: readonly NoticeReason[] = notices[event].to;
  const holds = (person: Person, reason: NoticeReason) =>
    reason === 'agent' ? person.userId === agentUserId : person[reason];
  return members.filter((person) => person.userId !== actorUserId && reasons.some((reason) => holds(person, reason)));
}

export type NoticeFacts = {
  brand: string;
  firstName: string;
  campaignName: string;
  flowNumber: string;
  /** A link to the campaign. */
  address: string;
  /** Further details of the event. */
  details?: string;
};

export const noticeMessage = (
  event: NoticeEvent,
  { brand, firstName, campaignName, flowNumber, address, details }: NoticeFacts,
) => ({
  subject: `${flowNumber} ${campaignName}: ${notices[event].says}`,
  body: [
    `Hello ${firstName},`,
    `${campaignName} (${flowNumber})`,
    notices[event].says,
    ...(details ? [details] : []),
    address,
    brand,
  ].join('\n\n'),
});
