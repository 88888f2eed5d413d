import { standings } from '@kerb/domain/access/actor.ts';
import { activities, activityCodes } from '@kerb/domain/audit/activity.ts';
import { historyKindNames, kindOfActivity, kindOfDescription, rowOf } from '@kerb/domain/history/history-kinds.ts';
import { type HistoryEntry, type HistoryReader, historyOf, payerSentences } from '@kerb/domain/history/history-of.ts';
import { hardSentences, plainLimits } from '@kerb/domain/notifications/reading-level.ts';
import { describe, expect, it } from 'vitest';

const ann = { firstName: 'Ann', displayName: 'Ann Payer', isReader: true };
const bo = { firstName: 'Bo', displayName: 'Bo Other', isReader: false };
const entry = (of: Partial<HistoryEntry>): HistoryEntry => {
  const activityCode = of.activityCode ?? 'campaign_update';
  const description = activities[activityCode];
  return {
    description,
    data: {},
    userName: 'Mia',
    actorRole: 'tenant_user',
    byPayer: null,
    about: null,
    ...of,
    activityCode,
  };
};
const organisation = { name: 'Kōwhai Realty', type: 'agency' } as const;
const as = (standing: HistoryReader['standing'], type: HistoryReader['organisation']['type'] = organisation.type) => ({
  standing,
  organisation: { ...organisation, type },
  brand: 'KerbPay',
});
const said = (of: Partial<HistoryEntry>, reader: HistoryReader) => {
  const found = historyOf(entry(of), reader);
  return found && `${found.by.kind === 'you' ? 'You' : found.by.name} ${found.text}`;
};

describe('the history of a campaign in sentences', () => {
  it('has words for every kind, and for every activity of a campaign', () => {
    const unused = historyKindNames.filter((kind) => !rowOf(kind).staff);
    expect(unused).toEqual([]);
    for (const code of activityCodes) {
      if (kindOfActivity[code] === null) expect(historyOf(entry({ activityCode: code }), as('admin'))).toBeNull();
    }
    expect(Object.keys(kindOfDescription).filter((text) => /\d/.test(text))).toEqual([]);
  });

  it('says what somebody did, to whom', () => {
    const sent = { activityCode: 'signatory_update', description: 'Payment URL sent' } as const;
    expect(said({ ...sent, about: ann }, as('manager'))).toBe('Mia sent the Payment URL to Ann Payer');
    expect(said({ ...sent, about: ann }, as('vendor'))).toBe('Kōwhai Realty sent you the link to this page');
    expect(said({ ...sent, about: bo }, as('vendor'))).toBeNull();
  });

  it('names a co-payer by the first name, and the reader as you', () => {
    const signed = { activityCode: 'agreement_sign', actorRole: 'vendor' } as const;
    expect(said({ ...signed, byPayer: ann, about: ann }, as('vendor'))).toBe('You signed the agreement');
    expect(said({ ...signed, byPayer: bo, about: bo }, as('vendor'))).toBe('Bo signed the agreement');
    expect(said({ ...signed, byPayer: null, about: null }, as('vendor'))).toBe(' signed the agreement');
  });

  it('does not say that a payer approved what they paid, or received what they sent', () => {
    for (const status of ['waiting-approval', 'approved', 'signed']) {
      const moved = { activityCode: 'campaign_status_change', data: { status: { after: status } } } as const;
      for (const byPayer of [ann, bo]) {
        expect(said({ ...moved, actorRole: 'vendor', byPayer }, as('vendor'))).toBeNull();
        expect(said({ ...moved, actorRole: 'vendor', byPayer }, as('manager'))).toMatch(/^Mia /);
      }
      expect(said({ ...moved, actorRole: 'admin' }, as('vendor'))).toMatch(/^KerbPay (received|approved)/);
    }
  });

  it('tells nobody but admins which admin acted, or as whom', () => {
    const changed = { data: { campaignBudget: { before: 1, after: 2 } }, userName: 'Ada, viewing as Mia' };
    const byAdmin = { ...changed, actorRole: 'admin' } as const;
    expect(said(byAdmin, as('admin'))).toBe('Ada, viewing as Mia changed the campaign: Campaign Budget');
    for (const standing of ['manager', 'employee', 'vendor'] as const) {
      expect(said(byAdmin, as(standing))).toMatch(/^KerbPay changed/);
    }
    expect(said({ ...byAdmin, actorRole: null }, as('admin'))).toMatch(/^KerbPay changed/);
  });

  it('leaves out fields, comments, notes and documents that the reader may not see', () => {
    const notes = { data: { campaignNotes: { before: null, after: 'x' } } };
    expect(said(notes, as('vendor'))).toBeNull();
    expect(said({ description: 'Comment added', data: { comment: 1 } }, as('vendor'))).toBeNull();
    expect(said({ description: 'Comment added', data: { comment: 1 } }, as('employee'))).toBe('Mia added a comment');
    const filed = (purpose: string) => ({ activityCode: 'attachment_create', data: { purpose } }) as const;
    const seen = (purpose: string) => standings.map((standing) => said(filed(purpose), as(standing)) !== null);
    expect(seen('internal-doc')).toEqual([true, false, false, false]);
    expect(seen('vendor-id')).toEqual([true, false, false, false]);
    expect(seen('marketing')).toEqual([true, true, true, false]);
    expect(seen('lending-agreement')).toEqual([true, true, true, true]);
  });

  it('leaves out loans for the team of an organisation that does not manage them', () => {
    const repaid = { activityCode: 'invoice_pay', description: 'Repayment received', data: { amount: 500 } } as const;
    expect(said(repaid, as('manager', 'supplier'))).toBeNull();
    expect(said(repaid, as('admin', 'supplier'))).not.toBeNull();
    expect(historyOf(entry(repaid), as('manager'))).toMatchObject({ kind: 'loan-repaid', amountCents: 500 });
    const dates = { data: { campaignFinanceRepaidDate: { before: null, after: '2026-11-17' } } };
    expect(said(dates, as('manager', 'supplier'))).toBeNull();
  });

  it('never tells a payer something that is for staff only, whatever the entry', () => {
    const staffOnly = historyKindNames.filter((kind) => !rowOf(kind).payer && !rowOf(kind).own);
    for (const [description, kind] of Object.entries(kindOfDescription)) {
      const read = historyOf(entry({ activityCode: 'signatory_update', description, about: ann }), as('vendor'));
      if (staffOnly.includes(kind)) expect([description, read]).toEqual([description, null]);
      else expect([description, read?.by.name]).not.toContain('Mia');
    }
  });

  it('gives amounts of payments only', () => {
    const held = { description: 'Service fee changed', data: { amount: 900 } };
    expect(historyOf(entry(held), as('manager'))?.amountCents).toBeNull();
    const paid = { activityCode: 'invoice_pay', actorRole: 'vendor', byPayer: ann, data: { amount: 900 } } as const;
    expect(historyOf(entry(paid), as('vendor'))).toMatchObject({ kind: 'paid', amountCents: 900 });
  });

  it('is plain enough for payers', () => {
    const sentences = payerSentences(historyKindNames).map((text) => `You ${text}.`);
    expect(hardSentences(sentences.join('\n'), plainLimits)).toEqual([]);
  });
});
