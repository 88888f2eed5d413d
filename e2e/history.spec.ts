import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { card, raiseCampaign } from './campaigns.ts';
import { payerAt, press } from './checkout.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { linkFor, sendWith } from './payers.ts';

test('the team and the payer read what has happened, each in their own words', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const payer = await payerAt(browser, baseURL, await linkFor(page, raised.payerEmail));
  await payer.getByRole('button', { name: 'See the details' }).click();
  await press(payer, 'What has happened');
  await expect(payer.getByText('sent you the link to this page')).toBeVisible();
  await expect(payer.getByText('You opened this page')).toBeVisible();
  await expectNoViolation(payer, 'the history of a payer');
  await expectNoSidewaysScroll(payer);

  await page.goto(raised.path);
  const history = card(page, 'History');
  await history.getByRole('button', { name: 'Read History' }).click();
  await expect(history.getByText(/sent the Payment URL to/).first()).toBeVisible();
  await expectNoViolation(page, 'the history for the team');
  await expectNoSidewaysScroll(page);
});
