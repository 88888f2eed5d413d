import type { Standing } from '@kerb/domain/access/actor.ts';
import { noteScheduleRefusal } from '@kerb/web/features/campaigns/schedule-refusal.ts';
import { InternalDocumentsCard } from '@kerb/web/features/documents/internal-documents.card.tsx';
import { MarketingDocuments } from '@kerb/web/features/documents/marketing-documents.tsx';
import { Remittance } from '@kerb/web/features/documents/remittance.tsx';
import { SupportingDocumentsCard } from '@kerb/web/features/documents/supporting-documents.card.tsx';
import { ApiProblem } from '@kerb/web/platform/api-problem.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  renderCards,
  sessions,
  type WireAgreement,
  type WireDocument,
} from '../../../test/campaign-server.tsx';
import { document as aDocument } from '../../../test/documents.ts';
import { signedIn, usePage } from '../../../test/harness.tsx';
import { stubUploads } from '../../../test/uploads.ts';

beforeEach(() => usePage());

// biome-ignore format: a table
const all: WireDocument[] = [
  aDocument({ id: 71, purpose: 'supporting-doc',          fileName: 'rates.pdf'   }),
  aDocument({ id: 72, purpose: 'internal-doc',            fileName: 'title.pdf'   }),
  aDocument({ id: 73, purpose: 'marketing',               fileName: 'plan.pdf'    }),
  aDocument({ id: 74, purpose: 'marketing-vendor',        fileName: 'front.pdf'   }),
  aDocument({ id: 75, purpose: 'upfront-payment-receipt', fileName: 'advice.pdf'  }),
];

type Server = ReturnType<typeof campaignServer>;
type Opening = {
  documents?: WireDocument[];
  agreement?: Partial<WireAgreement>;
  prepare?: (server: Server) => void;
};

async function open(standing: Standing, { documents = all, agreement = {}, prepare }: Opening = {}) {
  const server = campaignServer(campaign(agreement));
  server.state.documents = documents;
  prepare?.(server);
  const calls = await signedIn(server.handlers);
  const uploads = stubUploads();
  renderCards(
    ({ value }) => (
      <>
        <h1>Loaded</h1>
        <SupportingDocumentsCard agreement={value} standing={standing} />
        <InternalDocumentsCard agreement={value} standing={standing} />
        <MarketingDocuments agreement={value} standing={standing} />
        <Remittance agreement={value} standing={standing} />
      </>
    ),
    sessions[standing],
  );
  await screen.findByRole('heading', { name: 'Loaded' });
  await waitFor(() => expect(calls.some(({ path }) => path === '/v1/attachments')).toBe(true));
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  return { ...server, calls, uploads };
}

/** For each group: its files, and the actions that the reader may take. */
function shown(): Record<string, string> {
  const groups = screen.queryAllByRole('group').filter((group) => group.tabIndex === -1);
  return Object.fromEntries(
    groups.map((group) => {
      const lines = within(group).queryAllByRole('listitem');
      const mayAdd = within(group).queryByRole('button', { name: /^Choose files/ }) !== null;
      const mayRemove = within(group).queryAllByRole('button', { name: /^Delete/ }).length;
      return [group.getAttribute('aria-label'), `${lines.length} files${mayAdd ? ', add' : ''}, delete ${mayRemove}`];
    }),
  );
}

const supporting = 'Supporting Documents (visible to payers)';
const byTransfer = { campaignBudgetUpfrontPaymentMethodIntent: 'bank-transfer' } as const;

