import { expect, type Locator, type Page, test } from '@playwright/test';
import { facts } from './country.ts';
import { type PersonName, signInByRequest, withoutScreen } from './people.ts';

export type Raised = { id: number; path: string; payerEmail: string; authorization: string };

type Raising = { payer?: string; purpose?: 'marketing' | 'deposit' };

/**
 * Signs in and creates a campaign with one payer in the agency of the manager and the employee. The payer is new unless
 * named.
 */
export async function raiseCampaign(
  page: Pick<Page, 'request'>,
  who: PersonName,
  raising: Raising = {},
): Promise<Raised> {
  const authorization = await signInByRequest(page, who);
  const headers = { authorization };
  const organisations = await page.request.get(`/v1/tenants?textQuery=${facts().agency}`, { headers });
  const [tenant] = (await organisations.json()).items as { id: number }[];
  const payerEmail = raising.payer ?? `perry-${test.info().project.name}-${Date.now()}@example.com`;
  const data = {
    campaignBudget: 4_200,
    campaignPlannedStartDate: '2027-03-01',
    campaignBudgetFundsPurpose: raising.purpose ?? 'marketing',
    tenant: { href: `/v1/tenants/${tenant?.id}` },
    vendors: [{ firstName: 'Perry', surname: 'Field', emailAddress: payerEmail }],
  };
  const answer = await page.request.post('/v1/agreements', { headers, data });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  return { id, path: `/agencies/${tenant?.id}/applications/${id}`, payerEmail, authorization };
}

/** The same, by a person who has no screen. */
export const raiseElsewhere = (who: PersonName): Promise<Raised> =>
  withoutScreen((request) => raiseCampaign({ request }, who));

/** A card of a campaign's page, by its heading. */
export const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Chooses a status change from the menu beside the primary action. */
export async function chooseMove(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Saves a card and waits until it has nothing left to save. */
export async function saveCard(within: Locator): Promise<void> {
  await within.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(within.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
}

// biome-ignore format: a table
export const files = {
  picture: { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64') },
  photo:   { name: 'house.png', mimeType: 'image/png', buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAlgAAAGQAQMAAABI+4zbAAAABlBMVEWKwOR8pmBCQFvGAAAAVElEQVR42u3MMQ0AAAgDsPk3DSZ2kNAKaAIAAAAAAAAAAAAAAAAAAAAAAABw1PS4XC6Xy+VyuVwul8vlcrlcLpfL5XK5XC6Xy+VyuVwul8vlcn28Fv3o3VWyJbUgAAAAAElFTkSuQmCC', 'base64') },
  page:    { name: 'rates.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n') },
  tooLarge: { name: 'film.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(8 * 1_024 * 1_024 + 1) },
};
