import { secretPlace } from '@kerb/domain/vocabulary/message-secrets.ts';
export const codeMinutes = 10;

type Facts = { brand: string };

const warning = 'We will never ask you for it by phone.';
const lasts = `It works for ${codeMinutes} minutes. ${warning}`;

/** The message with the code that confirms a mobile. `secretPlace` is the code. */
export const mobileCodeMessage = ({ brand }: Facts) => ({
  body: `${brand}: your code is ${secretPlace}. ${lasts}`,
});

/** The same for an e-mail address. */
export const emailCodeMessage = ({ brand }: Facts) => ({
  subject: `Your ${brand} code`,
  body: ['Hello,', `Your code is ${secretPlace}. ${lasts}`, brand].join('\n\n'),
});

type SigningFacts = Facts & { campaignName: string };

/**
 * The messages with a signing code. They state the purpose of the code, so that nobody reads it out for another
 * purpose.
 */
export const signingCodeMessages = {
  sms: ({ brand, campaignName }: SigningFacts) => ({
    body: `${brand}: ${secretPlace} is your code to sign the agreement for ${campaignName}. ${lasts}`,
  }),
  email: ({ brand, campaignName }: SigningFacts) => ({
    subject: `Your code to sign the agreement for ${campaignName}`,
    body: [
      'Hello,',
      `Your code to sign the agreement for ${campaignName} is ${secretPlace}. ${lasts}`,
      'If you are not signing anything, please tell us.',
      brand,
    ].join('\n\n'),
  }),
};

/** The mail with a copy of the signed agreement. */
export const signedCopyMail = ({ brand, campaignName, firstName }: SigningFacts & { firstName: string }) => ({
  subject: `Your signed agreement for ${campaignName}`,
  body: [
    `Hello ${firstName},`,
    `The agreement for ${campaignName} has been signed by everyone. Your copy, with the record of its signatures, is attached.`,
    'Please keep it.',
    brand,
  ].join('\n\n'),
});

/** The mail that asks for a signature. `secretPlace` is the Payment URL. */
export const readyToSignMail = ({ brand, campaignName, firstName }: SigningFacts & { firstName: string }) => ({
  subject: `Please sign the agreement for ${campaignName}`,
  body: [
    `Hello ${firstName},`,
    `The agreement for ${campaignName} is ready for you to read and sign: ${secretPlace}`,
    'The link is yours alone. You will be sent a code when you sign.',
    brand,
  ].join('\n\n'),
});

type AddressFacts = SigningFacts & { firstName: string; organisation: string; supportPhone: string };

/** To the earlier address. It does not name the new one, which may be a mistake. */
export const addressChangedMail = (facts: AddressFacts) => ({
  subject: `Your email address for ${facts.campaignName} was changed`,
  body: [
    `Hello ${facts.firstName},`,
    `The email address for your campaign ${facts.campaignName} with ${facts.organisation} was changed. Messages and codes now go to another address. The link that we sent to this address no longer works.`,
    `If you did not ask for this, please call us on ${facts.supportPhone}.`,
    facts.brand,
  ].join('\n\n'),
});

/** To the new address, which may belong to another person: it has no link, and names no other address. */
export const addressSetMail = (facts: AddressFacts) => ({
  subject: `Your email address for ${facts.campaignName}`,
  body: [
    `Hello ${facts.firstName},`,
    `${facts.organisation} has given us this email address for the campaign ${facts.campaignName}. We will send messages and codes about it to this address.`,
    `If you do not know ${facts.organisation}, or this is a mistake, please call us on ${facts.supportPhone}.`,
    facts.brand,
  ].join('\n\n'),
});

/** The mail to a payer whose signature ended because the agreement changed. `secretPlace` is the Payment URL. */
export const agreementChangedMail = ({ brand, campaignName, firstName }: SigningFacts & { firstName: string }) => ({
  subject: `The agreement for ${campaignName} has changed: please sign it again`,
  body: [
    `Hello ${firstName},`,
    `The agreement for ${campaignName} was changed after you signed it. Your signature was for the earlier agreement and no longer counts.`,
    `Please read the new agreement, and sign it if you agree: ${secretPlace}`,
    'The link is yours alone. You will be sent a code when you sign.',
    brand,
  ].join('\n\n'),
});

/** The message with an identity check link, if the provider does not send it. `secretPlace` is the link. */
export const identityCheckMessage = ({ brand }: Facts) => ({
  body: `${brand}: please show who you are, by your face and your papers: ${secretPlace}`,
});
