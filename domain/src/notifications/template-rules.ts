import type { CountryRules } from '@kerb/domain/countries/country.ts';
import { allow, type Decision, type FieldErrors, fieldError, refuseFields } from '@kerb/domain/kernel/decision.ts';
import { formatMoney } from '@kerb/domain/kernel/money.ts';
import { type PayerFacts, payerMail, payerSms } from '@kerb/domain/notifications/payer-messages.ts';
import {
  type MessageTemplate,
  type PayerMessageKind,
  payerMessageKinds,
} from '@kerb/domain/notifications/payer-templates.ts';
import { type HardSentence, hardSentences } from '@kerb/domain/notifications/reading-level.ts';
import { mostSegments, smsSegments } from '@kerb/domain/notifications/sms-text.ts';
import { type Variables, variablesIn } from '@kerb/domain/notifications/template.ts';
import { webAddressIn } from '@kerb/domain/payers/payer-note.ts';
import { fillSecrets } from '@kerb/domain/vocabulary/message-secrets.ts';

type Variable = {
  meaning: string;
  /** It may be empty. Its line is then left out, so a subject or a text message cannot have it. */
  isOptional?: true;
};

/** What an admin can write in a template, in braces. */
// biome-ignore format: a table
export const templateVariables = {
  firstName:     { meaning: 'The payer’s first name' },
  sentBy:        { meaning: 'The agent and the organisation, or the organisation alone' },
  organisation:  { meaning: 'The organisation’s name' },
  agent:         { meaning: 'The agent’s name', isOptional: true },
  address:       { meaning: 'The campaign’s name, usually the address' },
  flowNumber:    { meaning: 'The Flow No.' },
  amount:        { meaning: 'The budget' },
  purpose:       { meaning: 'Marketing costs, styling costs or deposit' },
  link:          { meaning: 'The payer’s link. A line above it that ends in a colon has the words of the button' },
  phone:         { meaning: 'The phone number of the agent, the organisation or us' },
  supportPhone:  { meaning: 'Our phone number' },
  brand:         { meaning: 'Our name' },
  note:          { meaning: 'The note of the team member who sends it', isOptional: true },
  option:        { meaning: 'The payment option' },
  reason:        { meaning: 'The reason that was given', isOptional: true },
  whatNow:       { meaning: 'What the payer has to do, or that nothing is left to do' },
  receiptNumber: { meaning: 'The number of the receipt' },
} as const satisfies Record<string, Variable>;
export type TemplateVariable = keyof typeof templateVariables;

const everywhere = [
  'sentBy',
  'organisation',
  'agent',
  'address',
  'flowNumber',
  'phone',
  'supportPhone',
  'brand',
] as const;
const toPayer = [...everywhere, 'firstName'] as const;

/** One of each group must stay in the text. */
type Needs = readonly (readonly TemplateVariable[])[];
type Rule = { label: string; has: readonly TemplateVariable[]; body: Needs; sms?: Needs };

const who: Needs[number] = ['sentBy', 'organisation'];

/** The variables of each message, and those that must stay. */
// biome-ignore format: a table
export const templateRules: Record<PayerMessageKind, Rule> = {
  'payment-link':             { label: 'Payment URL',                     has: [...toPayer, 'amount', 'purpose', 'link', 'note'], body: [['link'], ['amount'], who, ['address'], ['note']], sms: [['link'], ['amount'], who, ['phone']] },
  'payment-reminder':         { label: 'Reminder of the Payment URL',     has: [...toPayer, 'amount', 'purpose', 'link', 'note'], body: [['link'], ['amount'], who, ['address'], ['note']], sms: [['link'], ['amount'], who, ['phone']] },
  'ready-to-sign':            { label: 'Ready to sign',                   has: [...toPayer, 'link'],                              body: [['link'], ['address']] },
  'agreement-changed':        { label: 'The agreement has changed',       has: [...toPayer, 'link'],                              body: [['link'], ['address']] },
  'signed-agreement':         { label: 'Copy of the signed agreement',    has: toPayer,                                           body: [['address']] },
  'application-approved':     { label: 'Application approved',            has: [...toPayer, 'link', 'option', 'reason'],          body: [['link'], ['address'], ['option'], ['reason']] },
  'application-waiting-info': { label: 'Information requested',           has: [...toPayer, 'link', 'reason'],                    body: [['link'], ['address'], ['reason']] },
  'application-rejected':     { label: 'Application declined',            has: [...toPayer, 'reason'],                            body: [['address'], ['reason']] },
  'application-cancelled':    { label: 'Campaign cancelled',              has: [...toPayer, 'reason', 'whatNow'],                 body: [['address'], ['whatNow']] },
  'payment-receipt':          { label: 'Receipt sent again',              has: [...everywhere, 'receiptNumber'],                  body: [['address'], ['receiptNumber']] },
};

