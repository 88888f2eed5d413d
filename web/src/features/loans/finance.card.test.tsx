import { isApprovalOpen } from '@kerb/domain/agreements/transitions.ts';
import { FinanceCard } from '@kerb/web/features/loans/finance.card.tsx';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectsAnAmount } from '../../../test/amount-fields.ts';
import {
  campaign,
  campaignServer,
  fill,
  renderCards,
  sessions,
  vera,
  type WireAgreement,
  type WirePayer,
} from '../../../test/campaign-server.tsx';
import { document as aDocument } from '../../../test/documents.ts';
import { problemResponse, type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { offered, options } from '../../../test/options.ts';

beforeEach(() => {
  usePage();
  sessionStorage.clear();
});

const lent: Partial<WireAgreement> = {
  status: 'waiting-approval',
  financeOptionCode: 'pl',
  campaignBudget: 10_000,
  campaignAdditionalAmount: null,
  serviceFee: 550,
  caveatFee: 184,
  budgetOwnerFee: null,
  budgetOwnerFeeName: null,
  interestRate: 14.5,
  comparisonRate: 36.81,
  interestFreeDays: null,
  mortgageBalance: null,
  mortgageBalanceRange: null,
  campaignFinanceNotes: null,
  manualAgreement: false,
  sellingPriceMin: 900_000,
  sellingPriceMax: 1_100_000,
};

type Who = keyof typeof sessions;
type More = {
  who?: Who;
  /** Leaves the card as it opens: for reading. */
  reads?: boolean;
  agreement?: Partial<WireAgreement>;
  documents?: number;
  option?: object;
  payers?: WirePayer[];
};
const answers: Record<string, (seen: Seen) => Response | object> = {
  'POST /v2/campaigns/10231/send-approved-email': () => ({ success: true, sentTo: ['vera@example.com'] }),
};

/** Shows the card; an application that can be approved with its form open. */
async function show({ who = 'admin', reads = false, agreement, documents = 0, option, payers }: More = {}) {
  const server = campaignServer(campaign({ ...lent, ...agreement }), payers);
  Object.assign(server.state, {
    options: options({ items: [offered('pl', option), offered('pos')], chosen: 'pl' }),
    documents: Array.from({ length: documents }, (_, place) =>
      aDocument({ id: place + 1, purpose: 'lending-agreement' }),
    ),
  });
  const calls = await signedIn({ ...server.handlers, ...answers });
  renderCards((record) => <FinanceCard record={record} standing={who} />, sessions[who]);
  await screen.findByRole('heading', { level: 2 });
  const user = userEvent.setup();
  const isOpen = isApprovalOpen(agreement?.status ?? 'waiting-approval');
  if (who === 'admin' && isOpen && !reads) await user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { calls, server, user };
}

const sent = (calls: Seen[]) => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
const rules = () =>
  within(screen.getByRole('list', { name: 'Rules of approving' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const approve = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' });
const field = (label: string) => screen.findByRole<HTMLInputElement>('textbox', { name: label });

describe('the Pay Later card of an admin', () => {
  it('warns before the approval if somebody else has a contact of a payer', async () => {
    const sharedContacts = [
      { field: 'mobilePhone', name: 'Kim Lee', holder: 'team' },
      { field: 'emailAddress', name: 'Bo Moss', holder: 'payer' },
    ] as const;
    await show({ payers: [vera({ sharedContacts: [...sharedContacts] })] });
    const first = await screen.findByText('The mobile of Vera Vendor is also that of Kim Lee (team member).');
    expect(first.closest('[role="alert"]')?.textContent).toContain(
      'The email address of Vera Vendor is also that of Bo Moss (another payer).',
    );
  });

  it('says before the approval that another admin must approve a payer whose contacts one has entered', async () => {
    await show({ payers: [vera({ contactsEnteredByYou: true })] });
    await screen.findByText(
      "You raised this campaign or entered this payer's contact details. Another admin must approve it.",
    );
    expect(approve().disabled).toBe(true);
  });

  it('warns the only admin, who may approve all the same', async () => {
    await show({ payers: [vera({ contactsEnteredByYou: true, isAlone: true })] });
    const warning = await screen.findByText(
      /There is no other admin, so you can approve it alone\. The log says so\.$/,
    );
    expect(warning.closest('[role="alert"]')).toBeTruthy();
    expect(screen.queryByText(/Another admin must approve it/)).toBeNull();
  });

  it('warns the only admin of contacts that an account of theirs entered, and refuses any other', async () => {
    const words = "Somebody whose account you made or changed entered this payer's contact details.";
    await show({ payers: [vera({ contactsEnteredByMade: true, isAlone: true })] });
    const warning = await screen.findByText(
      `${words} There is no other admin, so you can approve it alone. The log says so.`,
    );
    expect(warning.closest('[role="alert"]')).toBeTruthy();
    cleanup();
    await show({ payers: [vera({ contactsEnteredByMade: true })] });
    await screen.findByText(`${words} Another admin must approve it.`);
    expect(approve().disabled).toBe(true);
  });

  it.each([
    'Amount of Credit',
    'Additional Amount',
    'Security Registration Fee',
    'Budget Owner Fee',
    'Mortgage Balance',
  ])('keeps a text in %s that is not an amount, and saves nothing', async (label) => {
    const { calls, user } = await show();
    await expectsAnAmount(await field(label));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(calls)).toEqual([]);
  });

  it('keeps a text in its own fee that is not an amount, and saves nothing', async () => {
    const { calls, user } = await show({ agreement: { serviceFee: 600 } });
    await expectsAnAmount(await field('Pay Later Fee'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(calls)).toEqual([]);
  });

  it('keeps the automatic fee while the amount cannot be read, and shows no total', async () => {
    await show();
    fill(await field('Amount of Credit'), '10,000 + GST');
    expect((await field('Pay Later Fee')).value).toBe('550');
    expect((await field('Total Finance Amount')).value).toBe('');
    expect((await field('Comparison Rate')).value).toBe('–');
  });

  it('shows no figure for an empty rate that looks like one, and does not save it', async () => {
    const { calls, user } = await show();
    const rate = await field('Interest Rate');
    expect(rate.placeholder).toBe('');
    await user.clear(rate);
    await user.tab();
    expect(await screen.findByText('Enter the interest rate.')).toBeTruthy();
    expect((await field('Comparison Rate')).value).toBe('–');
    expect(rules()).toContain('Not met: The interest rate is set–Enter the interest rate');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent(calls)).toEqual([]);
  });

  it('takes the mortgage balance in whole dollars', async () => {
    const { calls, user } = await show();
    fill(await field('Mortgage Balance'), '500,000.50');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter whole dollars.')).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  it('does not read a comma in a rate as nothing', async () => {
    const { calls, user } = await show();
    fill(await field('Interest Rate'), '1,5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a number.')).toBeTruthy();
    expect(sent(calls)).toEqual([]);
  });

  it.each(['waiting-approval', 'waiting-info'] as const)(
    'opens for reading in %s, and can be approved so',
    async (status) => {
      const { user } = await show({ agreement: { status }, reads: true });
      expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
      expect(screen.queryByRole('textbox', { name: 'Amount of Credit' })).toBeNull();
      expect(approve().disabled).toBe(false);
      await user.click(screen.getByRole('button', { name: 'Edit' }));
      expect((await field('Amount of Credit')).value).toBe('10,000');
      expect((await field('Total Finance Amount')).readOnly).toBe(true);
      expect((await field('Comparison Rate')).value).toBe('36.81');
      expect(screen.queryByRole('textbox', { name: 'Interest Free Days' })).toBeNull();
    },
  );

  it('opens for editing on request, and closes once it was saved', async () => {
    const { user } = await show({ agreement: { status: 'approved' } });
    expect(screen.queryByRole('textbox', { name: 'Amount of Credit' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    fill(await field('Notes'), 'Drawn in two parts.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    await screen.findByRole('button', { name: 'Edit' });
    expect(screen.getByText('Drawn in two parts.')).toBeTruthy();
  });

  it.each([
    ['pl', 'Amount of Credit', []],
    ['pos', 'Amount', ['Vendor Service Fee']],
  ] as const)('shows what money locks for reading only, by %s', async (financeOptionCode, budget, others) => {
    await show({ agreement: { financeOptionCode, hasMoney: true } });
    for (const label of [budget, ...others]) expect((await field(label)).readOnly).toBe(true);
    expect(screen.getByRole('button', { name: 'Change after payment' })).toBeTruthy();
  });

  it('asks before a save that ends a signature, and names who has signed', async () => {
    const payers = [vera({ signatureDate: '2026-11-04T00:00:00.000Z' })];
    const { calls, user } = await show({ agreement: { status: 'approved' }, payers });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    fill(await field('Security Registration Fee'), '200');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const question = within(await screen.findByRole('dialog'));
    expect(
      question.getByText(/^Vera Vendor has signed the agreement as it was\. Saving ends that signature\./),
    ).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(sent(calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save and ask again' }));
    await waitFor(() => expect(sent(calls)).toEqual([{ caveatFee: 200 }]));
  });

  it('does not ask if nothing that was signed changes, or nobody has signed', async () => {
    const payers = [vera({ signatureDate: '2026-11-04T00:00:00.000Z' })];
    const { calls, user } = await show({ agreement: { status: 'approved' }, payers });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    fill(await screen.findByRole('textbox', { name: 'Notes' }), 'Called today');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent(calls)).toEqual([{ campaignFinanceNotes: 'Called today' }]));
  });

  it('calculates the fee from the organisation’s percentage until it is set by hand', async () => {
    const { calls, user } = await show({ option: { serviceFeePercent: 0.05 }, agreement: { serviceFee: 500 } });
    fill(await field('Additional Amount'), '2000');
    await waitFor(async () => expect((await field('Pay Later Fee')).value).toBe('600'));
    expect((await field('Pay Later Fee')).readOnly).toBe(true);
    expect((await field('Total Finance Amount')).value).toBe('12,000');
    await user.click(screen.getByRole('button', { name: 'Custom' }));
    fill(await field('Pay Later Fee'), '450');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([{ campaignAdditionalAmount: 2000, serviceFee: 450 }]);
  });

  it('computes the range from the mortgage, and colours it', async () => {
    const { calls, user } = await show();
    fill(await field('Mortgage Balance'), '800000');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mortgage Balance Range' }).value).toBe('lt90');
    expect(screen.getByRole('img', { name: /Loan to Value.*From 75% to below 90%/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Saved');
    expect(sent(calls)).toEqual([{ mortgageBalance: 800000, mortgageBalanceRange: 'lt90' }]);
  });

  it('shows an invalid value under its field, and loses nothing', async () => {
    const { user, calls } = await show({ option: { interestFreeOffered: true } });
    fill(await field('Interest Rate'), '101');
    fill(await field('Interest Free Days'), '366');
    fill(await field('Security Registration Fee'), '1.2.3');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Enter an amount.')).toBeTruthy();
    fill(await field('Security Registration Fee'), '1.23');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Enter a rate from 0 to 100.')).toBeTruthy();
    expect(screen.getByText('Enter a whole number of days from 0 to 365.')).toBeTruthy();
    expect((await field('Interest Rate')).value).toBe('101');
    expect(sent(calls)).toEqual([]);
  });

  // The domain's table says in which statuses the terms are fixed. Its tests cover every status.
  it.each(['signed', 'cancelled'] as const)(
    'accepts only notes, mortgage and manual agreement in %s',
    async (status) => {
      const { user } = await show({ agreement: { status } });
      await user.click(screen.getByRole('button', { name: 'Edit' }));
      const form = within(await screen.findByRole('form', { name: 'Pay Later' }));
      expect(form.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)).toEqual(
        ['Mortgage Balance', 'Notes'],
      );
      expect(form.getByRole('switch', { name: 'Manual Agreement' })).toBeTruthy();
    },
  );

  it('omits the comparison rate in New Zealand', async () => {
    usePage({ country: 'NZ' });
    await show({ agreement: { serviceFee: 600, interestRate: 15.95 } });
    expect(await field('Establishment Fee')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Comparison Rate' })).toBeNull();
    expect(rules().join()).not.toContain('comparison rate');
  });

  it("opens the calculator with the campaign's own terms", async () => {
    const { user } = await show({ agreement: { interestFreeDays: 30 } });
    await user.click(screen.getByRole('button', { name: 'Estimate Total Fees' }));
    expect(openDialog.get()).toMatchObject({
      name: 'fee-calculator',
      loan: { budgetCents: 10_000_00, terms: { serviceFeeBasisPoints: 550, interestFreeDays: 30 } },
    });
  });

  it('calculates with nothing for a fee of the chosen option that was emptied', async () => {
    const { user } = await show({ agreement: { caveatFee: null } });
    await user.click(screen.getByRole('button', { name: 'Estimate Total Fees' }));
    expect(openDialog.get()).toMatchObject({ loan: { terms: { caveatFeeCents: 0, interestRateBasisPoints: 1_450 } } });
  });
});

describe('Approve', () => {
  it('is disabled while the card is edited, and lists every rule with its figure', async () => {
    const { user } = await show();
    await field('Amount of Credit');
    expect(approve().disabled).toBe(true);
    expect(screen.getByText('Please check all required information')).toBeTruthy();
    expect(rules()).toEqual([
      'Not met: The card is saved and not being editedSave or close the card',
      'Met: The campaign budget is above $0$10,000',
      'Met: The service fee is set$550',
      'Met: The interest rate is set14.50%',
      'Met: The comparison rate is above 0%36.81%',
      'Met: A manual agreement has its document attached',
      'Met: Total finance is below 3% of the valuation1.00%',
    ]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(approve().disabled).toBe(false);
    expect(screen.queryByText('Please check all required information')).toBeNull();
  });

  it('follows the typed values, shows the largest budget, and focuses the field that corrects a rule', async () => {
    const { user } = await show({ agreement: { campaignBudget: 40_000, serviceFee: 2_200 } });
    await field('Amount of Credit');
    expect(rules().at(-1)).toBe('Not met: Total finance is below 3% of the valuation4.00%Change the sale details');
    expect(screen.getByText('The largest budget that would pass is $29,999.99.')).toBeTruthy();
    fill(await field('Amount of Credit'), '');
    expect(rules()[1]).toBe('Not met: The campaign budget is above $0–Change the amount');
    await user.click(screen.getByRole('button', { name: 'Change the amount' }));
    expect(document.activeElement).toBe(await field('Amount of Credit'));
    fill(await field('Amount of Credit'), '29999.99');
    expect(rules().at(-1)).toBe('Met: Total finance is below 3% of the valuation3.00%');
    await user.click(screen.getByRole('button', { name: 'Save or close the card' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
  });

  it('requires the document of a manual agreement', async () => {
    const { user } = await show({ agreement: { manualAgreement: true } });
    await field('Amount of Credit');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(approve().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Add the document' }));
    expect(document.activeElement?.textContent).toContain('Loan Agreement Documents');
  });

  it('asks for confirmation in the specification’s words, and moves the campaign in one step', async () => {
    const { calls, user } = await show();
    await field('Amount of Credit');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(approve());
    expect(
      await screen.findByText(
        'I confirm that I have completed all the necessary responsible lending tests for this finance application.',
      ),
    ).toBeTruthy();
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await screen.findByText('Done');
    expect(calls.find(({ path }) => path.endsWith('/set-status'))?.body).toEqual({ status: 'approved' });
    expect(await screen.findByRole('button', { name: 'Resend Approval Email' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Rules of approving' })).toBeNull();
  });

  it.each(['draft', 'waiting-invite', 'approved', 'signed'] as const)('is not offered in %s', async (status) => {
    await show({ agreement: { status } });
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Resend Approval Email' }) !== null).toBe(status === 'approved');
  });

  it('can resend the approval’s message', async () => {
    const { calls, user } = await show({ agreement: { status: 'approved' } });
    await user.click(screen.getByRole('button', { name: 'Resend Approval Email' }));
    await screen.findByText('Sent');
    expect(calls.some(({ path }) => path === '/v2/campaigns/10231/send-approved-email')).toBe(true);
  });
});

describe('the Pay On Success card', () => {
  const onSuccess = { financeOptionCode: 'pos', serviceFee: 1_200 } as const;

  it.each(['Amount', 'Vendor Service Fee'])(
    'keeps a text in %s that is not an amount, and saves nothing',
    async (label) => {
      const { calls, user } = await show({ agreement: onSuccess });
      await expectsAnAmount(await field(label));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      expect(sent(calls)).toEqual([]);
    },
  );

  it('requires a fee and a lending agreement before approval', async () => {
    const { user } = await show({ agreement: onSuccess });
    await field('Vendor Service Fee');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(rules().filter((rule) => rule?.startsWith('Not met'))).toEqual([
      'Not met: A lending agreement is attached, or the agreement is manual0Add the document',
    ]);
    expect(approve().disabled).toBe(true);
  });

  it('requires the Marketing Schedule before approval if the budget is over $10,000', async () => {
    const { user } = await show({ agreement: { ...onSuccess, campaignBudget: 10_000.01 }, documents: 1 });
    await field('Vendor Service Fee');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(rules().filter((rule) => rule?.startsWith('Not met'))).toEqual([
      'Not met: The Marketing Schedule is attachedAdd the Marketing Schedule',
    ]);
    expect(approve().disabled).toBe(true);
  });

  it('can be approved with its document, and shows surcharges, exclusions and the provider’s portal', async () => {
    usePage({ financeProviderUrl: 'https://test.provider.example' });
    const agreement = { ...onSuccess, financeProviderCampaignRef: 'C 7' };
    const { user } = await show({ agreement, documents: 1 });
    await field('Vendor Service Fee');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(approve().disabled).toBe(false);
    expect(screen.getByRole('link', { name: 'Finance provider portal' }).getAttribute('href')).toBe(
      'https://test.provider.example/campaigns/C%207',
    );
    const table = within(screen.getByRole('table', { name: 'Card surcharges' }));
    expect(table.getByRole('row', { name: 'Visa and Mastercard credit 1.5%' })).toBeTruthy();
    expect(screen.getByText('Who Pay On Success is not for')).toBeTruthy();
  });
});

describe('a read-only finance card', () => {
  const notes = { campaignFinanceNotes: 'Repaid at settlement.' };

  it('is a summary without rates for the organisation, and says who reads the notes', async () => {
    const { interestRate: _, comparisonRate: __, ...rest } = lent;
    const server = campaignServer(campaign({ ...rest, ...notes }));
    await signedIn(server.handlers);
    renderCards((record) => <FinanceCard record={record} standing="manager" />, sessions.manager);
    await screen.findByText('Repaid at settlement.');
    expect(screen.getByText('Visible to vendors')).toBeTruthy();
    expect(screen.queryByText(/Rate/)).toBeNull();
    expect(screen.queryByRole('button', { name: /Fees|Edit|Approve|Download Loan Agreement/ })).toBeNull();
  });

  it('says so if the agreement cannot be generated', async () => {
    const { user } = await show();
    answers['GET /loan/10231/download-loan-agreement'] = () => problemResponse(500);
    await user.click(await screen.findByRole('button', { name: 'Download Loan Agreement' }));
    expect(await screen.findByText('Unable to generate Loan Agreement')).toBeTruthy();
    expect(screen.getByText('An error occurred.')).toBeTruthy();
  });
});

describe('the words about when a campaign is funded', () => {
  it('are those of the specification, for each option', async () => {
    await show({ who: 'manager', agreement: { status: 'signed' } });
    expect(await screen.findByText(/funded and live within 24 hours/)).toBeTruthy();
    cleanup();
    await show({ who: 'manager', agreement: { financeOptionCode: 'pos', status: 'approved' } });
    expect(await screen.findByText(/at most 5 business days after your home goes online/)).toBeTruthy();
    expect(screen.getByText(/^Limited recourse does not protect you/)).toBeTruthy();
    cleanup();
    await show({ who: 'manager', agreement: { status: 'executed' } });
    expect(screen.queryByText(/within 24 hours/)).toBeNull();
  });
});
