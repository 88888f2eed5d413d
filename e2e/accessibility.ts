import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A dialog or menu that is open over the page. */
export const opened = '[role="dialog"], [role="menu"]';

/** Waits for what the page itself shows, because a frame of another origin can keep network requests open. */
export async function expectLoaded(page: Page) {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    // Cards below the window are not laid out, and axe measures targets: lay out all of them.
    const everything = new CSSStyleSheet();
    everything.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [everything];
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
type Violation = { id: string; nodes: { target: unknown[] }[] };

type Colour = { r: number; g: number; b: number; alpha: number };
type Colours = { prototype: { parseString(this: Colour, text: string): Colour } };
type Axe = {
  run(context: object, options: object): Promise<{ violations: Violation[] }>;
  commons: { color: { Color: Colours } };
};
declare const axe: Axe;

/** A page has few colours and a thousand elements: axe reads each colour once, not once for each element. */
function rememberColours() {
  const { prototype } = axe.commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map<string, Colour>();
  prototype.parseString = function (text) {
    const { r, g, b, alpha } = known.get(text) ?? parse.call(this, text);
    known.set(text, { r, g, b, alpha });
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** The axe of AxeBuilder in its short form. AxeBuilder itself would send the long one, of 1.3 MB. */
const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const shortForm = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8');
export const axeSource = `${shortForm};(${rememberColours})()`;

/** Runs axe in a page without frames. It is sent once to each page. */
async function runInPage(page: Page, context: object, options: object): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ context, options }) =>
      (await axe.run(context, options)).violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target }) => ({ target })),
      })),
    { context, options },
  );
}

/** Runs axe frame by frame and joins the results in another page, which takes longer. */
async function runInFrames(page: Page, { within, except, rulesOff = [] }: Scope, options: object) {
  const builder = new AxeBuilder({ page, axeSource }).options(options).withTags(standards).disableRules(rulesOff);
  if (within) builder.include(within);
  if (except) builder.exclude(except);
  return (await builder.analyze()).violations;
}

/** The violations of the page as it is now: a page that shows loading states never settles. */
export async function violationsOf(page: Page, scope: Scope): Promise<string[]> {
  const { within, except, rulesOff = [] } = scope;
  // Content that is scrolled under the page header would count as a target that is too small.
  if (!within) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
  const context = { include: within ? [within] : [], exclude: except ? [except] : [] };
  // Without this, axe also describes every element that passes.
  const options = { resultTypes: ['violations' as const] };
  const runOnly = { type: 'tag', values: standards };
  const rules = Object.fromEntries(rulesOff.map((rule) => [rule, { enabled: false }]));
  const violations: Violation[] =
    page.frames().length === 1
      ? await runInPage(page, context, { ...options, runOnly, rules })
      : await runInFrames(page, scope, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Checks the whole page, or only a dialog or menu on a page that was checked before. */
export async function expectNoViolation(page: Page, what: string, within?: string) {
  await expectLoaded(page);
  expect(await violationsOf(page, { within }), what).toEqual([]);
}
