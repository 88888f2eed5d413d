import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';

/** The demo people that the journeys follow. */
export const people = {
  admin: 'Ada Sampleton',
  adminTwo: 'Arlo Testworth',
  manager: 'Mia Mockridge',
  employee: 'Eli Trialwood',
  /** Manager of one agency, employee of another. */
  both: 'Morgan Fableman',
  /** Manager of two agencies that are neither of those. */
  stranger: 'Marcus Exemplar',
  stylist: 'Sunny Placeholt',
  vendor: 'Vera Sampleton',
  vendorOfOne: 'Victor Testworth',
} as const;
/** Where Morgan is a manager, by country. */
export const morgansAgency = { au: 'Quokka Hill Real Estate', nz: 'Windy Hill Real Estate' } as const;
export type PersonName = keyof typeof people;

/** One click on the login page; ends on the first screen of that person. */
export async function signIn(page: Page, who: PersonName, back = '/'): Promise<void> {
  await page.goto(`/login?back=${encodeURIComponent(back)}`);
  await page.getByRole('button', { name: people[who] }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Another person at another machine: a browser of their own, on a screen of their own. */
export async function anotherPerson(
  browser: Browser,
  baseURL: string | undefined,
  onPhone = false,
): Promise<[Page, BrowserContext]> {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...(onPhone && phone) });
  return [await context.newPage(), context];
}

/** Below 768 px the navigation is a drawer. */
export async function openNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

/** The menu opens from one's own name, or on a phone from one's picture. */
export async function openUserMenu(page: Page, who: PersonName): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: people[who] }).click();
}
