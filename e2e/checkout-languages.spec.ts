import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { raiseCampaign } from './campaigns.ts';
import { question } from './checkout.ts';
import { facts } from './country.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { linkFor, sendWith } from './payers.ts';

test('a payer whose phone is in Chinese pays in Chinese, and can read English', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn', 'pl']);
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
  });
  const payer = await context.newPage();
  const words: string[] = [];
  payer.on('request', (request) => words.push(new URL(request.url()).pathname));
  const errors: string[] = [];
  payer.on('pageerror', (error) => errors.push(String(error)));
  payer.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await payer.goto(await linkFor(page, raised.payerEmail));
  await expect(question(payer)).toHaveText('您想怎样付款？');
  await expect(payer.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await payer.locator('html[data-ready]').waitFor();
  // Only the words of one language.
  expect(words.filter((path) => /\/(en|catalogue)-/.test(path))).toHaveLength(1);
  await expectNoViolation(payer, 'the first question in Chinese');
  await expectNoSidewaysScroll(payer);
  await payer.getByRole('radio', { name: /^现在付款/ }).check();
  await payer.getByRole('button', { name: '继续' }).click();
  await expect(question(payer)).toHaveText('这是您本人吗？');
  await payer.getByRole('button', { name: '是的，是我本人' }).click();
  await expect(question(payer)).toHaveText('条款摘要');
  await expect(payer.getByText('条款只有英文版')).toBeVisible();
  await expect(
    payer
      .locator('[lang=en]')
      .filter({ hasText: /refund/ })
      .first(),
  ).toBeVisible();
  await expectNoViolation(payer, 'the terms in Chinese');
  await payer.getByRole('checkbox').check();
  await payer.getByRole('button', { name: '同意并继续' }).click();
  await payer.getByRole('button', { name: /^银行转账/ }).click();
  await expect(question(payer)).toHaveText(/^请转账 \$/);
  await expectNoViolation(payer, 'a transfer in Chinese');
  expect(errors).toEqual([]);

  await payer.getByRole('link', { name: 'English' }).click();
  await expect(question(payer)).toHaveText(/^Please transfer \$/);
  await expect(payer.locator('html')).toHaveAttribute('lang', /^en-/);
  // Remembered in this browser, although it asks for Chinese.
  await payer.reload();
  await expect(question(payer)).toHaveText(/^Please transfer \$/);
  await context.close();
});

test('a payer is greeted in the country’s other language, if it has one', async ({ page, browser, baseURL }) => {
  const raised = await raiseCampaign(page, 'admin');
  await sendWith(page, raised, ['pn']);
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
  const payer = await context.newPage();
  await payer.goto(await linkFor(page, raised.payerEmail));
  await payer.locator('html[data-ready]').waitFor();
  await expect(payer.locator('.greeting')).toHaveText(facts().greeting === null ? [] : [`${facts().greeting} Perry`]);
  await expectNoViolation(payer, 'a greeting');
  await context.close();
});
