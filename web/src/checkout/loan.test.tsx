import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { aCheckout, renderCheckout } from '../../test/checkout.tsx';
import { problemResponse } from '../../test/harness.tsx';
import { loan, account as loanAccount, loanRequests, type WireAccount, waitingRequest } from '../../test/loans.ts';

afterEach(() => vi.unstubAllGlobals());

const path = '/v1/agreements/10231';
const main = () => within(screen.getByRole('main'));
const live = aCheckout({ screen: 'live', path: [], option: 'pl', status: 'executed', loan: loan() });
const ahead: WireAccount['ahead'] = [
  { day: '2026-04-02', total: 5_972.36, isEstimate: false },
  { day: '2026-04-03', total: 5_974.35, isEstimate: true },
];

const statement = {
  agreement: { href: path },
  from: '2026-02-01',
  to: '2026-04-02',
  opening: 0,
  closing: 5_972.36,
  // biome-ignore format: a table
  lines: [
    { day: '2026-02-01', until: null,         kind: 'drawdown',  description: 'Amount financed', amount: 10_000, balance: 10_000 },
    { day: '2026-02-01', until: '2026-04-01', kind: 'interest',  description: 'Interest',        amount: 238.36, balance: 10_238.36 },
    { day: '2026-04-02', until: null,         kind: 'repayment', description: 'Payment P7',      amount: -5_000, balance: 5_972.36 },
  ],
};

async function open(account: Partial<WireAccount> = {}) {
  const opened = renderCheckout(live, {
    [`GET ${path}/loan-account`]: () => loanAccount({ ahead, ...account }),
    [`GET ${path}/loan-requests`]: () => loanRequests(),
    [`GET ${path}/loan-statement`]: () => statement,
  });
  await userEvent.click(await main().findByRole('button', { name: 'What you owe' }));
  await screen.findByRole('heading', { name: 'How to repay' });
  return opened;
}

it('a payer sees what is owed by line, where to send it, and the amount of the day on which it arrives', async () => {
  await open();
  expect(main().getByText('Pay Later Fee')).toBeTruthy();
  const day = screen.getByLabelText('On which day will the money arrive?');
  expect(within(day).getAllByRole('option')).toHaveLength(2);
  const amount = () => main().getByText('Amount', { selector: '.copy-line dt' }).parentElement?.textContent;
  expect(amount()).toContain('$5,972.36');
  await userEvent.selectOptions(day, '2026-04-03');
  expect(amount()).toContain('$5,974.35');
  expect(main().getByRole('button', { name: 'Copy Reference' })).toBeTruthy();
  expect(main().getByText('Nothing yet.')).toBeTruthy();
});

it('a payer whose loan is overdue reads that first, and how to repay it', async () => {
  const { dates, ...rest } = loan();
  const overdue = { ...rest, dates: { ...dates, dueDate: '2026-04-01' } };
  renderCheckout(
    { ...live, loan: overdue },
    {
      [`GET ${path}/loan-account`]: () => loanAccount({ ahead }),
      [`GET ${path}/loan-requests`]: () => loanRequests(),
    },
  );
  expect(await main().findByText(/^This day has passed. Please repay now, or call us on/)).toBeTruthy();
  expect(main().queryByText(/You have nothing to do/)).toBeNull();
  await userEvent.click(main().getByRole('button', { name: 'See how to repay' }));
  expect(await screen.findByRole('heading', { name: 'How to repay' })).toBeTruthy();
});

it('a payer whose loan is due today is not told that it is overdue', async () => {
  const { dates, ...rest } = loan();
  renderCheckout({ ...live, loan: { ...rest, dates: { ...dates, dueDate: rest.today } } }, {});
  expect(await main().findByText('What you owe today')).toBeTruthy();
  expect(main().queryByText(/This day has passed/)).toBeNull();
});

it('a payer sees what was repaid and counts, and what is late', async () => {
  const repayment: WireAccount['repayments'][number] = {
    ...{ id: 7, paymentNumber: 'P7', status: 'approved', date: '2026-04-02', amount: 5_000 },
    ...{
      method: 'direct-deposit',
      description: null,
      fees: 734,
      interest: 238.36,
      principal: 4_027.64,
      recovered: 0,
      held: 0,
    },
  };
  const voided = { ...repayment, id: 8, paymentNumber: 'P8', status: 'voided' as const, amount: 77 };
  const arrears = { dueDate: '2026-03-31', daysPastDue: 2, group: 'days-1-30', label: '1–30 days', amount: 1 } as const;
  await open({ repayments: [repayment, voided], arrears });
  expect(main().getByText(/Payment P7$/)).toBeTruthy();
  expect(main().queryByText(/Payment P8$/)).toBeNull();
  expect(main().getByText(/was due on 31 March 2026. It is 2 days late/)).toBeTruthy();
});

