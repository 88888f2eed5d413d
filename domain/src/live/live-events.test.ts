import type { Actor, Standing } from '@kerb/domain/access/actor.ts';
import { agreementFieldNames } from '@kerb/domain/agreements/agreement-fields.ts';
import { maySee } from '@kerb/domain/agreements/save.ts';
import { type ActivityCode, activityCodes } from '@kerb/domain/audit/activity.ts';
import { maySeeDocuments } from '@kerb/domain/documents/document-rights.ts';
import { attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { englishPayerWords } from '@kerb/domain/live/english-live-words.ts';
import { liveEvent } from '@kerb/domain/live/live.contract.ts';
import { type LoggedChange, liveEventOf, told } from '@kerb/domain/live/live-events.ts';
import { liveKinds } from '@kerb/domain/live/live-kinds.ts';
import { mostTelling, payerWordsOf } from '@kerb/domain/live/live-words.ts';
import { staffWordsOf } from '@kerb/domain/live/staff-words.ts';
import { agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

const anna = { id: 61, userId: 31, firstName: 'Anna' };
const ben = { id: 62, userId: 32, firstName: 'Ben' };
const admin = 1;
const actorOf = (role: Actor['role'], userId: number): Actor => ({ userId, displayName: 'A', role, memberships: [] });
const annaReads = { actor: actorOf('vendor', anna.userId), standing: 'vendor' as const };
const staffReads = (standing: Standing) => ({ actor: actorOf('tenant_user', 9), standing });

const change = (activityCode: ActivityCode, data: object = {}, more: Partial<LoggedChange> = {}): LoggedChange => ({
  activityCode,
  data,
  userId: admin,
  payer: null,
  author: { name: 'Ada Sampleton', role: 'admin' },
  ...more,
});
const toAnna = (...args: Parameters<typeof change>) => liveEventOf(change(...args), annaReads);
const changed = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { before: 1, after: 2 }]));

/** What a payer may learn, written by hand: the kinds of log entry that never concern a payer are not here. */
// biome-ignore format: a table
const payersLearnOf: ActivityCode[] = [
  'property_create', 'property_update', 'property_delete',
  'campaign_update', 'campaign_status_change', 'campaign_fo_create', 'campaign_fo_update', 'campaign_fo_delete',
  'application_update', 'signatory_create', 'signatory_update', 'signatory_delete', 'agreement_sign',
  'attachment_create', 'attachment_update', 'attachment_delete', 'invoice_pay', 'invoice_void',
];

