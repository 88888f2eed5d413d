const yours = 'This link is yours alone. Please do not forward it.';
const yoursToSign = `${yours} We will send you a code when you sign.`;

/** Null: the message is sent by email only. */
export type MessageTemplate = { subject: string; body: string; sms: string | null };

const lines = (...paragraphs: string[]): string => paragraphs.join('\n\n');

/**
 * The messages to payers, as the code ships them. A line whose variable is empty is left out. A line that ends in a
 * colon before the link has the words of the button. The greeting, the phone number and the way to check the message
 * are added to every mail.
 */
export const payerTemplates = {
  'payment-link': {
    subject: '{organisation}: {purpose} for {address}',
    body: lines(
      '{sentBy} has sent you the {purpose} for {address}. Please choose how you want to pay.',
      '{note}',
      'Amount: {amount}\nProperty: {address}\nFrom: {sentBy}\nReference: {flowNumber}',
      'See how you can pay:\n{link}',
      yours,
    ),
    sms: 'Hi {firstName}, {sentBy} has sent the {purpose} for {address} ({amount}). See how you can pay: {link} Questions? {phone}',
  },
  'payment-reminder': {
    subject: 'Reminder: {purpose} for {address}',
    body: lines(
      '{sentBy} has sent you the {purpose} for {address}. Your link is still waiting for you.',
      '{note}',
      'Amount: {amount}\nProperty: {address}\nFrom: {sentBy}\nReference: {flowNumber}',
      'See how you can pay:\n{link}',
      yours,
    ),
    sms: 'Hi {firstName}, a reminder from {sentBy}: please see the {purpose} for {address} ({amount}): {link} Questions? {phone}',
  },
  'ready-to-sign': {
    subject: 'Please sign the agreement for {address}',
    body: lines(
      'The agreement for {address} is ready. Please read it, and sign it if you agree.',
      'Read and sign the agreement:\n{link}',
      yoursToSign,
    ),
  },
  'agreement-changed': {
    subject: 'The agreement for {address} has changed: please sign it again',
    body: lines(
      'The agreement for {address} was changed after you signed it. Your signature was for the earlier agreement and no longer counts.',
      'Please read the new agreement, and sign it if you agree.',
      'Read the new agreement:\n{link}',
      yoursToSign,
    ),
  },
  'signed-agreement': {
    subject: 'Your signed agreement for {address}',
    body: lines(
      'Everyone has signed the agreement for {address}. Your copy is attached. It also shows who signed, and when.',
      'Please keep it.',
    ),
  },
  'application-approved': {
    subject: 'Your {option} application for {address} is approved',
    body: lines(
      'Good news: we have approved {option} for {address}.',
      '{reason}',
      'Please read the agreement, and sign it if you agree.',
      'Read and sign the agreement:\n{link}',
      yoursToSign,
    ),
  },
  'application-waiting-info': {
    subject: 'We need more information for {address}',
    body: lines(
      'We need a little more from you before we can go on with {address}.',
      '{reason}',
      'Send us what is missing:\n{link}',
      yours,
    ),
  },
  'application-rejected': {
    subject: 'Your application for {address} has been declined',
    body: lines(
      'We are sorry. We have declined your application for {address}.',
      '{reason}',
      'Your agent can tell you about other ways to pay.',
    ),
  },
  'application-cancelled': {
    subject: 'The campaign for {address} has been cancelled',
    body: lines(
      'The campaign for {address} has been cancelled. Your link no longer works.',
      '{reason}',
      '{whatNow}',
      'If you did not expect this, please call your agent, or call us on {supportPhone}.',
    ),
  },
  'payment-receipt': {
    subject: 'Your receipt {receiptNumber} for {address}',
    body: lines(
      'Here is your receipt for {address}. It is attached.',
      'Receipt number: {receiptNumber}\nReference: {flowNumber}',
    ),
  },
} as const satisfies Record<string, Omit<MessageTemplate, 'sms'> & { sms?: string }>;

export type PayerMessageKind = keyof typeof payerTemplates;
export const payerMessageKinds = Object.keys(payerTemplates) as [PayerMessageKind, ...PayerMessageKind[]];

/** The template that applies until an admin writes another. */
export const defaultTemplate = (kind: PayerMessageKind): MessageTemplate => ({ sms: null, ...payerTemplates[kind] });
