import { PaymentOptionsCard } from '@kerb/web/features/options/payment-options.card.tsx';
import { openDialog } from '@kerb/web/platform/dialogs.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  campaign,
  campaignServer,
  renderCards,
  sessions,
  vera,
  type WireAgreement,
} from '../../../test/campaign-server.tsx';
import { type Seen, signedIn, usePage } from '../../../test/harness.tsx';
import { available, costs, offered, options } from '../../../test/options.ts';

beforeEach(() => usePage());

const path = '/v1/agreements/10231/finance-options';
const changes = (calls: Seen[]) => calls.filter(({ method }) => method !== 'GET');
const problem = (status: number, displayText: string, validation?: object) =>
  Response.json(
    { type: 'about:blank', title: 'Refused', status, displayText, ...(validation && { validation }) },
    { status, headers: { 'content-type': 'application/problem+json' } },
  );

type Who = 'admin' | 'manager' | 'employee';
type Answers = Record<string, (seen: Seen) => Response | object | null | undefined>;

async function show(who: Who, more: { agreement?: Partial<WireAgreement>; options?: object; answers?: Answers } = {}) {
  const server = campaignServer(campaign(more.agreement));
  Object.assign(server.state, { options: options(more.options) });
  const calls = await signedIn({ ...server.handlers, ...more.answers });
  renderCards((record) => <PaymentOptionsCard record={record} standing={who} />, sessions[who]);
  await screen.findByRole('switch', { name: 'Offer Pay Upfront' });
  return { calls, server };
}

const optionSwitch = (label: string) => screen.getByRole<HTMLInputElement>('switch', { name: `Offer ${label}` });
const tile = (name: string) => within(screen.getByRole('region', { name }));

