import { Problem } from '@kerb/server/platform/problems/problem.ts';

/** For an admin who impersonates somebody. */
export const viewingAs = () => new Problem(403, 'viewing-as', 'Only they can do this themselves.');

/** For a team member who has opened a payer's link. */
export const openedByTeam = () =>
  new Problem(403, 'opened-by-team', 'Only the payer can do this, on their own device.');
