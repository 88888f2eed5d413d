import { standingWords, type ViewAsKind } from '@kerb/domain/session/view-as.ts';

type KindRow = { label: string; namedBy: 'organisation' | 'campaign' | 'person' };

/** The choices of the dialog, in order, and what names the person to impersonate. */
// biome-ignore format: a table
export const viewAsKinds = {
  manager:  { label: 'A manager of an organisation',   namedBy: 'organisation' },
  employee: { label: 'An employee of an organisation', namedBy: 'organisation' },
  vendor:   { label: 'A vendor of a campaign',         namedBy: 'campaign'     },
  user:     { label: 'A person',                       namedBy: 'person'       },
} as const satisfies Record<ViewAsKind, KindRow>;

/** The default choice of the dialog. */
export const usualViewAs: ViewAsKind = 'manager';

/** The text of the banner that says who is impersonated. */
export function viewAsLabel(kind: ViewAsKind, id: number, organisation: string | undefined): string {
  if (kind === 'vendor') return `a vendor of campaign ${id}`;
  if (kind === 'user') return `user ${id}`;
  return `${standingWords[kind]} of ${organisation ?? `organisation ${id}`}`;
}