describe('the payment options panel', () => {
  it.each([
    ['admin', 'Payment Options'],
    ['manager', 'Vendor Payment Options Preview'],
    ['employee', 'Vendor Payment Options Preview'],
  ] as const)('has for a %s the heading %s', async (who, title) => {
    await show(who);
    expect(screen.getByRole('region', { name: title })).toBeTruthy();
    expect(['Pay Upfront', 'Pay On Success', 'Pay Later'].map((label) => optionSwitch(label).checked)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('says that money was received, and opens the step for an admin', async () => {
    const agreement = { status: 'waiting-approval', financeOptionCode: 'pn', hasMoney: true } as const;
    await show('admin', { agreement, options: { chosen: 'pn' } });
    expect(optionSwitch('Pay Upfront').disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Change after payment' }));
    expect(openDialog.get()).toEqual({ name: 'change-after-payment', agreementId: 10231 });
  });

  it('shows the cost of each in dollars, and the day from which one costs more than another', async () => {
    await show('manager');
    expect(await tile('Pay Later').findByText('$4,765.16')).toBeTruthy();
    expect(tile('Pay Upfront').getByText('$4,200')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'What each way of paying costs' });
    expect(within(table).getByRole('row', { name: /Bank transfer.*\$4,200.*Nothing/ })).toBeTruthy();
    expect(within(table).getByText('Estimate')).toBeTruthy();
    expect(screen.getByText('Pay Later costs more than paying upfront from the first day.')).toBeTruthy();
    expect(screen.getByText('Pay Later costs more than Pay On Success from day 54 (Sun 24 Jan 2027).')).toBeTruthy();
    expect(screen.queryByText(/rate/i)).toBeNull();
  });

  it.each([
    ['AU', 'Interest rate 14.5% a year. Comparison rate 36.81%, over 90 days.'],
    ['NZ', 'Interest rate 14.5% a year.'],
  ] as const)('in %s shows the rates that its law requires to readers who may see them', async (country, words) => {
    usePage({ country, sandbox: true });
    const server = campaignServer(campaign());
    Object.assign(server.state, { costs: costs({ interestRate: 14.5, comparisonRate: 36.81 }) });
    await signedIn(server.handlers);
    renderCards((record) => <PaymentOptionsCard record={record} standing="admin" />, sessions.admin);
    expect((await screen.findByText(/^Pay Later figures are estimates/)).textContent?.endsWith(words)).toBe(true);
  });

  it('tells only an admin to enable one', async () => {
    await show('admin', { options: { items: [] } });
    expect(screen.getByText('Enable at least one payment option.')).toBeTruthy();
  });

  it.each(['draft', 'waiting-invite', 'waiting-info', 'approved'] as const)(
    'in %s shows the selected option’s banner only after the payer has answered',
    async (status) => {
      await show('manager', { agreement: { status, financeOptionCode: 'pl' }, options: { chosen: 'pl' } });
      const isShown = !['draft', 'waiting-invite'].includes(status);
      expect(screen.queryByText(/Selected option/) !== null).toBe(isShown);
    },
  );

  const paymentButtons = () => screen.queryAllByRole('button').map((button) => button.textContent);
  it('lets an admin mark a payment as paid if allowed, and request payment', async () => {
    await show('admin', { agreement: { status: 'waiting-invite' } });
    expect(paymentButtons()).toEqual(['Manually Mark as Paid', 'Request Payment']);
    await userEvent.click(screen.getByRole('button', { name: 'Request Payment' }));
    expect(openDialog.get()).toEqual({ name: 'request-payment', agreementId: 10231 });
    await userEvent.click(screen.getByRole('button', { name: 'Manually Mark as Paid' }));
    expect(openDialog.get()).toEqual({ name: 'manual-payment', agreementId: 10231 });
    openDialog.set(null);
  });

  it('has neither these buttons nor a paid mark for a team member', async () => {
    await show('manager', { agreement: { status: 'waiting-invite' } });
    expect(paymentButtons()).toEqual([]);
  });

  it('does not offer to mark a payment as paid twice', async () => {
    await show('admin', {
      agreement: { status: 'approved', financeOptionCode: 'pn', paymentState: 'paid' },
    });
    expect(paymentButtons()).toEqual(['Request Payment']);
  });

  it('omits Pay Later for a deposit', async () => {
    await show('manager', {
      agreement: { campaignBudgetFundsPurpose: 'deposit' },
      options: { items: [offered('pn')] },
    });
    expect(screen.queryByRole('switch', { name: 'Offer Pay Later' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Buyer Payment Options Preview' })).toBeTruthy();
  });
});

describe('a switch of the panel', () => {
  it('adds and removes an option, with a toast each time', async () => {
    const three = [offered('pn'), offered('pos'), offered('pl')];
    const { calls } = await show('employee', {
      answers: {
        [`POST ${path}`]: () => options({ items: three }),
        [`DELETE ${path}/pn`]: () => options({ items: three.slice(1) }),
      },
    });
    await userEvent.click(optionSwitch('Pay On Success'));
    expect(await screen.findByText('Enabled')).toBeTruthy();
    expect(optionSwitch('Pay On Success').checked).toBe(true);
    await userEvent.click(optionSwitch('Pay Upfront'));
    expect(await screen.findByText('Disabled')).toBeTruthy();
    expect(optionSwitch('Pay Upfront').checked).toBe(false);
    expect(changes(calls).map(({ method, body }) => [method, body])).toEqual([
      ['POST', { optionCode: 'pos' }],
      ['DELETE', undefined],
    ]);
  });

  it("returns to the server's state if the server refuses", async () => {
    await show('manager', { answers: { [`DELETE ${path}/pn`]: () => problem(409, 'Pay Upfront has been chosen.') } });
    await userEvent.click(optionSwitch('Pay Upfront'));
    expect(await screen.findByText('Pay Upfront has been chosen.')).toBeTruthy();
    await waitFor(() => expect(optionSwitch('Pay Upfront').checked).toBe(true));
    expect(screen.queryByText('Disabled')).toBeNull();
  });

  it('is disabled if the budget is too small, and says why', async () => {
    await show('manager', { agreement: { campaignBudget: 999.99 } });
    const words = 'as the Campaign Budget is less than $1000.';
    expect(screen.getByText(`This campaign is not eligible for Pay On Success Finance ${words}`)).toBeTruthy();
    expect(screen.getByText(`This campaign is not eligible for Pay Later Finance ${words}`)).toBeTruthy();
    expect([optionSwitch('Pay On Success').disabled, optionSwitch('Pay Later').disabled]).toEqual([true, true]);
    expect(optionSwitch('Pay Upfront').disabled).toBe(false);
  });

  it('is disabled once the campaign is approved', async () => {
    await show('admin', { agreement: { status: 'approved' } });
    expect(screen.getAllByRole<HTMLInputElement>('switch').every(({ disabled }) => disabled)).toBe(true);
    // The option is fixed, so no other option shows its cost.
    expect([screen.queryByRole('table'), screen.queryByText(/due now/)]).toEqual([null, null]);
  });

  it('for the interest-free offer is disabled for an agent after the offer has ended, and says when', async () => {
    const own = { interestFreeOffered: true, interestFreeDays: 45, interestFreeOfferExpiryDate: '2020-01-31' };
    await show('employee', {
      options: {
        items: [offered('pl', { interestFreeOffered: true })],
        available: [available('pn'), available('pl', own)],
      },
    });
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Interest-free offer' });
    expect([toggle.checked, toggle.disabled]).toEqual([true, true]);
    expect(screen.getByText('45 days without interest, ended 31 Jan 2020')).toBeTruthy();
  });

  it('for the interest-free offer sends no other field', async () => {
    const own = { interestFreeOffered: true, interestFreeDays: 45, interestFreeOfferExpiryDate: '2099-01-31' };
    const shelf = [available('pn'), available('pl', own)];
    const { calls } = await show('employee', {
      options: { available: shelf },
      answers: {
        [`PUT ${path}/pl`]: () =>
          options({ items: [offered('pn'), offered('pl', { interestFreeOffered: true })], available: shelf }),
      },
    });
    await userEvent.click(screen.getByRole('switch', { name: 'Interest-free offer' }));
    expect(await screen.findByText('Enabled')).toBeTruthy();
    expect(changes(calls).map(({ body }) => body)).toEqual([{ interestFreeOffered: true }]);
  });

  it('for the interest-free offer asks an admin before it ends a signature', async () => {
    const own = { interestFreeOffered: true, interestFreeDays: 45, interestFreeOfferExpiryDate: '2099-01-31' };
    const shelf = [available('pn'), available('pl', own)];
    const free = options({ items: [offered('pl', { interestFreeOffered: true })], available: shelf, chosen: 'pl' });
    const { calls } = await show('admin', {
      agreement: { status: 'approved', financeOptionCode: 'pl' },
      options: { available: shelf, chosen: 'pl' },
      answers: {
        'GET /v2/campaigns/10231/vendors': () => ({ items: [vera({ signatureDate: '2026-11-04T00:00:00.000Z' })] }),
        [`PUT ${path}/pl`]: () => free,
      },
    });
    await waitFor(() => expect(calls.some((one) => one.path === '/v2/campaigns/10231/vendors')).toBe(true));
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Interest-free offer' });
    await userEvent.click(toggle);
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/^Vera Vendor has signed the agreement as it was\./)).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(toggle.checked).toBe(false));
    expect(changes(calls)).toEqual([]);
    await userEvent.click(toggle);
    await userEvent.click(await screen.findByRole('button', { name: 'Save and ask again' }));
    await waitFor(() => expect(changes(calls).map(({ body }) => body)).toEqual([{ interestFreeOffered: true }]));
  });
});

describe('the quote for Pay On Success', () => {
  const sold = { property: { href: '/v1/properties/3' } };
  const missing = { property: [{ type: 'missing', message: 'The type of the property has not been entered' }] };
  const land = { propertyType: [{ type: 'notValid', message: 'Vacant land is not eligible for Pay On Success' }] };
  const quoting = (answer: () => Response | object) => ({
    agreement: sold,
    answers: { 'POST /v1/agreements/10231/quote': answer },
  });

  it('is shown once there is a property, and not requested before', async () => {
    const { calls } = await show('manager');
    expect(changes(calls)).toEqual([]);
  });

  it("is shown on the option's card", async () => {
    await show(
      'manager',
      quoting(() => ({ serviceFee: 504 })),
    );
    expect(await tile('Pay On Success').findByText('$504')).toBeTruthy();
  });

  it.each([
    ['admin', missing, 'The type of the property has not been entered'],
    [
      'manager',
      missing,
      'The type of the property has not been entered. Please provide missing details to allow us to assess eligibility.',
    ],
    ['admin', land, 'Vacant land is not eligible for Pay On Success'],
    ['employee', land, 'This campaign is not eligible for Pay On Success Finance'],
    ['employee', undefined, 'An unexpected error occurred.'],
  ] as const)('that is refused shows a %s the reason', async (who, validation, words) => {
    await show(
      who,
      quoting(() => problem(400, 'Not quoted.', validation)),
    );
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('is cleared by a problem response', async () => {
    let isRefused = false;
    const { agreement, answers } = quoting(() => (isRefused ? problem(400, 'Not quoted.', land) : { serviceFee: 504 }));
    const without = { [`DELETE ${path}/pl`]: () => options({ items: [offered('pn')] }) };
    const { server } = await show('manager', { agreement, answers: { ...answers, ...without } });
    expect(await tile('Pay On Success').findByText('$504')).toBeTruthy();
    // Another switch changes the campaign, so the quote is requested again.
    isRefused = true;
    server.state.version += 1;
    await userEvent.click(optionSwitch('Pay Later'));
    expect(await screen.findByText('This campaign is not eligible for Pay On Success Finance')).toBeTruthy();
    expect(tile('Pay On Success').queryByText('$504')).toBeNull();
  });

  it('shows nothing to an agent if no agency was nominated', async () => {
    const nominated = {
      agentOrg: [{ type: 'notValid', message: 'An agency has not been nominated for this campaign' }],
    };
    const { calls } = await show(
      'manager',
      quoting(() => problem(400, 'Not quoted.', nominated)),
    );
    await waitFor(() => expect(changes(calls)).toHaveLength(1));
    expect(screen.queryByText(/nominated|not eligible/)).toBeNull();
  });
});
