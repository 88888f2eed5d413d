import type { Moment } from '@kerb/domain/kernel/dates.ts';
import { allow, type Decision, refuse } from '@kerb/domain/kernel/decision.ts';
import { needsSecondPerson, type SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import { type Asker, decideSecond, leftRefusal, type SecondPerson } from '@kerb/domain/second-person/second-person.ts';

const ownBankRefusal = 'You asked for this change of bank account, so someone else must confirm it.';

type Confirming = { asker: Asker; person: SecondPerson; now: Moment };

/** Whether this person may apply a pending setting. Some settings need a second person. */
export function decideConfirming(name: SettingName, { asker, person, now }: Confirming): Decision<null> {
  if (!asker.mayAsk) return refuse('asker-left', leftRefusal);
  if (!needsSecondPerson(name)) return allow(null);
  if (asker.userId === person.userId) return refuse('second-person', ownBankRefusal);
  return decideSecond(asker, person, now);
}
