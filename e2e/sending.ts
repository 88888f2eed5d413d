import type { Locator, Page } from '@playwright/test';

/** Looks at the messages, and sends them. */
export async function sendAsShown(page: Page, button: Locator): Promise<void> {
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Check the messages' });
  await dialog.getByRole('button', { name: /^Send to \d+ payers?$/ }).click();
}
