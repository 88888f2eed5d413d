import { Choose } from '@kerb/web/checkout/parts/choose.tsx';
import { panelViews } from '@kerb/web/checkout/parts/panels.tsx';
import { Terms } from '@kerb/web/checkout/parts/terms.tsx';
import { You } from '@kerb/web/checkout/parts/you.tsx';
import type { PartViews } from '@kerb/web/checkout/views.ts';

/** What the first load has: the first questions, and the panels on which a visit ends. */
export const views: PartViews = { choose: Choose, you: You, terms: Terms, ...panelViews };
