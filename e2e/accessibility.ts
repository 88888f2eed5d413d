import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What has been opened over a page. */
export const opened = '[role="dialog"], [role="menu"]';

/** Of the whole page, or only of what has been opened on a page that has been looked through already. */
export async function expectNoViolation(page: Page, what: string, within?: string) {
  await page.waitForLoadState('networkidle');
  const axe = new AxeBuilder({ page }).withTags(standards);
  const { violations } = await (within ? axe.include(within) : axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found, what).toEqual([]);
}
