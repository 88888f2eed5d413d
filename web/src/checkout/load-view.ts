import { componentOf, type PartViews, register, type View } from '@kerb/web/checkout/views.ts';
import { loadLaterWords } from '@kerb/web/checkout/words/load-words.ts';

type Part = 'pay' | 'details' | 'agreement' | 'more' | 'history';
/** The code that a view needs besides the first load. */
// biome-ignore format: a table
const parts: Partial<Record<View, Part>> = {
  pay:        'pay',
  fee:        'pay',
  transfer:   'pay',
  details:    'details',
  correct:    'details',
  agreement:  'agreement',
  sign:       'agreement',
  'sign-for': 'agreement',
  documents:  'more',
  about:      'more',
  files:      'more',
  receipts:   'more',
  loan:       'more',
  history:    'history',
  cancel:     'more',
};

// biome-ignore format: a table
const loaders: Record<Part, () => Promise<{ views: PartViews }>> = {
  pay:       () => import('@kerb/web/checkout/parts/pay.tsx'),
  details:   () => import('@kerb/web/checkout/parts/details.tsx'),
  agreement: () => import('@kerb/web/checkout/parts/agreement.tsx'),
  more:      () => import('@kerb/web/checkout/parts/more.tsx'),
  history:   () => import('@kerb/web/checkout/parts/history.tsx'),
};

/** Loads the code of a view, unless it is there. */
export async function load(view: View): Promise<void> {
  const part = parts[view];
  if (!part || componentOf(view)) return;
  const [{ views }] = await Promise.all([loaders[part](), loadLaterWords()]);
  register(views);
}
