import { type Day, writtenDay } from '@kerb/domain/kernel/dates.ts';
import { ourMail, type Sender } from '@kerb/domain/notifications/sender.ts';

type Facts = Pick<Sender, 'brand' | 'supportPhone' | 'checkUrl'> & {
  locale: string;
  campaignName: string;
  flowNumber: string;
};
/** To a payer. `address` is where the payer reads it, as a secret if it is a link that signs in. */
type ToPayer = Facts & { firstName: string; address: string };
type Message = { subject: string; body: string };

const toPayer = ({ firstName, flowNumber, ...facts }: ToPayer, subject: string, parts: readonly string[]): Message => ({
  subject,
  body: ourMail(facts, { firstName, flowNumber, parts }),
});

/** The request arrived. It is the acknowledgement that the law asks for. */
export const requestReceivedMail = (facts: ToPayer & { answerBy: Day }): Message =>
  toPayer(facts, `We have your request about the loan for ${facts.campaignName}`, [
    `We have your request about the loan for ${facts.campaignName}.`,
    `We answer it by ${writtenDay(facts.answerBy, facts.locale)}. You will get an e-mail.`,
    `Until then your loan goes on as agreed. You can read your request here: ${facts.address}`,
  ]);

export const requestGrantedMail = (facts: ToPayer & { newDueDate: Day; answer: string | null }): Message =>
  toPayer(facts, `You can have more time for the loan for ${facts.campaignName}`, [
    `You can repay the loan for ${facts.campaignName} by ${writtenDay(facts.newDueDate, facts.locale)}.`,
    ...(facts.answer ? [facts.answer] : []),
    `Please read the letter and sign it here: ${facts.address}`,
    'The new date holds when every borrower has signed. Interest goes on for each day, as your agreement says.',
  ]);

export const requestDeclinedMail = (facts: ToPayer & { answer: string }): Message =>
  toPayer(facts, `Our answer about the loan for ${facts.campaignName}`, [
    `You asked for more time for the loan for ${facts.campaignName}. We cannot agree to it.`,
    `The reason: ${facts.answer}`,
    `If you do not agree, call us on ${facts.supportPhone}.`,
    'You can also complain to our dispute resolution scheme. Your agreement has its name and its number.',
    `You can read our answer here: ${facts.address}`,
  ]);

export const variationSignedMail = (facts: ToPayer & { newDueDate: Day }): Message =>
  toPayer(facts, `The loan for ${facts.campaignName} is due later`, [
    'Every borrower has signed.',
    `The loan for ${facts.campaignName} is now due on ${writtenDay(facts.newDueDate, facts.locale)}.`,
    `You can read the letter here: ${facts.address}`,
  ]);

type ToAdmins = Pick<Facts, 'brand' | 'locale' | 'campaignName' | 'flowNumber'> & { address: string };

const toAdmins = ({ brand, flowNumber, address }: ToAdmins, subject: string, sentence: string) => ({
  kind: 'loan-request',
  subject,
  body: [sentence, `Campaign: ${flowNumber}`, address, brand].join('\n\n'),
});

const dayIn = ({ locale }: Pick<Facts, 'locale'>, day: Day): string => writtenDay(day, locale);

/** Names nobody and gives no reason: admins read them on the campaign's page. */
export const requestAskedNotice = (facts: ToAdmins & { answerBy: Day }) =>
  toAdmins(
    facts,
    `A payer asks for more time: ${facts.campaignName}`,
    `A payer asks for other terms of the loan. The law asks for an answer by ${dayIn(facts, facts.answerBy)}.`,
  );

export const variationSignedNotice = (facts: ToAdmins & { newDueDate: Day }) =>
  toAdmins(
    facts,
    `Variation signed: ${facts.campaignName}`,
    `Every payer has signed the variation of the loan. It is now due on ${dayIn(facts, facts.newDueDate)}.`,
  );
