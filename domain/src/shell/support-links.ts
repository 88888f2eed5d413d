import type { Role } from '@kerb/domain/access/actor.ts';
import type { SupportPage } from '@kerb/domain/countries/country.ts';
import type { Day } from '@kerb/domain/kernel/dates.ts';
import type { BannerViewer } from '@kerb/domain/shell/banners.ts';

type SupportLink = {
  to: SupportPage;
  label: string;
  says: string;
  roles: readonly Role[];
  /** Both days included; without a window, always shown. */
  window?: { from: Day; until: Day };
};

const nonVendors = ['admin', 'tenant_user'] as const;

/** The links of the support dialog. A sandbox ignores their windows, as for banners. */
// biome-ignore format: a table
export const supportLinks: readonly SupportLink[] = [
  { to: '/guide',          label: 'User guide',     says: 'From the first referral to the last payment.', roles: nonVendors },
  { to: '/brochure',       label: 'Brochure',       says: 'Two pages for your vendors.',                  roles: nonVendors },
  { to: '/promo-brochure', label: 'Promo brochure', says: 'What an interest-free offer saves.',           roles: nonVendors, window: { from: '2024-08-15', until: '2025-03-31' } },
];

export function supportLinksFor({ role, country, today, sandbox }: BannerViewer): SupportLink[] {
  return supportLinks.filter(
    ({ to, roles, window }) =>
      roles.includes(role as (typeof roles)[number]) &&
      country.supportPages.includes(to) &&
      (!window || sandbox || (window.from <= today && today <= window.until)),
  );
}
