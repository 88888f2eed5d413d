import type { CardNameAt } from '@kerb/domain/campaign-page/cards.ts';

export const cardElementId = (name: CardNameAt<'payer'>): string => `card-${name}`;

/** Some steps happen in another card of the page: scroll there and focus it. */
export function showCard(name: CardNameAt<'payer'>): void {
  const heading = document.getElementById(cardElementId(name))?.querySelector<HTMLElement>('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth', block: 'start' });
  heading.focus({ preventScroll: true });
}
