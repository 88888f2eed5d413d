import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A dialog or menu that is open over the page. */
export const opened = '[role="dialog"], [role="menu"]';

/** Waits for what the page itself shows, because a frame of another origin can keep network requests open. */
async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    let changedAt = performance.now();
    const changes = new MutationObserver(() => {
      changedAt = performance.now();
    });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    while (performance.now() - changedAt < 300) await new Promise((resolve) => setTimeout(resolve, 50));
    changes.disconnect();
  });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

type Scope = { within?: string | undefined; except?: string | undefined; rulesOff?: string[] };

/** The violations of the page as it is now: a page that shows loading states never settles. */
export async function violationsOf(page: Page, { within, except, rulesOff = [] }: Scope): Promise<string[]> {
  // Content that is scrolled under the page header would count as a target that is too small.
  if (!within) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  // Without this, axe also describes every element that passes.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  axe.withTags(standards).disableRules(rulesOff);
  // A page with frames is checked frame by frame, and the results are joined in another page, which takes longer.
  if (page.frames().length === 1) axe.setLegacyMode();
  if (within) axe.include(within);
  if (except) axe.exclude(except);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** Checks the whole page, or only a dialog or menu on a page that was checked before. */
export async function expectNoViolation(page: Page, what: string, within?: string) {
  await expectLoaded(page);
  expect(await violationsOf(page, { within }), what).toEqual([]);
}
