import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { Raised } from './campaigns.ts';

/** Test cards of the sandbox: one is declined for insufficient funds, two succeed, the refund of one takes a minute. */
export const cards = {
  declined: '4000 0000 0000 9995',
  good: '4242 4242 4242 4242',
  refundedLater: '4000 0000 0000 1075',
};

/** Records money that came by bank transfer, as an admin does. */
export async function recordTransfer(page: Page, { id, authorization }: Raised, amount: number): Promise<void> {
  const headers = { authorization, 'idempotency-key': `deposit-${id}-${amount}` };
  const data = { financeOptionCode: 'pn', method: 'direct-deposit', amount };
  const answer = await page.request.post(`/v1/agreements/${id}/pay`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Sends the campaign and returns the link that its payer gets. */
export async function sendCampaign(page: Page, { id, payerEmail, authorization }: Raised): Promise<string> {
  const headers = { authorization };
  expect((await page.request.post(`/v2/campaigns/${id}/send-campaign`, { headers, data: {} })).ok()).toBe(true);
  const { items } = await (await page.request.get('/v1/sandbox/messages?perPage=50')).json();
  const sent = (items as { to: string; links: string[] }[]).filter(({ to }) => to === payerEmail);
  return sent.flatMap(({ links }) => links).find((link) => link.includes('/pay/')) ?? '';
}

/** Offers only Pay Upfront, and sends the campaign. */
export async function sendPayUpfront(page: Page, raised: Raised): Promise<string> {
  const { id, authorization } = raised;
  const headers = { authorization };
  const options = await page.request.get(`/v1/agreements/${id}/finance-options`, { headers });
  for (const { optionCode, href } of (await options.json()).items as { optionCode: string; href: string }[]) {
    if (optionCode !== 'pn') expect((await page.request.delete(href, { headers })).ok()).toBe(true);
  }
  return sendCampaign(page, raised);
}

/** The provider's frame, on its own origin. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');

export async function typeCard(page: Page, number: string): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry date').fill('12 / 34');
  await frame.getByLabel('Security code').fill('123');
}

export const payButton = (within: Locator): Locator => within.getByRole('button', { name: /^Pay \$/ });

/**
 * Presses the Pay button. The card frame above it has its own process. Right after a scroll the browser still sends
 * a click to the place where the frame was, so the pointer is moved until it is over the button.
 */
export async function pressPay(within: Locator): Promise<void> {
  const button = payButton(within);
  const isUnderPointer = async () => {
    await button.hover();
    return button.evaluate((element) => element.matches(':hover'));
  };
  await expect.poll(isUnderPointer).toBe(true);
  await button.click();
}
