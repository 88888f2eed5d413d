import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { newZealand } from '@kerb/domain/countries/new-zealand/new-zealand.ts';
import {
  defaultTemplate,
  type MessageTemplate,
  type PayerMessageKind,
  payerMessageKinds,
} from '@kerb/domain/notifications/payer-templates.ts';
import {
  decideTemplate,
  previewTemplate,
  templateRules,
  templateVariables,
} from '@kerb/domain/notifications/template-rules.ts';
import { describe, expect, it } from 'vitest';

const au = { country: australia, site: 'https://pay.kerb.example' };
const nz = { country: newZealand, site: 'https://pay.kerb.example' };

const errorsOf = (kind: PayerMessageKind, change: Partial<MessageTemplate>) => {
  const decided = decideTemplate(kind, { ...defaultTemplate(kind), ...change }, au);
  return decided.ok
    ? {}
    : Object.fromEntries(Object.entries(decided.validation ?? {}).map(([field, [error]]) => [field, error?.message]));
};

describe.each(payerMessageKinds)('the template %s that the code ships', (kind) => {
  it.each([
    ['AU', au],
    ['NZ', nz],
  ])('follows the rules in %s', (_code, where) => {
    expect(decideTemplate(kind, defaultTemplate(kind), where)).toEqual({ ok: true, value: defaultTemplate(kind) });
  });

  it('has a preview without a gap or a brace, in plain words', () => {
    const { subject, text, sms, hard } = previewTemplate(kind, defaultTemplate(kind), au);
    expect(`${subject} ${text} ${sms?.text}`).not.toMatch(/[{}]|null|undefined {2}/);
    expect(text).toContain('Is this message really from us?');
    expect(hard).toEqual([]);
    expect(sms === null).toBe(templateRules[kind].sms === undefined);
  });
});

describe('a template that an admin writes', () => {
  const body = defaultTemplate('payment-link').body;
  const sms = defaultTemplate('payment-link').sms ?? '';

  // biome-ignore format: a table
  it.each<[string, Partial<MessageTemplate>, Record<string, string>]>([
    ['an unknown variable',          { body: `${body}\n\n{mortgage}` },                     { body: 'This message has no variable {mortgage}.' }],
    ['a variable of another message', { subject: '{receiptNumber}' },                       { subject: 'This message has no variable {receiptNumber}.' }],
    ['no link',                      { body: body.replace('{link}', '') },                  { body: '{link} must stay in the message.' }],
    ['no amount',                    { sms: sms.replace('({amount})', '') },                { sms: '{amount} must stay in the message.' }],
    ['nobody who sent it',           { sms: sms.replace('{sentBy}', 'We') },                { sms: '{sentBy} or {organisation} must stay in the message.' }],
    ['no text message',              { sms: null },                                         { sms: '{link} must stay in the message.' }],
    ['a link in the subject',        { subject: 'Open {link}' },                            { subject: 'A subject cannot have {link}.' }],
    ['an agent who may be missing',  { subject: 'From {agent}' },                           { subject: '{agent} may be empty, so it can only be used in the text of the email.' }],
    ['a web address',                { body: `${body} See kerb.example/terms` },            { body: 'Please take out ‘kerb.example/terms’. The only link in a message is the payer’s own.' }],
    ['a long text message',          { sms: `${sms} ${'Please do it soon. '.repeat(14)}` }, { sms: 'A text message has at most 2 parts. Please shorten it.' }],
    ['two mistakes',                 { subject: '{x}', body: '{y}' },                       { subject: 'This message has no variable {x}.', body: 'This message has no variable {y}.' }],
    ['nothing wrong',                { subject: 'Costs for {address}', sms: sms.replace('{sentBy}', '{organisation}') }, {}],
  ])('with %s', (_what, change, errors) => {
    expect(errorsOf('payment-link', change)).toEqual(errors);
  });

  it('has no text message if the message is sent by email only', () => {
    expect(errorsOf('ready-to-sign', { sms: 'Hello {link}' })).toEqual({ sms: 'This message is sent by email only.' });
  });

  it('names the sentences that are hard to read', () => {
    const hard = 'Notwithstanding the aforementioned obligations, the borrower irrevocably acknowledges liability.';
    expect(
      previewTemplate('ready-to-sign', { ...defaultTemplate('ready-to-sign'), body: `${hard} {link} {address}` }, au)
        .hard[0]?.sentence,
    ).toBe(hard);
  });
});

it('every variable of a message is explained, and what must stay is one of them', () => {
  for (const { has, body, sms = [] } of Object.values(templateRules)) {
    for (const name of has) expect(templateVariables).toHaveProperty(name);
    expect([...body, ...sms].flat().filter((name) => !has.includes(name))).toEqual([]);
  }
});
