import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countries } from '@kerb/domain/countries/countries.ts';
import { guideChapters } from '@kerb/web/features/support/guide-chapters.ts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { admin, agent, renderApp, signedIn, usePage } from '../../../test/harness.tsx';

const emptyPage = { items: [], totalItems: 0 };
const lists = { 'GET /v1/agreements': () => emptyPage, 'GET /v1/tenants': () => emptyPage };

async function openSupport() {
  renderApp('/', admin);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Support' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Support' }) };
}
const linksIn = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(() => usePage());

describe('the support dialog', () => {
  it('links to the guide and the brochure, and shows the phone, e-mail and website', async () => {
    const company = { companyName: 'Demo Company', companyAddress: '1 Example Street' };
    usePage({ supportEmail: 'support@example.com', ...company });
    await signedIn(lists);
    const { user, dialog } = await openSupport();
    expect(linksIn(dialog)).toEqual([
      '/guide',
      '/brochure',
      'tel:1300665136',
      'mailto:support@example.com?subject=KerbPay%20support',
    ]);
    expect(within(dialog).getByText('Demo Company, 1 Example Street')).toBeTruthy();
    await user.click(within(dialog).getByRole('link', { name: 'User guide' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'User Guide' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('has the promo brochure only in New Zealand', async () => {
    usePage({ country: 'NZ', sandbox: true });
    await signedIn(lists);
    const { dialog } = await openSupport();
    expect(linksIn(dialog)).toEqual(['/guide', '/brochure', '/promo-brochure', 'tel:0800100265']);
  });
});

describe('the promo brochure', () => {
  it.each([
    ['exists', 'NZ', false],
    ['does not exist', 'AU', true],
  ] as const)('%s in %s', async (_, country, isMissing) => {
    usePage({ country });
    await signedIn({});
    renderApp('/promo-brochure', null);
    const name = isMissing ? 'Page not found' : /./;
    expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
    expect(screen.queryAllByText('Page not found')).toHaveLength(isMissing ? 1 : 0);
  });
});

describe('the user guide', () => {
  it('has a chapter for every line of its contents, and is open to anyone', async () => {
    await signedIn({});
    renderApp('/guide', null);
    const contents = within(await screen.findByRole('navigation', { name: 'Contents' })).getAllByRole('link');
    for (const link of contents) {
      const region = screen.getByRole('region', { name: link.textContent ?? '' });
      expect(link.getAttribute('href')).toBe(`#${region.getAttribute('aria-labelledby')}`);
    }
    expect(contents.length).toBeGreaterThan(8);
  });

  it.each(['AU', 'NZ'] as const)('of %s names its own payment options, and has every picture', (code) => {
    const chapters = guideChapters(countries[code]);
    const options = chapters.find(({ id }) => id === 'options')?.terms?.map(([name]) => name);
    const names = { AU: ['Pay Upfront', 'Pay On Success', 'Pay Later'], NZ: ['Pay Upfront', 'Pay Later'] };
    expect(options?.toSorted()).toEqual(names[code].toSorted());
    for (const name of [...chapters.flatMap(({ picture }) => picture?.name ?? []), 'options']) {
      const file = join(import.meta.dirname, '../../../public/pictures', code.toLowerCase(), `${name}.webp`);
      expect(existsSync(file), name).toBe(true);
    }
  });
});

describe('the brochure', () => {
  it("shows the costs of a loan, by the product's own calculation", async () => {
    await signedIn(lists);
    renderApp('/brochure', agent);
    const table = within(await screen.findByRole('table', { name: /^Pay Later: \$5,000.* after 90 days$/ }));
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^Campaign Budget\$5,000/),
      expect.stringMatching(/^Pay Later Fee\$275/),
      expect.stringMatching(/^Security Registration Fee\$184/),
      expect.stringMatching(/^Estimated Interest\$178\.77/),
      expect.stringMatching(/^Estimated Total\$5,637\.77/),
    ]);
  });

  it.each([
    ['AU', 'Comparison rate 36.81% a year over 90 days. An estimate'],
    ['NZ', 'An estimate'],
  ] as const)('of %s shows the comparison rate only if the country requires it', async (country, words) => {
    usePage({ country, sandbox: true });
    await signedIn(lists);
    renderApp('/brochure', agent);
    expect((await screen.findByText(/An estimate by our usual terms/)).textContent).toMatch(new RegExp(`^${words}`));
  });

  it('of the promotion shows the saving of interest-free days', async () => {
    usePage({ country: 'NZ', sandbox: true });
    await signedIn(lists);
    renderApp('/promo-brochure', agent);
    expect(await screen.findByText('With 30 free days')).toBeTruthy();
    expect(screen.getByText('$65.54')).toBeTruthy();
  });
});
