import { expect, test } from '@playwright/test';
import { card, raiseCampaign, saveCard } from './campaigns.ts';
import { isPhone } from './lists.ts';
import { anotherPerson, signIn } from './people.ts';

test('two people can save different cards at once, and get a conflict in the same card', async ({
  page,
  browser,
  baseURL,
}) => {
  const { path } = await raiseCampaign(page, 'admin');
  const [managers, context] = await anotherPerson(browser, baseURL, isPhone());
  await signIn(managers, 'manager', path);
  await page.goto(path);
  const [mine, theirs] = [card(page, 'Property Listing'), card(managers, 'Property Listing')];

  await test.step('contacts and listing do not conflict', async () => {
    await theirs.getByLabel('Listing URL').fill('https://listing.example/first');
    await card(page, 'Contacts').getByRole('button', { name: 'Edit contacts' }).click();
    await card(page, 'Contacts').getByLabel('No agency').check();
    await saveCard(card(page, 'Contacts'));
    await saveCard(theirs);
    await expect(theirs.getByRole('link')).toHaveText('https://listing.example/first');
  });

  await test.step('the same card conflicts: nothing typed is lost, and it may overwrite the other save', async () => {
    await page.reload();
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/first');
    await expect(card(page, 'Contacts')).toContainText('There is no agency.');
    await mine.getByLabel('Listing URL').fill('https://listing.example/mine');
    await theirs.getByLabel('Listing URL').fill('https://listing.example/theirs');
    await saveCard(theirs);
    await mine.getByRole('button', { name: 'Save' }).click();
    await expect(mine.getByRole('alert')).toContainText('Someone else has changed this since you opened it.');
    await expect(mine.getByLabel('Listing URL')).toHaveValue('https://listing.example/mine');
    await mine.getByRole('button', { name: 'Keep what I typed' }).click();
    await expect(mine.getByRole('alert')).toHaveCount(0);
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/theirs');
    await saveCard(mine);
    await expect(mine.getByRole('link')).toHaveText('https://listing.example/mine');
  });
  await context.close();
});
