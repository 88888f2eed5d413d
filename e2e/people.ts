import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  request as newRequests,
  type Page,
  test,
} from '@playwright/test';

/** The demo people that the journeys follow. */
export const people = {
  admin: 'Ada Sampleton',
  adminTwo: 'Arlo Testworth',
  manager: 'Mia Mockridge',
  employee: 'Eli Trialwood',
  /** Manager of one agency, employee of another. */
  both: 'Morgan Fableman',
  /** Manager of two other agencies. */
  stranger: 'Marcus Exemplar',
  stylist: 'Sunny Placeholt',
  vendor: 'Vera Sampleton',
  vendorOfOne: 'Victor Testworth',
} as const;
export type PersonName = keyof typeof people;

/** The list that a journey begins with, where it names no page. */
const beginsAt = (who: PersonName): string | null => {
  if (who === 'admin' || who === 'adminTwo') return '/';
  return who === 'vendor' || who === 'vendorOfOne' ? null : '/agencies/dashboard';
};

/** The screen has its heading. On a list with many rows, a search by role takes a tenth of the time of the load. */
const expectScreen = (page: Page): Promise<void> => expect(page.locator('main h1').first()).toBeVisible();

/** One click on the login page. Ends on the page that was asked for, or on that person's list. */
export async function signIn(page: Page, who: PersonName, back = '/'): Promise<void> {
  await signInAsAsked(page, who, back);
  const list = back === '/' ? beginsAt(who) : null;
  if (list === null) return;
  await page.goto(list);
  await expectScreen(page);
}

/** Ends where the product lands: without another page on that person's first screen. */
export async function signInAsAsked(page: Page, who: PersonName, back = '/'): Promise<void> {
  await page.goto(`/login?back=${encodeURIComponent(back)}`);
  await demoButton(page, who).then((button) => button.click());
  await expectScreen(page);
}

/** The login page of a sandbox shows some people of each role, and the others on request. */
export async function demoButton(page: Page, who: PersonName): Promise<Locator> {
  const button = page.locator('button.person', { hasText: people[who] });
  const more = page.locator('details', { has: button });
  if ((await more.count()) > 0) await more.locator('summary').click();
  return button;
}

/**
 * The same sign-in without loading a screen, where the sign-in is not what is tested. The browser has the cookie
 * afterwards. Returns the authorization header for requests.
 */
export async function signInByRequest({ request }: Pick<Page, 'request'>, who: PersonName): Promise<string> {
  const login = await (await request.get('/login')).text();
  const button = login.split('<button').find((text) => text.includes(people[who])) ?? '';
  const userId = /value="(\d+)"/.exec(button)?.[1] ?? '';
  const submitted = await request.post('/login/demo', { form: { userId, back: '/' }, maxRedirects: 0 });
  const { searchParams } = new URL(submitted.headers().location ?? '', submitted.url());
  const tickets = {
    accessToken: searchParams.get('access_token'),
    refreshToken: searchParams.get('refresh_token'),
  };
  const exchanged = await request.post('/v1/session/exchange', { data: tickets });
  expect(exchanged.ok(), `${people[who]} is signed in`).toBe(true);
  return `Bearer ${(await exchanged.json()).accessToken}`;
}

/** Opens a screen as that person. Ends on it, or on that person's list. */
export async function openAs(page: Page, who: PersonName, path = beginsAt(who) ?? '/'): Promise<void> {
  // The screen of another person would notice the new sign-in and load itself again, in place of this navigation.
  await page.goto('about:blank');
  await signInByRequest(page, who);
  await page.goto(path);
  await expectScreen(page);
}

/** Requests of another person, who has no screen. */
export async function withoutScreen<Result>(run: (request: APIRequestContext) => Promise<Result>): Promise<Result> {
  const { baseURL } = test.info().project.use;
  const requests = await newRequests.newContext({ ...(baseURL && { baseURL }) });
  try {
    return await run(requests);
  } finally {
    await requests.dispose();
  }
}

/** The authorization header of another person, who has no screen. */
export const authorizationOf = (who: PersonName): Promise<string> =>
  withoutScreen((request) => signInByRequest({ request }, who));

/** The browsers of other people, and the test that opened them. */
const others = { testId: '', contexts: [] as BrowserContext[] };

/** A screen that stays open goes on asking the server, so those of earlier tests are closed. */
async function closeOthersOfEarlierTests(): Promise<void> {
  const { testId } = test.info();
  if (others.testId === testId) return;
  others.testId = testId;
  await Promise.all(others.contexts.splice(0).map((context) => context.close()));
}

/** Another person with their own browser and screen. */
export async function anotherPerson(
  browser: Browser,
  baseURL: string | undefined,
  onPhone = false,
): Promise<[Page, BrowserContext]> {
  await closeOthersOfEarlierTests();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...(onPhone && phone) });
  others.contexts.push(context);
  return [await context.newPage(), context];
}

/** Below 768 px the navigation is a drawer. */
export async function openNavigation(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
}

/** On a phone the screens of money are links of the drawer, otherwise they are in a menu. */
export async function openMoneyScreen(page: Page, name: string): Promise<void> {
  await openNavigation(page);
  const main = page.getByRole('navigation', { name: 'Main' });
  const menu = main.getByRole('button', { name: 'Money' });
  const isMenu = await menu.isVisible();
  if (isMenu) await menu.click();
  await main.getByRole(isMenu ? 'menuitem' : 'link', { name }).click();
}

/** The menu opens from the user's name, or on a phone from the user's picture. */
export async function openUserMenu(page: Page, who: PersonName): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: people[who] }).click();
}
