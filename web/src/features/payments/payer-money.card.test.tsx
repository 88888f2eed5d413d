import { PayerMoneyCard } from '@kerb/web/features/payments/payer-money.card.tsx';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { campaign, campaignServer, renderCards, sessions } from '../../../test/campaign-server.tsx';
import { signedIn, usePage } from '../../../test/harness.tsx';

beforeEach(() => usePage());

const nothing = { paymentState: 'none', paid: 0, due: 0, held: 0, underRefund: 0, returned: 0 };

async function open(money: object) {
  const server = campaignServer(campaign({ status: 'waiting-info', financeOptionCode: 'pl', hasMoneyRecords: true }));
  await signedIn({ ...server.handlers, 'GET /v1/agreements/10231/money': () => ({ ...nothing, ...money }) });
  renderCards(
    ({ value }) => (
      <>
        <PayerMoneyCard agreement={value} />
        <p>after the card</p>
      </>
    ),
    sessions.vendor,
  );
  await screen.findByText('after the card');
}

describe('the payments of a payer', () => {
  it('are shown whatever the option is now: held money, and a refund on its way', async () => {
    await open({ held: 700, underRefund: 300 });
    expect((await screen.findByText('Held for you')).nextSibling?.textContent).toBe('$700');
    expect(screen.getByText('Refund on its way').nextSibling?.textContent).toBe('$300');
    expect(screen.getByText(/The money that we hold is yours/)).toBeTruthy();
    expect(screen.queryByText('Still to pay')).toBeNull();
  });

  it('are hidden while nothing was received', async () => {
    await open({});
    expect(screen.queryByText('Your payments')).toBeNull();
  });
});
