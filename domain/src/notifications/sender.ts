import { displayName } from '@kerb/domain/people/names.ts';

/** A campaign's organisation and agent, as they are stored. Phones are as people write them in the country. */
export type CampaignContact = {
  organisation: string;
  organisationPhone: string | null;
  agentFirstName: string | null;
  agentSurname: string | null;
  agentPhone: string | null;
};

/** Who writes to a payer, and whom the payer can ask. */
export type Sender = {
  brand: string;
  organisation: string;
  agentName: string | null;
  /** The person or organisation of the phone number; null if the number is ours. */
  contactName: string | null;
  phone: string;
  supportPhone: string;
  /** The page on which everybody can check whether a message is ours. */
  checkUrl: string;
};

type Ours = { brand: string; supportPhone: string; checkUrl: string };

/** The payer calls the agent, else the organisation, else us. */
export function senderOf(contact: CampaignContact, ours: Ours): Sender {
  const { organisation, organisationPhone, agentPhone } = contact;
  const agentName =
    displayName({ firstName: contact.agentFirstName ?? '', surname: contact.agentSurname ?? '' }) || null;
  const who = { ...ours, organisation, agentName };
  if (agentPhone) return { ...who, contactName: agentName ?? organisation, phone: agentPhone };
  if (organisationPhone) return { ...who, contactName: organisation, phone: organisationPhone };
  return { ...who, contactName: null, phone: ours.supportPhone };
}

/** 'Eli Wood at Bay Homes', or the organisation alone. */
export const sentBy = ({ agentName, organisation }: Pick<Sender, 'agentName' | 'organisation'>): string =>
  agentName ? `${agentName} at ${organisation}` : organisation;

const whomToCall = ({ contactName, phone }: Sender): string => `Questions? Call ${contactName ?? 'us'} on ${phone}.`;
export const callUs = ({ supportPhone }: Pick<Sender, 'supportPhone'>): string =>
  `Questions? Call us on ${supportPhone}.`;
export const isItUs = ({ checkUrl }: Pick<Sender, 'checkUrl'>): string =>
  `Is this message really from us? Check it here: ${checkUrl}`;

type Mail = { firstName: string | null; parts: readonly string[]; flowNumber?: string };

const hello = (firstName: string | null): string => (firstName ? `Hello ${firstName},` : 'Hello,');
const reference = (flowNumber: string | undefined): string[] =>
  flowNumber === undefined ? [] : [`Your reference is ${flowNumber}.`];

/** A mail to a payer in the name of their organisation. */
export const agencyMail = (sender: Sender, { firstName, parts, flowNumber }: Mail): string =>
  [
    hello(firstName),
    ...parts,
    ...reference(flowNumber),
    whomToCall(sender),
    isItUs(sender),
    `${sender.organisation}, with ${sender.brand}`,
  ].join('\n\n');

/** A mail to a payer from us: about codes, loans and money that we hold. */
export const ourMail = (sender: Ours, { firstName, parts, flowNumber }: Mail): string =>
  [hello(firstName), ...parts, ...reference(flowNumber), callUs(sender), isItUs(sender), sender.brand].join('\n\n');

/**
 * The kinds of messages in the organisation's name. All others are from us: a code or a warning must not seem to come
 * from the organisation that it may warn of, and the lender writes about loans and money.
 */
const inAgencysName: ReadonlySet<string> = new Set([
  'agreement-changed',
  'application-approved',
  'application-cancelled',
  'application-rejected',
  'application-waiting-info',
  'equity-referral',
  'payment-link',
  'payment-reminder',
  'ready-to-sign',
  'signed-agreement',
]);

export const isInAgencysName = (kind: string): boolean => inAgencysName.has(kind);

/** A display name is read as an address by some programs, and could imitate one. */
const withoutAddress = (name: string): string =>
  name
    .replace(/[\p{C}<>"@\\]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/** The name that a mailbox shows. The address stays ours, so that the mail passes DMARC. */
export const mailSenderName = (organisation: string, brand: string): string =>
  `${withoutAddress(organisation)} via ${brand}`;