export const isPayerMessageKind = (text: string): text is PayerMessageKind =>
  (payerMessageKinds as readonly string[]).includes(text);

const isOptional = (name: TemplateVariable): boolean => {
  const variable: Variable = templateVariables[name];
  return variable.isOptional ?? false;
};
const inBraces = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(' or ');

type Part = keyof MessageTemplate;

/** Why a part of a template cannot be used; null if it can. */
function problemOf(kind: PayerMessageKind, part: Part, text: string): string | null {
  const rule = templateRules[kind];
  const used = variablesIn(text);
  const unknown = used.find((name) => !(rule.has as readonly string[]).includes(name));
  if (unknown) return `This message has no variable {${unknown}}.`;
  const address = webAddressIn(text);
  if (address) return `Please take out ‘${address}’. The only link in a message is the payer’s own.`;
  if (part === 'subject' && used.includes('link')) return 'A subject cannot have {link}.';
  const empty = part === 'body' ? undefined : used.find((name) => isOptional(name as TemplateVariable));
  if (empty) return `{${empty}} may be empty, so it can only be used in the text of the email.`;
  const needs: Record<Part, Needs> = { subject: [], body: rule.body, sms: rule.sms ?? [] };
  const missing = needs[part].find((group) => !group.some((name) => used.includes(name)));
  return missing ? `${inBraces(missing)} must stay in the message.` : null;
}

const ofSample = {
  firstName: 'Mary',
  campaignName: '12 Wattle Street, Yass',
  organisation: 'Harbourlight Realty',
  agentName: 'Eli Trialwood',
};

type Country = Pick<CountryRules, 'brand' | 'supportPhone' | 'locale' | 'currency' | 'code'>;

/** A payer's link has about this length. */
const sampleLink = (site: string): string => `${site}/pay/${'a'.repeat(43)}`;

function sampleFacts(country: Country, site: string, template: MessageTemplate): PayerFacts {
  const { brand, supportPhone } = country;
  const { organisation, agentName, firstName, campaignName } = ofSample;
  const ours = { brand, supportPhone, checkUrl: `${site}/check` };
  const sender = { ...ours, organisation, agentName, contactName: agentName, phone: supportPhone };
  return { sender, firstName, campaignName, flowNumber: `${country.code}10231`, template };
}

const sampleVariables = (country: Country): Variables => ({
  amount: formatMoney(8_750_00, country),
  purpose: 'marketing costs',
  note: `A note from ${ofSample.organisation}:\nSee you on Monday!`,
  option: 'Pay Later',
  reason: 'Please send us your rates notice.',
  whatNow: 'You have nothing left to do.',
  receiptNumber: 'P100001',
});

export type TemplatePreview = {
  subject: string;
  text: string;
  sms: { text: string; segments: number } | null;
  hard: HardSentence[];
};

/** The messages of a template with an invented payer. */
export function previewTemplate(
  kind: PayerMessageKind,
  template: MessageTemplate,
  { country, site }: { country: Country; site: string },
): TemplatePreview {
  const facts = sampleFacts(country, site, template);
  const more = sampleVariables(country);
  const { subject, body } = payerMail(kind, facts, more);
  const link = sampleLink(site);
  const sms =
    template.sms &&
    fillSecrets(payerSms({ template: template.sms, facts, more, secretLength: link.length }).body, [link]);
  return {
    subject,
    text: fillSecrets(body, [`${site}/pay/…`]),
    sms: sms ? { text: sms.replace(link, `${site}/pay/…`), segments: smsSegments(sms) } : null,
    hard: hardSentences(body),
  };
}

const tooLong = `A text message has at most ${mostSegments} parts. Please shorten it.`;

/** A new template, or the errors by field. */
export function decideTemplate(
  kind: PayerMessageKind,
  typed: MessageTemplate,
  { country, site }: { country: Country; site: string },
): Decision<MessageTemplate> {
  const takesSms = templateRules[kind].sms !== undefined;
  const template = { ...typed, sms: takesSms ? typed.sms : null };
  const errors: FieldErrors = {};
  for (const part of ['subject', 'body', 'sms'] as const) {
    const because = part === 'sms' && !takesSms ? null : problemOf(kind, part, template[part] ?? '');
    if (because) Object.assign(errors, fieldError(part, 'notValid', because));
  }
  if (typed.sms && !takesSms)
    Object.assign(errors, fieldError('sms', 'notValid', 'This message is sent by email only.'));
  if (Object.keys(errors).length === 0 && template.sms) {
    const { sms } = previewTemplate(kind, template, { country, site });
    if (sms && sms.segments > mostSegments) Object.assign(errors, fieldError('sms', 'notValid', tooLong));
  }
  return Object.keys(errors).length > 0 ? refuseFields(errors) : allow(template);
}
