import type { CardNameAt } from '@kerb/domain/campaign-page/cards.ts';

/** The id of a card's place on the page. */
export const sectionId = (name: CardNameAt<'main' | 'sidebar'>): string => `card-${name}`;
