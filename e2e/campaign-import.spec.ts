import { expect, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs } from './people.ts';

test('a manager imports campaigns from a file, and undoes it', async ({ page }) => {
  const project = test.info().project.name;
  const lines = [
    'Budget,Date,Given name,Surname,Email,Your reference',
    `"4,200",01/03/2027,Pia,Import,pia.${project}@example.com,${project}-1`,
    `900,01/03/2027,Pete,Import,pete.${project}@example.com,${project}-2`,
    `0,01/03/2027,Bad,Import,bad.${project}@example.com,${project}-1`,
  ];
  const file = { name: `campaigns-${project}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import Campaigns' })).toBeVisible();
  await page.getByLabel('CSV file: choose file').setInputFiles(file);
  await expect(page.getByText('2 of 3 rows can be imported. 2 selected.')).toBeVisible();
  await expect(page.getByText('Enter an amount above zero.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'check the campaigns');
  await page.getByRole('button', { name: 'Import 2 campaigns' }).click();
  await expect(page.getByText('2 campaigns imported')).toBeVisible();
  const outcome = page.getByRole('list', { name: 'Outcome of each row' });
  await expect(outcome.getByText('Pia Import')).toBeVisible();
  await page.getByRole('button', { name: `Undo the import of campaigns-${project}.csv` }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(outcome.getByText('Campaign cancelled').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'undone campaigns');
});
