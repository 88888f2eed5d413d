import { countries } from '@kerb/domain/countries/countries.ts';
import type { BannerViewer } from '@kerb/domain/shell/banners.ts';
import { supportLinksFor } from '@kerb/domain/shell/support-links.ts';
import { describe, expect, it } from 'vitest';

const agent: BannerViewer = { role: 'tenant_user', country: countries.NZ, today: '2026-11-15', sandbox: false };
const pagesFor = (change: Partial<BannerViewer>) => supportLinksFor({ ...agent, ...change }).map(({ to }) => to);
const always = ['/guide', '/brochure'];

describe('the links of the support dialog', () => {
  // biome-ignore format: a table
  it.each([
    ['2024-08-14', always],
    ['2024-08-15', [...always, '/promo-brochure']],
    ['2025-03-31', [...always, '/promo-brochure']],
    ['2025-04-01', always],
  ])('in New Zealand on %s: %j', (today, pages) => {
    expect(pagesFor({ today })).toEqual(pages);
  });

  it('include the promo brochure in a sandbox whatever the date, and never in Australia', () => {
    expect(pagesFor({ sandbox: true })).toEqual([...always, '/promo-brochure']);
    expect(pagesFor({ sandbox: true, country: countries.AU })).toEqual(always);
    expect(pagesFor({ today: '2024-09-01', country: countries.AU })).toEqual(always);
  });

  it('are marked as a preview outside their window', () => {
    const previews = (today: string) =>
      supportLinksFor({ ...agent, today, sandbox: true }).filter(({ isPreview }) => isPreview);
    expect(previews('2026-11-15').map(({ to }) => to)).toEqual(['/promo-brochure']);
    expect(previews('2024-09-01')).toEqual([]);
  });

  it('are empty for a vendor', () => {
    expect(pagesFor({ role: 'vendor', sandbox: true })).toEqual([]);
  });
});
