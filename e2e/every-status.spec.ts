import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { bodyOf } from './answers.ts';
import { raiseCampaign } from './campaigns.ts';
import { headingsFor, inTurn, type Reader } from './cards.ts';
import { expectQuestion } from './checkout.ts';
import { facts } from './country.ts';
import { isPhone } from './lists.ts';
import { anotherPerson, openAs } from './people.ts';

type Expected = { banner: string; payer: string; budget: boolean; property: boolean; title: boolean };

/** The banner's text for each status, and the cards that people with the right can still change in it. */
// biome-ignore format: a table
const expected: Record<AgreementStatus, Expected> = {
  draft:                { banner: 'Draft',                            payer: 'How would you like to pay?',            budget: true,  property: true,  title: true  },
  'waiting-invite':     { banner: 'Sent',                             payer: 'How would you like to pay?',            budget: true,  property: true,  title: true  },
  'waiting-info':       { banner: 'More Information Requested',       payer: 'About you',                               budget: true,  property: true,  title: true  },
  'waiting-approval':   { banner: 'Application Submitted',            payer: 'How would you like to pay?',            budget: false, property: true,  title: true  },
  approved:             { banner: 'Awaiting Signature',               payer: 'Read your agreement',                     budget: false, property: true,  title: true  },
  signed:               { banner: 'Application Signed and Submitted', payer: 'Everybody has signed',                    budget: false, property: false, title: false },
  executed:             { banner: 'Live',                             payer: 'Your campaign is live',                   budget: false, property: false, title: false },
  'waiting-settlement': { banner: 'Pending settlement',               payer: 'Your sale is waiting to settle',          budget: false, property: false, title: true  },
  withdrawn:            { banner: 'Withdrawn from sale',              payer: 'Your property is off the market',         budget: false, property: false, title: true  },
  complete:             { banner: 'Complete',                         payer: 'All done. Thank you.',                    budget: false, property: true,  title: true  },
  // This campaign was signed before it is declined, so its terms stay.
  rejected:             { banner: 'Application declined',             payer: 'We could not approve this application',   budget: false, property: false, title: true  },
  cancelled:            { banner: 'Application cancelled',            payer: 'This application was cancelled',          budget: false, property: false, title: true  },
};

const beforeFinal = inTurn.slice(0, 9);
/** Which reader is offered which status change, and in which statuses. */
// biome-ignore format: a table
const moves: readonly [label: string, who: Reader, from: readonly AgreementStatus[]][] = [
  ['Mark as Cancelled',     'admin',  beforeFinal],
  ['Mark as Declined',      'admin',  beforeFinal],
  ['Information Requested', 'admin',  ['waiting-invite', 'waiting-approval', 'approved']],
  ['Cancel',                'team', ['draft', 'waiting-invite']],
];

type OpenPage = { page: Page; reader: Reader | 'payer'; mayRename: boolean };

/** A payer has one question or panel in each status, and a way to cancel while the application is open. */
async function expectPayersPage(page: Page, status: AgreementStatus) {
  // Without the fragment: a reload would open the details again.
  await page.goto(new URL(page.url()).pathname);
  await expectQuestion(page, expected[status].payer);
  const mayCancel = ['waiting-approval', 'approved'].includes(status);
  await page.getByRole('button', { name: 'See the details' }).click();
  await expectQuestion(page, 'About this campaign');
  await expect(page.getByRole('button', { name: 'Cancel Application' })).toHaveCount(mayCancel ? 1 : 0);
}

async function expectPage({ page, reader, mayRename }: OpenPage, status: AgreementStatus) {
  if (reader === 'payer') return expectPayersPage(page, status);
  const main = page.getByRole('main');
  const { banner, budget, property, title } = expected[status];
  await page.reload();
  await expect(main.getByRole('status').filter({ hasText: banner }).first()).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(
    headingsFor(reader, status, { isOptionChosen: true }),
  );
  const shown = (isShown: boolean) => (isShown ? 1 : 0);
  await expect(main.getByRole('textbox', { name: 'Campaign Budget' })).toHaveCount(shown(budget));
  await expect(main.getByRole('button', { name: 'Edit sale details' })).toHaveCount(shown(property));
  await expect(main.getByRole('textbox', { name: 'Campaign Title' })).toHaveCount(shown(mayRename && title));
  // The actions show once the payers and documents are known.
  await expect(main.locator('.mantine-Skeleton-root')).toHaveCount(0);
  const more = main.getByRole('button', { name: 'More actions' });
  if ((await more.count()) > 0) await more.click();
  const labels = await main.locator('button, [role="menuitem"]').allTextContents();
  const offered = moves.filter(([label]) => labels.includes(label));
  expect(offered).toEqual(moves.filter(([, who, from]) => who === reader && from.includes(status)));
}

const sale = { natureOfOwnership: 'investment', methodOfSale: 'other', sellingPriceMin: 8e5, sellingPriceMax: 9e5 };

async function openAll(browser: Browser, baseURL: string | undefined, path: string): Promise<OpenPage[]> {
  const readers = [
    { who: 'admin', reader: 'admin', mayRename: true, path },
    { who: 'manager', reader: 'team', mayRename: true, path },
    { who: 'employee', reader: 'team', mayRename: false, path },
    { who: 'vendor', reader: 'payer', mayRename: false, path: `/applications/${path.split('/').at(-1)}` },
  ] as const;
  const opened: OpenPage[] = [];
  for (const { who, reader, mayRename, path: own } of readers) {
    const [page] = await anotherPerson(browser, baseURL, isPhone());
    await openAs(page, who, own);
    opened.push({ page, reader, mayRename });
  }
  return opened;
}

test('each reader sees exactly their cards of a campaign, in each of its twelve statuses', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { id, path, authorization } = await raiseCampaign(page, 'employee', { payer: 'vendor@example.com' });
  const readers = await openAll(browser, baseURL, path);
  const asked = readers[0]!.page.waitForRequest((request) => request.headers().authorization !== undefined);
  await readers[0]!.page.reload();
  const headers = { authorization: (await asked).headers().authorization ?? authorization };
  const data = { ...facts().property, ...sale };
  expect((await page.request.post(`/v1/agreements/${id}/property`, { headers, data })).status()).toBe(201);
  await bodyOf(await page.request.put(`/v1/agreements/${id}`, { headers, data: { financeOptionCode: 'pl' } }));

  for (const status of inTurn) {
    if (status !== 'draft') {
      const moved = await page.request.post(`/v1/agreements/${id}/set-status`, { headers, data: { status } });
      expect(moved.status()).toBe(200);
    }
    await test.step(status, () => Promise.all(readers.map((reader) => expectPage(reader, status))));
  }
});
