import { createContext } from 'react';

/** The place of a card on a long page: it learns the card's title, and may fold the card to one line. */
export type CardPlace = {
  onTitle: (title: string) => void;
  /** The outcome of a finished card, and whether only that is shown; null for a card that is never folded. */
  fold: { outcome: string; isFolded: boolean; onToggle: () => void } | null;
};

export const CardPlaceContext = createContext<CardPlace | null>(null);