it('a payer reads the statement of a period', async () => {
  const { calls } = await open();
  await userEvent.click(main().getByRole('button', { name: 'Show the statement' }));
  const table = await screen.findByRole('table', { name: 'Statement from 1 February 2026 to 2 April 2026' });
  expect(within(table).getByRole('row', { name: /^Payment P7/ }).textContent).toContain('−$5,000.00');
  expect(within(table).getByRole('row', { name: /^Owed at the end of 2 April 2026/ }).textContent).toContain(
    '$5,972.36',
  );
  expect(calls.some(({ path: to }) => to.includes('/loan-statement'))).toBe(true);
});

it('says that the loan could not be read, and reads it again', async () => {
  let fails = true;
  renderCheckout(live, {
    [`GET ${path}/loan-requests`]: () => loanRequests(),
    [`GET ${path}/loan-account`]: () => (fails ? problemResponse(500) : loanAccount({ ahead })),
  });
  await userEvent.click(await main().findByRole('button', { name: 'What you owe' }));
  await screen.findByRole('alert');
  fails = false;
  await userEvent.click(main().getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'How to repay' });
});

it('a payer asks for more time, and reads by when we answer', async () => {
  let requests = loanRequests({ mayAsk: true });
  const sent: unknown[] = [];
  renderCheckout(live, {
    [`GET ${path}/loan-account`]: () => loanAccount({ ahead }),
    [`GET ${path}/loan-requests`]: () => requests,
    [`POST ${path}/loan-requests`]: ({ body }) => {
      sent.push(body);
      requests = loanRequests({ items: [waitingRequest] });
      return requests;
    },
  });
  await userEvent.click(await main().findByRole('button', { name: 'What you owe' }));
  await userEvent.click(await main().findByRole('button', { name: 'Ask for more time' }));
  await userEvent.type(main().getByLabelText('What happened?'), 'I lost my job');
  await userEvent.type(main().getByLabelText('What can you pay, and when?'), '100 a week');
  await userEvent.click(main().getByRole('button', { name: 'Send the request' }));
  expect(await main().findByText('We are looking at it')).toBeTruthy();
  expect(sent).toEqual([{ kind: 'hardship', reason: 'I lost my job', canPay: '100 a week', wishedDate: '2026-05-01' }]);
});

it('a payer signs the letter about more time with a code', async () => {
  const signatures = [
    { signatory: 1, displayName: 'Vera Sampleton', isOwn: true, signatureDate: null, evidence: null },
  ];
  const granted = { ...waitingRequest, state: 'to-sign' as const, newDueDate: '2026-08-01', signatures, maySign: true };
  let requests = loanRequests({ items: [{ ...granted, href: `${path}/loan-requests/5/pdf` }] });
  const sent: unknown[] = [];
  renderCheckout(live, {
    [`GET ${path}/loan-account`]: () => loanAccount({ ahead }),
    [`GET ${path}/loan-requests`]: () => requests,
    [`POST ${path}/loan-requests/5/request-code`]: () => ({ authorisationMethod: 'email', sentTo: 'v…@example.com' }),
    [`POST ${path}/loan-requests/5/sign`]: ({ body }) => {
      sent.push(body);
      requests = loanRequests({ items: [{ ...granted, state: 'in-force', maySign: false }] });
      return requests;
    },
  });
  await userEvent.click(await main().findByRole('button', { name: 'What you owe' }));
  expect(await main().findByText('Has not signed yet')).toBeTruthy();
  await userEvent.click(main().getByRole('button', { name: 'Send me a code to sign' }));
  await userEvent.type(await main().findByRole('textbox', { name: /code/i }), '123456');
  await userEvent.click(main().getByRole('button', { name: 'Sign' }));
  expect(await main().findByText('Granted and signed by everybody')).toBeTruthy();
  // The loan itself says the day from now on.
  expect(main().queryByText('New day to repay')).toBeNull();
  expect(sent).toEqual([{ authorisationCode: '123456' }]);
});

it('says that the requests could not be read, and reads them again', async () => {
  let fails = true;
  renderCheckout(live, {
    [`GET ${path}/loan-account`]: () => loanAccount({ ahead }),
    [`GET ${path}/loan-requests`]: () => (fails ? problemResponse(500) : loanRequests({ mayAsk: true })),
  });
  await userEvent.click(await main().findByRole('button', { name: 'What you owe' }));
  expect(await main().findByRole('alert')).toBeTruthy();
  fails = false;
  await userEvent.click(main().getByRole('button', { name: 'Try again' }));
  expect(await main().findByRole('button', { name: 'Ask for more time' })).toBeTruthy();
});
