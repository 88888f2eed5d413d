import assert from 'node:assert/strict';
import { type Driver, expectHeading, press, see, until, write } from './driver.ts';
import type { Sandbox } from './sandbox.ts';

const noSidewaysScroll = `document.documentElement.scrollWidth <= document.documentElement.clientWidth`;
/** Text and targets that are too small, as in the journeys. */
const lowButtons = `[...document.querySelectorAll('main button')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.textContent)`;

async function expectFits(driver: Driver, name: string): Promise<void> {
  await expectHeading(driver, name);
  assert.equal(await driver.read(noSidewaysScroll), true, `${name} is wider than the phone`);
  assert.equal(await driver.read(`(${lowButtons}).join()`), '', `${name} has low buttons`);
}

async function tickAll(driver: Driver): Promise<void> {
  const ticks = await driver.read<number>(see.ticks);
  assert.ok(ticks > 0, 'there is something to tick');
  for (let place = 0; place < ticks; place += 1) await press(driver, see.tick(place));
}

/** Paying now by card: the first question, who the payer is, the terms, the card in the provider's frame. */
export async function payByCard(driver: Driver, { raise, withSurcharge }: Sandbox): Promise<void> {
  const { link } = await raise();
  await driver.open(link);
  await expectFits(driver, 'How would you like to pay?');
  await press(driver, see.choice('Now'));
  await press(driver, see.button('Continue'));
  await expectFits(driver, 'Is this you?');
  await press(driver, see.button('Yes, this is me'));
  await expectFits(driver, 'The terms, in short');
  await tickAll(driver);
  await press(driver, see.button('Agree and continue'));
  await expectFits(driver, 'Pay $4,200.00');
  await press(driver, see.button('Card'));
  const frame = await until('the card form', () => driver.find(see.frame));
  await driver.within(frame, async () => {
    await write(driver, see.field('Card number'), '4242424242424242');
    await write(driver, see.field('Expiry date'), '1234');
    await write(driver, see.field('Security code'), '123');
  });
  await press(driver, see.button(`Pay ${withSurcharge}`));
  await expectFits(driver, `Thank you. You paid ${withSurcharge}`);
  // The panel is in view and in focus.
  assert.equal(await driver.read(`document.activeElement.tagName`), 'H1');
}

/** Applying for Pay Later: details, a code, ticks. Back returns to the question before. */
export async function applyForPayLater(driver: Driver, sandbox: Sandbox): Promise<void> {
  const { link, payer } = await sandbox.raise();
  await driver.open(link);
  await expectFits(driver, 'How would you like to pay?');
  await press(driver, see.choice('Later'));
  await press(driver, see.button('Continue'));
  await expectFits(driver, 'About you');
  await write(driver, see.field('Date of birth'), '31/3/1958');
  await press(driver, see.button('Continue'));
  await expectFits(driver, 'Your work and home');
  await press(driver, see.button('Back'));
  await expectHeading(driver, 'About you');
  assert.equal(await driver.read(`(${see.field('Date of birth')}).value`), '31/3/1958');
  await press(driver, see.button('Continue'));
  await press(driver, see.choice('I am retired'));
  await press(driver, see.choice('Yes'));
  await press(driver, see.button('Continue'));
  await expectFits(driver, 'Your mortgage');
  await press(driver, see.choice('I am not sure'));
  await press(driver, see.button('Continue'));
  await expectFits(driver, 'Confirm that it is you');
  await press(driver, see.button('Send me a code'));
  const code = await until('a code', () => sandbox.codeTo(payer));
  await write(driver, see.field('Code'), code);
  await press(driver, see.button('Confirm'));
  await expectFits(driver, 'The terms, in short');
  await tickAll(driver);
  await press(driver, see.button('Submit application'));
  await expectFits(driver, 'We have your application');
}
