import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { expectNoSidewaysScroll, savedBy } from './lists.ts';
import { openAs, openMoneyScreen } from './people.ts';

const cents = (text: string) => Math.round(Number(text.replace(/[^\d.-]/g, '')) * 100);

test('an admin reads the figures of every organisation, and follows one to its loans', async ({ page }) => {
  await openAs(page, 'admin', '/batch-payments');
  await openMoneyScreen(page, 'Figures');
  await expect(page.getByRole('heading', { level: 1, name: 'Figures' })).toBeVisible();
  const forecast = page.getByRole('table', { name: 'Cash forecast by week' });
  await expect(forecast.getByRole('row')).toHaveCount(18);
  // On a phone its rows are cards.
  await expect(page.getByRole('region', { name: 'Organisations', exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'figures');

  const { records } = await savedBy(page, () => page.getByRole('button', { name: 'Save forecast as CSV' }).click());
  const cells = records.map((record) => record.split(','));
  const [total, ...spans] = [cells.at(-1), ...cells.slice(0, -1)];
  for (const place of [-1, -2, -3]) {
    const sum = spans.reduce((so, span) => so + cents(span?.at(place) ?? ''), 0);
    expect(sum).toBe(cents(total?.at(place) ?? ''));
  }

  const ages = page.getByRole('table', { name: 'Loans by age' });
  await ages.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loan Book' })).toBeVisible();
  await page.goBack();
  await page.getByRole('table', { name: 'Loans by share of the sale' }).getByRole('link').first().click();
  await expect(page.getByText(/^Only loans with this share of the sale/)).toBeVisible();
  await expectNoViolation(page, 'loan book of a share');
  await page.getByRole('button', { name: 'Show all loans' }).click();
  await expect(page.getByText(/^Only loans/)).toBeHidden();
});