describe('the document cards', () => {
  it('let an admin see, add and delete all', async () => {
    await open('admin', { agreement: byTransfer });
    await waitFor(() =>
      expect(shown()).toEqual({
        [supporting]: '1 files, add, delete 1',
        'Internal Documents': '1 files, add, delete 1',
        'Marketing documents': '2 files, add, delete 2',
        Remittance: '1 files, add, delete 1',
      }),
    );
    expect(screen.getByRole('region', { name: supporting })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Internal Documents' })).toBeTruthy();
  });

  it.each(['manager', 'employee'] as const)(
    'show the organisation’s %s only those of the marketing card',
    async (who) => {
      await open(who, { agreement: byTransfer });
      await waitFor(() =>
        expect(shown()).toEqual({ 'Marketing documents': '2 files, add, delete 2', Remittance: '1 files, delete 0' }),
      );
    },
  );

  it('do not let the organisation delete a marketing document once the budget is fixed', async () => {
    await open('manager', { agreement: { status: 'waiting-approval' } });
    await waitFor(() => expect(shown()).toEqual({ 'Marketing documents': '2 files, add, delete 0' }));
    expect(screen.queryByRole('button', { name: /^(Show to|Hide from)/ })).toBeNull();
  });

  it('have no remittance if the payer pays in another way', async () => {
    await open('admin', { agreement: { campaignBudgetUpfrontPaymentMethodIntent: 'credit-card' } });
    await waitFor(() => expect(Object.keys(shown())).not.toContain('Remittance'));
  });
});

describe('a marketing document', () => {
  it('can be shown to the payer, and hidden again', async () => {
    const server = await open('employee', {
      prepare: ({ handlers, state }) => {
        handlers['PUT /v1/attachments/73'] = ({ body }) => {
          const { purpose } = body as { purpose: WireDocument['purpose'] };
          state.documents = all.map((one) => (one.id === 73 ? { ...one, purpose } : one));
          return state.documents[2];
        };
      },
    });
    expect(await screen.findAllByText('Visible to vendor')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Show to vendor: plan.pdf' }));
    expect(await screen.findByText('Saved')).toBeTruthy();
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({ purpose: 'marketing-vendor' });
    await waitFor(() => expect(screen.getAllByText('Visible to vendor')).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Hide from vendor: plan.pdf' }));
    await waitFor(() => expect(screen.getAllByText('Visible to vendor')).toHaveLength(1));
  });

  it('is visible to the payer if that is chosen when it is added', async () => {
    const { calls, uploads } = await open('manager', {
      prepare: ({ handlers }) => {
        handlers['POST /v1/attachments'] = () => Response.json(aDocument({ id: 80 }), { status: 201 });
      },
    });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'New files: visible to vendor' }));
    await userEvent.upload(
      screen.getByLabelText('Marketing documents: choose files'),
      new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' }),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    const asset = { id: 5, href: '/v1/assets/5', fileName: 'new.pdf', contentType: 'application/pdf', size: 8 };
    uploads[0]!.answer(201, asset);
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ purpose: 'marketing-vendor' }),
    );
  });
});

describe('the ID of a payer who was removed', () => {
  it('is with the internal documents of an admin, and can be removed but not added to', async () => {
    const former = aDocument({ id: 76, purpose: 'vendor-id', fileName: 'licence.pdf' });
    const other = aDocument({
      id: 77,
      purpose: 'vendor-id',
      fileName: 'theirs.pdf',
      signatory: { href: '/v1/signatories/3' },
    });
    await open('admin', { documents: [...all, former, other] });
    const group = within(await screen.findByRole('group', { name: 'Proof of identity of former payers' }));
    expect(group.getByText('licence.pdf')).toBeTruthy();
    expect(group.queryByText('theirs.pdf')).toBeNull();
    expect(group.getByRole('button', { name: 'Delete: licence.pdf' })).toBeTruthy();
    expect(group.queryByLabelText(/choose files/)).toBeNull();
  });
});

describe('the Marketing Schedule', () => {
  const words = 'A Marketing Schedule is required for campaigns over $10,000. Please add it here.';
  const large = { campaignBudget: 10_000.01 };
  const without = all.slice(0, 2);

  it('is requested above 10,000 in Australia, until a marketing document exists', async () => {
    await open('manager', { agreement: large, documents: without });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it.each([
    ['if there is one', { agreement: large }],
    ['up to 10,000', { agreement: { campaignBudget: 10_000 }, documents: without }],
    ['for a campaign in an end status', { agreement: { ...large, status: 'complete' }, documents: without }],
    ['for a deposit', { agreement: { ...large, campaignBudgetFundsPurpose: 'deposit' }, documents: without }],
  ] as const)('is not requested %s', async (_when, { agreement, ...rest }) => {
    await open('manager', { agreement, ...('documents' in rest && { documents: [...rest.documents] }) });
    await waitFor(() => expect(Object.keys(shown())).toHaveLength(1));
    expect(screen.queryByText(words)).toBeNull();
  });

  it('has the focus after something was refused without it', async () => {
    await open('manager', { agreement: large, documents: without });
    const notice = (await screen.findByText(words)).closest('[role="alert"]');
    const refused = (type: string) => new ApiProblem({ kind: 'refused', status: 409, type, displayText: 'No.' });
    act(() => noteScheduleRefusal(10231, refused('/problems/not-ready-to-send')));
    act(() => noteScheduleRefusal(10232, refused('/problems/marketing-schedule-missing')));
    expect(document.activeElement).not.toBe(notice);
    act(() => noteScheduleRefusal(10231, refused('/problems/marketing-schedule-missing')));
    expect(document.activeElement).toBe(notice);
  });

  it('is not requested in New Zealand', async () => {
    usePage({ country: 'NZ' });
    await open('manager', { agreement: large, documents: without });
    await waitFor(() => expect(Object.keys(shown())).toHaveLength(1));
    expect(screen.queryByText(/Marketing Schedule/)).toBeNull();
  });
});
