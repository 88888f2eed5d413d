import AxeBuilder from '@axe-core/playwright';
import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { expect, type Page, test } from '@playwright/test';

type Message = { origin: string; data: { type: string; nonce?: string; token?: string; message?: string } };

const approvedCard = testCards.find(({ behaviour }) => behaviour === 'approve')!;
const messagesTo = (page: Page) => page.evaluate(() => (window as unknown as { said: Message[] }).said);

/** The provider's address is the only one that the product's Content-Security-Policy allows in a frame. */
async function frameAddress(page: Page): Promise<string> {
  const headers = (await page.request.get('/health')).headers();
  const origin = /frame-src 'self' blob: (\S+?);/.exec(headers['content-security-policy'] ?? '')?.[1];
  return `${origin}/frame`;
}

/** Any response of the product can serve as the page around the frame. */
async function showFrame(page: Page, address: string) {
  await page.goto('/health');
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { id: 'card', title: 'Card details', src });
    frame.style.cssText = 'width: 100%; height: 60rem';
    const said: unknown[] = [];
    Object.assign(window, { said });
    window.addEventListener('message', ({ origin, data }) => said.push({ origin, data }));
    document.body.append(frame);
  }, address);
  await expect.poll(async () => (await messagesTo(page)).map(({ data }) => data.type)).toContain('ready');
  return page.frameLocator('#card');
}

const ask = (page: Page, nonce: string) =>
  page.evaluate((word) => {
    const frame = document.querySelector('iframe');
    frame?.contentWindow?.postMessage({ type: 'tokenise', nonce: word }, new URL(frame.src).origin);
  }, nonce);
async function answerTo(page: Page, nonce: string) {
  const find = async () => (await messagesTo(page)).find(({ data }) => data.nonce === nonce);
  await expect.poll(find).toBeTruthy();
  return (await find())!;
}

test('a card is typed with the keyboard in the provider’s frame, and the frame returns a token', async ({ page }) => {
  const address = await frameAddress(page);
  const frame = await showFrame(page, address);
  await frame.getByLabel('Card number').focus();
  await page.keyboard.type(approvedCard.number);
  await page.keyboard.press('Tab');
  await page.keyboard.type('928');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await expect(frame.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await expect(frame.getByLabel('Expiry date')).toHaveValue('09 / 28');
  await ask(page, 'first');
  const { origin, data } = await answerTo(page, 'first');
  expect(origin).toBe(new URL(address).origin);
  expect(data).toMatchObject({
    type: 'token',
    card: { scheme: 'visa', funding: 'credit', last4: '4242', country: 'AU' },
  });
  expect(JSON.stringify(await messagesTo(page))).not.toContain('42424242');
});

test('a mistake in a card number is shown at its field, and the message goes away when it is corrected', async ({
  page,
}) => {
  const frame = await showFrame(page, await frameAddress(page));
  await ask(page, 'empty');
  expect((await answerTo(page, 'empty')).data).toEqual({
    type: 'error',
    nonce: 'empty',
    message: 'Enter the card number.',
  });
  await expect(frame.getByLabel('Card number')).toBeFocused();
  await expect(frame.getByLabel('Card number')).toHaveAccessibleDescription('Enter the card number.');
  await frame.getByLabel('Card number').pressSequentially('4111111111111111');
  await frame.getByLabel('Expiry date').pressSequentially('1320');
  await expect(frame.getByText('Only the test cards below work here.')).toBeVisible();
  await frame.getByLabel('Security code').pressSequentially('12');
  await expect(frame.getByText('Enter the expiry date as month and year')).toBeVisible();
  await frame.getByText('Test cards', { exact: true }).click();
  await frame.getByRole('button', { name: 'American Express' }).click();
  await expect(frame.getByLabel('Card number')).toHaveValue('3782 822463 10005');
  await expect(frame.locator('.error:not(:empty)')).toHaveCount(0);
});

for (const scheme of ['light', 'dark']) {
  test(`the card form is accessible on the narrowest phone, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${await frameAddress(page)}?scheme=${scheme}`);
    await page.getByText('Test cards').click();
    await page.getByLabel('Card number').fill('1');
    await page.getByLabel('Security code').focus();
    await expect(page.getByText('This card number is not complete')).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test('only the product can frame the card form', async ({ page }) => {
  const address = await frameAddress(page);
  // The same server under another host name is another origin.
  const elsewhere = new URL('/health', test.info().project.use.baseURL ?? '');
  elsewhere.hostname = '127.0.0.1';
  await page.goto(elsewhere.href);
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src });
    const loaded = new Promise((then) => frame.addEventListener('load', then));
    document.body.append(frame);
    return loaded.then(() => undefined);
  }, address);
  await expect(page.frameLocator('iframe').getByLabel('Card number')).toHaveCount(0);
});

test('the card form ignores messages that do not come from the product', async ({ page }) => {
  await page.goto(await frameAddress(page));
  // Opened in its own window, the form is its own parent, with an origin that is not the product's.
  await page.evaluate(async () => {
    const heard = new Promise((then) =>
      window.addEventListener('message', ({ data }) => data === 'last' && then(data)),
    );
    window.postMessage({ type: 'scheme', scheme: 'dark' }, '*');
    window.postMessage({ type: 'tokenise', nonce: 'evil' }, '*');
    window.postMessage('last', '*');
    await heard;
  });
  expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBe('light');
  await expect(page.getByLabel('Card number')).not.toHaveAttribute('aria-invalid');
});