describe('a payer', () => {
  it.each(activityCodes)('learns of %s only if it concerns payers', (code) => {
    const everything = { ...changed(...agreementFieldNames), status: { before: 'draft', after: 'approved' }, held: 1 };
    const richest = {
      ...everything,
      purpose: 'marketing-vendor',
      firstName: '[encrypted]',
      signatories: '[encrypted]',
    };
    const events = [null, anna, ben].map((payer) => toAnna(code, richest, { payer }));
    expect(events.some((event) => event !== null)).toBe(payersLearnOf.includes(code));
    // A kind that is named here says no more than that something changed, unless there is something to see.
    for (const event of events.filter((each) => each !== null)) {
      expect(z.safeDecode(liveEvent, event).success).toBe(true);
      expect(Object.keys(event).sort()).toEqual(event.payer ? ['isOwn', 'kind', 'payer'] : ['isOwn', 'kind']);
    }
  });

  it('learns of a changed field only if they see the field', () => {
    for (const name of agreementFieldNames) {
      const event = toAnna('campaign_update', changed(name));
      expect([name, event !== null]).toEqual([name, maySee('vendor', name)]);
    }
    expect(toAnna('campaign_update', changed('campaignNotes', 'campaignBudget'))?.kind).toBe('changed');
  });

  it.each([
    ['a reminder', { reminder: 'due', sentTo: '[encrypted]' }],
    ['a payout letter', { payoutDate: '2026-12-01', total: 5 }],
    ['a matched line of a bank statement', { statementLine: 4, payment: 'P-1' }],
    ['an approval by one person', {}],
  ])('does not learn of the team’s own work: %s', (_, data) => {
    expect(toAnna('campaign_update', data)).toBeNull();
  });

  it('learns of documents that payers see, and not of the identity of another payer', () => {
    for (const purpose of attachmentPurposes) {
      const isTold = maySeeDocuments(purpose, 'vendor') && purpose !== 'vendor-id';
      expect([purpose, toAnna('attachment_create', { purpose })?.kind]).toEqual([
        purpose,
        isTold ? 'documents' : undefined,
      ]);
    }
    const refiled = { purpose: { before: 'internal-doc', after: 'marketing-vendor' } };
    expect(toAnna('attachment_update', refiled)?.kind).toBe('documents');
  });

  it('learns the first name and the step of another payer, and nothing else of them', () => {
    expect(toAnna('agreement_sign', { signatory: '[encrypted]' }, { payer: ben, userId: ben.userId })).toEqual({
      kind: 'payer-progress',
      isOwn: false,
      payer: { firstName: 'Ben', step: 'signed' },
    });
    expect(toAnna('application_update', {}, { payer: ben, userId: ben.userId })?.payer?.step).toBe('submitted');
    expect(toAnna('application_update', { amount: { before: 1, after: 2 } })).toBeNull();
    expect(toAnna('signatory_update', { mobilePhone: '[encrypted]' }, { payer: ben })).toBeNull();
  });

  it('learns that their own details were changed, and not that somebody looked at their link', () => {
    expect(toAnna('signatory_update', { mobilePhone: '[encrypted]' }, { payer: anna })?.kind).toBe('details-changed');
    expect(toAnna('signatory_update', { payer: '[encrypted]' }, { payer: anna })).toBeNull();
    expect(toAnna('signatory_update', { sentDate: { before: null, after: 1 } }, { payer: anna })).toBeNull();
    expect(toAnna('signatory_update', { signatories: '[encrypted]' })?.kind).toBe('changed');
  });

  it('who came by a link is that one payer, also if their account has another record', () => {
    const actor: Actor = {
      ...annaReads.actor,
      onlyAgreementId: 5,
      signIn: { id: 1, provedDate: null, isUnlocked: true, isFromMailbox: true, signatoryId: anna.id },
    };
    const reader = { actor, standing: 'vendor' as const };
    const other = { ...anna, id: 99 };
    const details = { mobilePhone: '[encrypted]' };
    expect(liveEventOf(change('signatory_update', details, { payer: anna }), reader)?.kind).toBe('details-changed');
    expect(liveEventOf(change('signatory_update', details, { payer: other }), reader)).toBeNull();
  });

  it('has words for every kind, and none for what they did themselves', () => {
    for (const status of agreementStatuses) {
      const event = toAnna('campaign_status_change', { status: { before: 'draft', after: status } });
      expect(payerWordsOf(event!, englishPayerWords)).toMatch(/\.$/);
    }
    const progress = { firstName: 'Ben', step: 'signed' } as const;
    expect(payerWordsOf({ kind: 'payer-progress', isOwn: false, payer: progress }, englishPayerWords)).toBe(
      'Ben has signed.',
    );
    for (const kind of liveKinds) {
      expect(payerWordsOf({ kind, isOwn: true, payer: progress }, englishPayerWords)).toBeNull();
      const words = payerWordsOf({ kind, isOwn: false, payer: progress }, englishPayerWords);
      if (['comment', 'payers', 'options', 'property'].includes(kind)) expect(words).toBeNull();
      else expect(words).toMatch(/\.$/);
    }
    expect(toAnna('campaign_update', changed('campaignBudget'), { userId: anna.userId })?.isOwn).toBe(true);
  });
});

