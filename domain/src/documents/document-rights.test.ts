import { standings } from '@kerb/domain/access/actor.ts';
import {
  documentRights,
  mayAddDocuments,
  mayFileAbout,
  mayRefile,
  maySeeDocument,
  maySeeDocuments,
  removalOf,
} from '@kerb/domain/documents/document-rights.ts';
import { type AttachmentPurpose, attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { type AgreementStatus, agreementStatuses } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { describe, expect, it } from 'vitest';

describe('documents', () => {
  // Columns: admin, manager, employee, vendor.
  // biome-ignore format: a table
  const grid: Record<AttachmentPurpose, { see: string; add: string }> = {
    'lending-agreement':       { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    marketing:                 { see: '✓ ✓ ✓ .', add: '✓ ✓ ✓ .' },
    'marketing-vendor':        { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    'property-photo':          { see: '✓ ✓ ✓ ✓', add: '✓ ✓ ✓ .' },
    'supporting-doc':          { see: '✓ . . ✓', add: '✓ . . ✓' },
    'internal-doc':            { see: '✓ . . .', add: '✓ . . .' },
    'vendor-id':               { see: '✓ . . ✓', add: '✓ . . ✓' },
    'upfront-payment-receipt': { see: '✓ ✓ ✓ ✓', add: '✓ . . .' },
  };

  it.each(attachmentPurposes)('of purpose %s are seen and filed as the grid says', (purpose) => {
    const marks = (may: typeof maySeeDocuments) =>
      standings.map((standing) => (may(purpose, standing) ? '✓' : '.')).join(' ');
    expect({ see: marks(maySeeDocuments), add: marks(mayAddDocuments) }).toEqual(grid[purpose]);
  });

  it('are filed and removed only by those who may see them', () => {
    for (const { see, add, remove, removeOnSuccess } of Object.values(documentRights)) {
      expect([...add, ...remove, ...removeOnSuccess].filter((standing) => !see.includes(standing))).toEqual([]);
    }
  });
});

/**
 * Who may remove, in every status, by hand. Columns: admin, manager, employee, vendor.
 * ✓ may · s not in this status · . may not
 */
// biome-ignore format: a table
const statuses: Record<AgreementStatus, { lending: string; onSuccess: string; marketing: string }> = {
  cancelled:            { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ s s .' },
  rejected:             { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ ✓ ✓ .' },
  draft:                { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ ✓ ✓ .' },
  'waiting-invite':     { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ ✓ ✓ .' },
  'waiting-info':       { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ ✓ ✓ .' },
  'waiting-approval':   { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ s s .' },
  approved:             { lending: '✓ . . .', onSuccess: '✓ ✓ ✓ .', marketing: '✓ s s .' },
  signed:               { lending: 's . . .', onSuccess: 's s s .', marketing: '✓ s s .' },
  executed:             { lending: 's . . .', onSuccess: 's s s .', marketing: '✓ s s .' },
  withdrawn:            { lending: 's . . .', onSuccess: 's s s .', marketing: '✓ s s .' },
  'waiting-settlement': { lending: 's . . .', onSuccess: 's s s .', marketing: '✓ s s .' },
  complete:             { lending: 's . . .', onSuccess: 's s s .', marketing: '✓ s s .' },
};
const options: (FinanceOptionCode | null)[] = ['pn', 'pl', 'pos', null];
const adminOnly = '✓ . . .';

function expectedOf(purpose: AttachmentPurpose, status: AgreementStatus, option: FinanceOptionCode | null): string {
  if (purpose === 'lending-agreement') return statuses[status][option === 'pos' ? 'onSuccess' : 'lending'];
  return purpose === 'marketing' || purpose === 'marketing-vendor' ? statuses[status].marketing : adminOnly;
}

describe.each(attachmentPurposes)('removing a document of purpose %s', (purpose) => {
  it.each(agreementStatuses)('in status %s is allowed as the grid says, whatever the option', (status) => {
    for (const financeOptionCode of options) {
      const marks = standings.map(
        (standing) =>
          ({ open: '✓', status: 's', role: '.' })[removalOf(purpose, standing, { status, financeOptionCode })],
      );
      expect([financeOptionCode, marks.join(' ')]).toEqual([
        financeOptionCode,
        expectedOf(purpose, status, financeOptionCode),
      ]);
    }
  });
});

describe('changing a document’s purpose', () => {
  const draft = { status: 'draft', financeOptionCode: null } as const;

  it('needs the right to remove it from the old purpose and to add it to the new one', () => {
    for (const standing of standings) {
      for (const from of attachmentPurposes) {
        for (const to of attachmentPurposes) {
          const isAllowed = removalOf(from, standing, draft) === 'open' && mayAddDocuments(to, standing);
          expect(mayRefile(from, to, standing, draft)).toBe(isAllowed);
        }
      }
    }
  });

  it('lets the team show a marketing document to the payer, but not move it among admin-only documents', () => {
    expect(mayRefile('marketing', 'marketing-vendor', 'employee', draft)).toBe(true);
    expect(mayRefile('marketing', 'internal-doc', 'manager', draft)).toBe(false);
    expect(mayRefile('lending-agreement', 'internal-doc', 'admin', { status: 'signed' })).toBe(false);
    expect(mayRefile('supporting-doc', 'vendor-id', 'vendor', draft)).toBe(false);
  });
});

describe('a proof of identity', () => {
  const proof = { purpose: 'vendor-id', signatoryId: 7, signatoryUserId: 12, uploadedByUserId: 13 } as const;

  it('is seen by admins, by its payer and by the payer who uploaded it, not by another payer', () => {
    expect(maySeeDocument({ userId: 2 }, 'admin', proof)).toBe(true);
    expect(maySeeDocument({ userId: 12 }, 'vendor', proof)).toBe(true);
    expect(maySeeDocument({ userId: 13 }, 'vendor', proof)).toBe(true);
    expect(maySeeDocument({ userId: 14 }, 'vendor', proof)).toBe(false);
    const signIn = { id: 1, provedDate: null, isUnlocked: true, isFromMailbox: true };
    const byLink = (signatoryId: number) => ({ userId: 12, signIn: { ...signIn, signatoryId } });
    expect([7, 8].map((id) => maySeeDocument(byLink(id), 'vendor', proof))).toEqual([true, false]);
    expect(maySeeDocument({ userId: 12 }, 'manager', proof)).toBe(false);
  });

  it('is filed by a payer only about themselves', () => {
    expect(mayFileAbout({ role: 'vendor', userId: 12 }, { id: 7, userId: 12 })).toBe(true);
    expect(mayFileAbout({ role: 'vendor', userId: 12 }, { id: 8, userId: 13 })).toBe(false);
    expect(mayFileAbout({ role: 'admin', userId: 2 }, { id: 8, userId: 13 })).toBe(true);
  });
});
