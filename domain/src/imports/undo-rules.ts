import { undoHours } from '@kerb/domain/imports/import-limits.ts';
import { addMinutes, type Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import type { AgreementStatus } from '@kerb/domain/vocabulary/agreement-status.ts';

type Imported = { createdDate: Moment; undoneDate: Moment | null };

/** The last moment for an undo; null if the import was undone. */
export const undoUntil = ({ createdDate, undoneDate }: Imported): Moment | null =>
  undoneDate === null ? addMinutes(createdDate, undoHours * 60) : null;

export function decideUndo(imported: Imported, now: Moment): Decision<null> {
  const until = undoUntil(imported);
  if (until === null) return refuse('import-undone', 'This import has been undone already.');
  return now <= until ? allow(null) : refuse('import-too-old', `An import can be undone for ${undoHours} hours.`);
}

type Invited = { acceptedDate: Moment | null; revokedDate: Moment | null; createdDate: Moment; lastUpdateDate: Moment };

/** Undo revokes an invitation that nobody has touched since the import. */
export function decideUndoInvitation<Found extends Invited>(invitation: Found | undefined): Decision<Found> {
  if (!invitation) return refuse('gone', 'Kept: the invitation is no longer there.');
  const { acceptedDate, revokedDate, createdDate, lastUpdateDate } = invitation;
  if (acceptedDate !== null) return refuse('accepted', 'Kept: the person has accepted the invitation.');
  if (revokedDate !== null) return refuse('revoked', 'Kept: the invitation was revoked already.');
  if (lastUpdateDate !== createdDate) {
    return refuse('touched', 'Kept: the invitation was changed or sent again after the import.');
  }
  return allow(invitation);
}

type Campaign = { status: AgreementStatus; isTouched: boolean };

/** Undo cancels a draft that nobody has touched since the import. */
export function decideUndoCampaign(campaign: Campaign | null): Decision<null> {
  if (!campaign) return refuse('gone', 'Kept: the campaign is no longer there.');
  if (campaign.status === 'cancelled') return refuse('cancelled', 'Kept: the campaign was cancelled already.');
  if (campaign.status !== 'draft') return refuse('sent', 'Kept: the campaign is no longer a draft.');
  return campaign.isTouched ? refuse('touched', 'Kept: the campaign was changed after the import.') : allow(null);
}
