import type { FixedAt } from '@kerb/domain/actions/readiness.ts';
import { createStore } from '@kerb/web/platform/store.ts';

/** The campaign whose finance card is being edited. */
export const financeEdited = createStore<number | null>(null);

/** Opens the finance card's form if the field is in it, and focuses the field; null without such a card on the page. */
export const financeFixer = createStore<((name: FixedAt) => void) | null>(null);
