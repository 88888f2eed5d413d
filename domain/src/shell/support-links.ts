import type { Role } from '@kerb/domain/access/actor.ts';
import type { SupportPage } from '@kerb/domain/countries/country.ts';
import { type BannerViewer, isWithin, type Window } from '@kerb/domain/shell/banners.ts';

type SupportLink = {
  to: SupportPage;
  label: string;
  says: string;
  roles: readonly Role[];
  /** Both days included; without a window, always shown. */
  window?: Window;
};

const nonVendors = ['admin', 'tenant_user'] as const;

/** The links of the support dialog. A sandbox shows those outside their windows as a preview, like banners. */
// biome-ignore format: a table
export const supportLinks: readonly SupportLink[] = [
  { to: '/guide',          label: 'User guide',     says: 'From the first referral to the last payment.', roles: nonVendors },
  { to: '/brochure',       label: 'Brochure',       says: 'Two pages for your vendors.',                  roles: nonVendors },
  { to: '/promo-brochure', label: 'Promo brochure', says: 'What an interest-free offer saves.',           roles: nonVendors, window: { from: '2024-08-15', until: '2025-03-31' } },
];

/** A link to show. A preview is outside its window, and only a sandbox shows it. */
export type ShownLink = SupportLink & { isPreview: boolean };

export function supportLinksFor({ role, country, today, sandbox }: BannerViewer): ShownLink[] {
  return supportLinks
    .filter(({ to, roles }) => roles.includes(role) && country.supportPages.includes(to))
    .map((link) => ({ ...link, isPreview: link.window !== undefined && !isWithin(link.window, today) }))
    .filter(({ isPreview }) => sandbox || !isPreview);
}
