import { type Cents, formatMoney, type MoneyStyle } from '@kerb/domain/kernel/money.ts';
import {
  defaultTemplate,
  type MessageTemplate,
  type PayerMessageKind,
} from '@kerb/domain/notifications/payer-templates.ts';
import { agencyMail, isInAgencysName, ourMail, type Sender, sentBy } from '@kerb/domain/notifications/sender.ts';
import { firstThatFits, firstWords, gsmText } from '@kerb/domain/notifications/sms-text.ts';
import { fillTemplate, type Variables } from '@kerb/domain/notifications/template.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
import type { FundsPurpose } from '@kerb/domain/vocabulary/value-lists.ts';

export type PayerFacts = {
  sender: Sender;
  /** Null if the reader is not known, as for a receipt to any address. */
  firstName: string | null;
  campaignName: string;
  flowNumber: string;
  /** The template of the message; absent or null: the one that the code ships. */
  template?: MessageTemplate | null;
};

const commonVariables = ({ sender, firstName, campaignName, flowNumber }: PayerFacts): Variables => ({
  firstName,
  address: campaignName,
  flowNumber,
  organisation: sender.organisation,
  agent: sender.agentName,
  sentBy: sentBy(sender),
  brand: sender.brand,
  phone: sender.phone,
  supportPhone: sender.supportPhone,
  link: secretPlace,
});

/** The mail of a kind. `secretPlace` is the payer's link. */
export function payerMail(
  kind: PayerMessageKind,
  facts: PayerFacts,
  more: Variables = {},
): { subject: string; body: string } {
  const { subject, body } = facts.template ?? defaultTemplate(kind);
  const variables = { ...commonVariables(facts), ...more };
  const { sender, firstName, flowNumber } = facts;
  const saysReference = body.includes('{flowNumber}');
  const mail = {
    firstName,
    parts: [fillTemplate(body, variables)],
    ...(!saysReference && { flowNumber }),
  };
  return {
    subject: fillTemplate(subject, variables),
    body: isInAgencysName(kind) ? agencyMail(sender, mail) : ourMail(sender, mail),
  };
}

/** How long names and addresses may be in a text message. The next row is used if the one before does not fit. */
// biome-ignore format: a table
const lengths = [
  { address: 200, organisation: 200, agent: 200, firstName: 100, isChecked: true  },
  { address: 40,  organisation: 200, agent: 200, firstName: 100, isChecked: true  },
  { address: 26,  organisation: 40,  agent: 40,  firstName: 30,  isChecked: true  },
  { address: 20,  organisation: 24,  agent: 16,  firstName: 16,  isChecked: true  },
  { address: 16,  organisation: 16,  agent: 0,   firstName: 12,  isChecked: true  },
  { address: 16,  organisation: 16,  agent: 0,   firstName: 12,  isChecked: false },
] as const;
type Lengths = (typeof lengths)[number];

const shortFacts = (facts: PayerFacts, longest: Lengths): PayerFacts => {
  const short = (text: string, length: number) => firstWords(gsmText(text) || text, length);
  const { sender, firstName, campaignName } = facts;
  return {
    ...facts,
    firstName: (firstName && short(firstName, longest.firstName)) || 'there',
    campaignName: short(campaignName, longest.address),
    sender: {
      ...sender,
      organisation: short(sender.organisation, longest.organisation),
      agentName: (sender.agentName && longest.agent > 0 && short(sender.agentName, longest.agent)) || null,
      phone: gsmText(sender.phone),
    },
  };
};

/** Without the scheme: phones make a link of it all the same, and it is shorter. */
const checkWords = ({ checkUrl }: Sender): string => ` Really us? See ${checkUrl.replace(/^https?:\/\//, '')}`;

/** The rows of `lengths` with which a note is sent. With shorter names, the names matter more. */
const roomForNote = 2;

type PayerSms = {
  template: string;
  facts: PayerFacts;
  more: Variables;
  /** The length of its link. */
  secretLength: number;
  note?: string | null;
};

/**
 * Names and the address are shortened until the text fits in two parts. The link, the amount and the phone number never
 * are. A note is left out if it does not fit.
 */
export function payerSms({ template, facts, more, secretLength, note = null }: PayerSms) {
  const texts = lengths.map((longest) => {
    const words = fillTemplate(template, { ...commonVariables(shortFacts(facts, longest)), ...more });
    return { words, check: longest.isChecked ? checkWords(facts.sender) : '' };
  });
  const withNote =
    note === null ? [] : texts.slice(0, roomForNote).map((each) => `${each.words} Note: ${gsmText(note)}${each.check}`);
  const without = texts.map(({ words, check }) => `${words}${check}`);
  const body = firstThatFits([...withNote, ...without], secretLength);
  return { body, hasNote: withNote.includes(body) };
}

const purposeWords: Record<FundsPurpose, string> = {
  marketing: 'marketing costs',
  styling: 'styling costs',
  deposit: 'deposit',
};

export type PaymentLinkFacts = PayerFacts & {
  money: MoneyStyle;
  budget: Cents;
  purpose: FundsPurpose;
  /** The words of the team member who sends it. */
  note?: string | null;
};

const linkVariables = ({ money, budget, purpose, note, sender }: PaymentLinkFacts): Variables => ({
  amount: formatMoney(budget, money),
  purpose: purposeWords[purpose],
  note: note && `A note from ${sender.organisation}:\n${note}`,
});

type LinkKind = 'payment-link' | 'payment-reminder';

const linkMessagesOf = (kind: LinkKind) => ({
  email: (facts: PaymentLinkFacts) => payerMail(kind, facts, linkVariables(facts)),
  sms: (facts: PaymentLinkFacts, linkLength: number) =>
    payerSms({
      template: (facts.template ?? defaultTemplate(kind)).sms ?? '',
      facts,
      more: linkVariables(facts),
      secretLength: linkLength,
      note: facts.note ?? null,
    }),
});

/** The messages that carry a Payment URL. `secretPlace` is the link. */
export const paymentLinkMessages = linkMessagesOf('payment-link');
/** To a payer who has not opened it. */
export const paymentReminderMessages = linkMessagesOf('payment-reminder');
