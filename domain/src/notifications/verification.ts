import { ourMail, type Sender } from '@kerb/domain/notifications/sender.ts';
import { firstThatFits, firstWords, gsmText } from '@kerb/domain/notifications/sms-text.ts';
import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';

export const codeMinutes = 10;
const codeLength = 6;

const warning = 'Never give it to anyone. We will never ask you for it by phone.';
const lasts = `It works for ${codeMinutes} minutes. ${warning}`;

/** What a code is for. Without a campaign it is for the person's own account. */
type CodeFacts = { brand: string; campaignName?: string };

/** The address is shortened until the text fits in two parts. */
const codeSms = (campaignName: string, write: (address: string) => string): { body: string } => {
  const address = gsmText(campaignName) || campaignName;
  const texts = [200, 60, 30, 15].map((longest) => write(firstWords(address, longest)));
  return { body: firstThatFits(texts, codeLength) };
};

/** The message with the code that confirms a mobile. `secretPlace` is the code. */
export const mobileCodeMessage = ({ brand, campaignName }: CodeFacts): { body: string } =>
  campaignName === undefined
    ? { body: `${brand}: your code is ${secretPlace}. ${lasts}` }
    : codeSms(campaignName, (address) => `${brand}: your code for ${address} is ${secretPlace}. ${lasts}`);

type OurFacts = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'>;
type PayerCodeFacts = OurFacts & { campaignName: string; firstName: string };

/** The same for a payer's e-mail address. */
export const emailCodeMessage = (facts: PayerCodeFacts) => ({
  subject: `Your ${facts.brand} code`,
  body: ourMail(facts, {
    firstName: facts.firstName,
    parts: [`Your code for ${facts.campaignName} is ${secretPlace}.`, lasts],
  }),
});

/**
 * The messages with a signing code. They state the purpose of the code, so that nobody reads it out for another
 * purpose.
 */
export const signingCodeMessages = {
  sms: ({ brand, campaignName }: PayerCodeFacts) =>
    codeSms(
      campaignName,
      (address) => `${brand}: ${secretPlace} is your code to sign the agreement for ${address}. ${lasts}`,
    ),
  email: (facts: PayerCodeFacts) => ({
    subject: `Your code to sign the agreement for ${facts.campaignName}`,
    body: ourMail(facts, {
      firstName: facts.firstName,
      parts: [
        `Your code to sign the agreement for ${facts.campaignName} is ${secretPlace}.`,
        lasts,
        `If you are not signing anything, please call us on ${facts.supportPhone}.`,
      ],
    }),
  }),
};

type AddressFacts = PayerCodeFacts & { organisation: string };

/** To the earlier address. It does not name the new one, which may be a mistake. */
export const addressChangedMail = (facts: AddressFacts) => ({
  subject: `Your email address for ${facts.campaignName} was changed`,
  body: ourMail(facts, {
    firstName: facts.firstName,
    parts: [
      `Your email address for ${facts.campaignName} with ${facts.organisation} was changed. Messages and codes now go to another address. The link that we sent to this address no longer works.`,
      `If you did not ask for this, please call us on ${facts.supportPhone}.`,
    ],
  }),
});

/** To the new address, which may belong to another person: it has no link, and names no other address. */
export const addressSetMail = (facts: AddressFacts) => ({
  subject: `Your email address for ${facts.campaignName}`,
  body: ourMail(facts, {
    firstName: facts.firstName,
    parts: [
      `${facts.organisation} has given us this email address for ${facts.campaignName}. We will send messages and codes to this address.`,
      `If you do not know ${facts.organisation}, or this is a mistake, please call us on ${facts.supportPhone}.`,
    ],
  }),
});

type IdentityFacts = { brand: string; firstName: string; campaignName: string; supportPhone: string };

/** The message with an identity check link, if the provider does not send it. `secretPlace` is the link. */
export function identityCheckMessage(facts: IdentityFacts, linkLength: number): { body: string } {
  const { brand, supportPhone } = facts;
  const name = gsmText(facts.firstName) || facts.firstName;
  const address = gsmText(facts.campaignName) || facts.campaignName;
  const texts = [200, 40, 20, 12].map((longest) => {
    const [hi, loan] = [firstWords(name, longest), firstWords(address, longest)];
    const words = `${brand}: Hi ${hi}, please show us who you are, for the loan for ${loan}.`;
    return `${words} You need your licence or passport: ${secretPlace} Questions? ${supportPhone}`;
  });
  return { body: firstThatFits(texts, linkLength) };
}
