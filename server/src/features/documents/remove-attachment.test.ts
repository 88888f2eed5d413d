import { type AttachmentPurpose, attachmentPurposes } from '@kerb/domain/documents/documents.contract.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { FinanceOptionCode } from '@kerb/domain/vocabulary/value-lists.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildersFor } from '../../../test/builders.ts';
import { fileDocument } from '../../../test/file-document.ts';
import { type Stage, startStage } from '../../../test/harness.ts';

const people = ['admin', 'manager', 'agent', 'colleague', 'stranger', 'payer'] as const;
type Who = (typeof people)[number];

let stage: Stage;
let userIds: Record<Who, number>;
let agreementId: number;
let tenantId: number;

beforeAll(async () => {
  stage = await startStage();
  const build = buildersFor(stage);
  tenantId = await build.aTenant();
  const otherTenantId = await build.aTenant();
  const agent = await build.aPerson('tenant_user', { tenantId, as: 'employee' });
  const campaign = await build.aCampaign(agent, tenantId);
  agreementId = campaign.id;
  userIds = {
    admin: (await build.aPerson('admin')).userId,
    manager: (await build.aPerson('tenant_user', { tenantId, as: 'manager' })).userId,
    agent: agent.userId,
    colleague: (await build.aPerson('tenant_user', { tenantId, as: 'employee' })).userId,
    stranger: (await build.aPerson('tenant_user', { tenantId: otherTenantId, as: 'manager' })).userId,
    payer: campaign.payers[0]!.userId,
  };
});

const aDocument = (purpose: AttachmentPurpose) => fileDocument(stage, agreementId, tenantId, purpose);

const standAt = (status: AgreementStatus, financeOptionCode: FinanceOptionCode | null) =>
  stage.db
    .updateTable('agreements')
    .set({ status: statusRank(status), financeOptionCode } as never)
    .where('id', '=', agreementId)
    .execute();

const isThere = async (id: number) =>
  (await stage.db.selectFrom('attachments').select('id').where('id', '=', id).execute()).length === 1;

/** The responses to each person's attempt, each on a new document. A refused document must still exist. */
async function answersFor(purpose: AttachmentPurpose): Promise<string> {
  const answers: number[] = [];
  for (const who of people) {
    const id = await aDocument(purpose);
    const { statusCode } = await stage.as(userIds[who])('DELETE', `/v1/attachments/${id}`);
    expect(await isThere(id)).toBe(statusCode !== 204);
    answers.push(statusCode);
  }
  return answers.join(' ');
}

// Written by hand, not taken from the domain's table.
// 204: removed · 403: not permitted · 404: hidden · 409: locked by the status
// biome-ignore format: a table
const answers = {
  //          admin manager agent colleague stranger payer
  admins:    '204   403     403   404       404      403',
  staff:     '204   204     204   404       404      403',
  stays:     '409   409     409   404       404      403',
  staysAdmin:'409   403     403   404       404      403',
  corrected: '204   409     409   404       404      403',
  hidden:    '204   404     404   404       404      403',
};
const written = (row: keyof typeof answers) => answers[row].split(/\s+/).join(' ');

// biome-ignore format: a table
const grid: Record<AgreementStatus, Record<'payLater' | 'onSuccess' | 'marketing', keyof typeof answers>> = {
  cancelled:            { payLater: 'admins',     onSuccess: 'staff', marketing: 'corrected' },
  rejected:             { payLater: 'admins',     onSuccess: 'staff', marketing: 'staff'     },
  draft:                { payLater: 'admins',     onSuccess: 'staff', marketing: 'staff'     },
  'waiting-invite':     { payLater: 'admins',     onSuccess: 'staff', marketing: 'staff'     },
  'waiting-info':       { payLater: 'admins',     onSuccess: 'staff', marketing: 'staff'     },
  'waiting-approval':   { payLater: 'admins',     onSuccess: 'staff', marketing: 'corrected' },
  approved:             { payLater: 'admins',     onSuccess: 'staff', marketing: 'corrected' },
  signed:               { payLater: 'staysAdmin', onSuccess: 'stays', marketing: 'corrected' },
  executed:             { payLater: 'staysAdmin', onSuccess: 'stays', marketing: 'corrected' },
  withdrawn:            { payLater: 'staysAdmin', onSuccess: 'stays', marketing: 'corrected' },
  'waiting-settlement': { payLater: 'staysAdmin', onSuccess: 'stays', marketing: 'corrected' },
  complete:             { payLater: 'staysAdmin', onSuccess: 'stays', marketing: 'corrected' },
};

describe.each(Object.entries(grid))('while a campaign is %s', (status, row) => {
  it.each([
    ['payLater', 'pl', 'lending-agreement'],
    ['onSuccess', 'pos', 'lending-agreement'],
    ['marketing', 'pl', 'marketing'],
    ['marketing', 'pos', 'marketing-vendor'],
  ] as const)(
    'documents like those of %s (%s, %s) can be removed only by the people in the table',
    async (column, option, purpose) => {
      await standAt(status as AgreementStatus, option);
      expect(await answersFor(purpose)).toBe(written(row[column]));
    },
  );
});

describe('documents that no status locks', () => {
  // biome-ignore format: a table
  const rows: Partial<Record<AttachmentPurpose, keyof typeof answers>> = {
    'property-photo':          'admins',
    'upfront-payment-receipt': 'admins',
    'supporting-doc':          'hidden',
    'internal-doc':            'hidden',
    'vendor-id':               'hidden',
  };

  it.each(Object.entries(rows))('%s: %s', async (purpose, row) => {
    for (const status of ['draft', 'complete'] as const) {
      await standAt(status, 'pos');
      expect(await answersFor(purpose as AttachmentPurpose)).toBe(written(row));
    }
  });

  it('are all except lending agreements and marketing documents', () => {
    const held = ['lending-agreement', 'marketing', 'marketing-vendor'];
    expect([...Object.keys(rows), ...held].toSorted()).toEqual([...attachmentPurposes].toSorted());
  });
});

it('says why a document cannot be removed', async () => {
  await standAt('signed', 'pos');
  const wordsFor = async (purpose: AttachmentPurpose) =>
    (await stage.as(userIds.manager)('DELETE', `/v1/attachments/${await aDocument(purpose)}`)).json().displayText;
  expect(await wordsFor('lending-agreement')).toBe('Lending documents stay once the agreement has been signed.');
  expect(await wordsFor('marketing')).toBe(
    'Marketing documents stay once the marketing budget can no longer be changed.',
  );
});
