import { must } from '@kerb/domain/kernel/must.ts';
import { platformTenantId } from '@kerb/domain/organisations/organisations.contract.ts';
import { aPortrait } from '@kerb/server/demo/draw-photos.ts';
import type { DemoFiling } from '@kerb/server/demo/file-document.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { saveAccount } from '@kerb/server/features/account/save-account.ts';
import type { Work } from '@kerb/server/platform/work.ts';

/** Who has which drawn face. The others have none, so that screens show initials too. */
// biome-ignore format: a table
const faces: Record<string, number> = {
  'manager@example.com':         0,
  'manager.two@example.com':     1,
  'employee@example.com':        2,
  'erin.sampleton@example.com':  4,
  'sofia.draftwell@example.com': 3,
  'jack.proverb@example.com':    5,
};

/** Gives people of the organisations a drawn face, as they would do under Account Details. */
export async function addPortraits(work: Work, { actors }: DemoRecords, filing: DemoFiling): Promise<void> {
  for (const [emailAddress, face] of Object.entries(faces)) {
    const actor = must(actors.get(emailAddress), emailAddress);
    const drawing = { fileName: 'photo.png', lines: [], use: 'portrait', draw: () => aPortrait(face) } as const;
    const file = { ...drawing, drawnOnce: `portrait ${face}` };
    const profilePicture = await filing.keep({ ...work, actor }, platformTenantId, file);
    await saveAccount({ ...work, actor }, actor.userId, { profilePicture });
  }
}