describe('a comment', () => {
  const added = change('campaign_update', { comment: 7, mentions: [9] });

  it('is told to staff, and never to a payer', () => {
    expect(liveEventOf(added, staffReads('employee'))?.kind).toBe('comment');
    expect(toAnna('campaign_update', { comment: 7, mentions: [9] })).toBeNull();
  });
});

describe('the team', () => {
  it('learns of everything about a campaign that they can see', () => {
    for (const code of activityCodes) {
      const isOfCampaign = !/^(tenant|user|cred)_/.test(code);
      expect([code, told[code].staff !== 'nothing']).toEqual([code, isOfCampaign]);
    }
    expect(liveEventOf(change('campaign_update', { reminder: 'due' }), staffReads('employee'))?.kind).toBe('changed');
    expect(liveEventOf(change('campaign_update', changed('campaignNotes')), staffReads('employee'))).toBeNull();
    expect(liveEventOf(change('campaign_update', changed('campaignNotes')), staffReads('admin'))?.kind).toBe('changed');
    expect(liveEventOf(change('attachment_create', { purpose: 'internal-doc' }), staffReads('manager'))).toBeNull();
  });

  it('reads who did it; only admins read the names of admins', () => {
    const mia = { author: { name: 'Mia Mockridge', role: 'tenant_user' as const } };
    for (const standing of ['admin', 'manager', 'employee'] as const) {
      expect(liveEventOf(change('invoice_pay', {}, mia), staffReads(standing))?.by).toBe('Mia Mockridge');
      const byAdmin = liveEventOf(change('invoice_pay'), staffReads(standing));
      expect(byAdmin?.by).toBe(standing === 'admin' ? 'Ada Sampleton' : undefined);
    }
    const program: Actor = {
      ...actorOf('tenant_user', 9),
      client: { identityId: 1, name: 'CRM', scopes: [], permissions: [], agentUserId: null },
    };
    expect(liveEventOf(change('invoice_pay', {}, mia), { actor: program, standing: 'manager' })?.by).toBeUndefined();
    expect(liveEventOf(change('invoice_pay', {}, { author: null }), staffReads('admin'))).not.toHaveProperty('by');
    expect(toAnna('invoice_pay', {}, mia)).not.toHaveProperty('by');
  });

  it('reads which fields were changed, and only those that they see', () => {
    const data = changed('campaignBudget', 'campaignNotes');
    expect(liveEventOf(change('campaign_update', data), staffReads('employee'))?.fields).toEqual(['Campaign Budget']);
    for (const name of agreementFieldNames) {
      const event = liveEventOf(change('campaign_update', changed(name)), staffReads('employee'));
      if (!maySee('employee', name)) expect([name, event]).toEqual([name, null]);
    }
  });

  it('has a sentence for every kind', () => {
    for (const kind of liveKinds) expect(staffWordsOf({ kind, isOwn: false }, 'Brand')).toMatch(/^[A-Z].* by Brand\.$/);
    const event = { kind: 'changed', isOwn: false, by: 'Mia Mockridge' } as const;
    expect(staffWordsOf({ ...event, fields: ['A', 'B', 'C', 'D', 'E'] }, 'Brand')).toBe(
      'Campaign changed by Mia Mockridge: A, B, C and 2 more.',
    );
    const progress = { ...event, kind: 'payer-progress', payer: { firstName: 'Ben', step: 'signed' } } as const;
    expect(staffWordsOf(progress, 'Brand')).toBe('Ben has signed.');
    expect(mostTelling([event, progress])?.kind).toBe('payer-progress');
  });

  it('learns of a signature and of an application of a payer by their first name', () => {
    const signed = liveEventOf(change('agreement_sign', {}, { payer: ben }), staffReads('employee'));
    expect(signed?.payer).toEqual({ firstName: 'Ben', step: 'signed' });
    expect(liveEventOf(change('application_update'), staffReads('employee'))?.kind).toBe('changed');
  });
});
