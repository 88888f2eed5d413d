import { expect, type Page, test } from '@playwright/test';
import { expectNoViolation } from './accessibility.ts';
import { expectNoSidewaysScroll } from './lists.ts';
import { openAs } from './people.ts';

async function openImport(page: Page): Promise<void> {
  await openAs(page, 'manager');
  await page.getByRole('button', { name: 'All Referrals' }).click();
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('link', { name: 'Import from a file' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import Team Members' })).toBeVisible();
}

test('a manager imports team members from a file, and undoes it', async ({ page }) => {
  const project = test.info().project.name;
  const address = (name: string) => `${name}.${project}@example.com`;
  // Windows-1252, with semicolons, as Excel writes it.
  const lines = [
    'Given name;Surname;Contact',
    `Zoë;Import;${address('zoe')}`,
    `Abe;Import;${address('abe')}`,
    'Bad;Row;nothing',
  ];
  const file = { name: `team-${project}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), 'latin1') };
  await openImport(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a sample file' }).click();
  expect((await download).suggestedFilename()).toBe('Sample-Team-Members.csv');
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'choose a file');

  await page.getByLabel('CSV file: choose file').setInputFiles(file);
  await expect(page.getByText('0 of 3 rows can be imported.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Email', exact: true }).selectOption('Contact');
  await expect(page.getByText('2 of 3 rows can be imported. 2 selected.')).toBeVisible();
  const mistake = page.getByText('That email address is not valid.');
  await expect(mistake).toBeVisible();
  const size = page.viewportSize();
  // On a small laptop the error is in the window without scrolling sideways.
  await page.setViewportSize({ width: 900, height: 800 });
  await mistake.scrollIntoViewIfNeeded();
  const place = await mistake.boundingBox();
  expect(place && place.x >= 0 && place.x + place.width <= 900).toBe(true);
  if (size) await page.setViewportSize(size);
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'check the rows');
  await page.getByRole('button', { name: 'Import 2 team members' }).click();
  await expect(page.getByText('2 team members imported')).toBeVisible();
  const outcome = page.getByRole('list', { name: 'Outcome of each row' });
  await expect(outcome.getByText(`Zoë Import, ${address('zoe')}`)).toBeVisible();

  // One invitation is sent again, so the undo keeps it.
  await page.getByRole('link', { name: 'Team Members' }).click();
  await page.getByRole('button', { name: 'Resend: Zoë Import' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Undo the import of team-${project}.csv` }).click();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(outcome.getByText('Kept: the invitation was changed or sent again after the import.')).toBeVisible();
  await expect(outcome.getByText('Invitation revoked')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolation(page, 'undone');

  // The columns are remembered.
  await page.getByLabel('CSV file: choose file').setInputFiles(file);
  await expect(page.getByText('1 of 3 rows can be imported. 1 selected.')).toBeVisible();
  await expect(page.getByText('This email address has a pending invitation. Resend that one instead.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
});
