import { type AccessScope, standingIn } from '@kerb/domain/access/access-scope.ts';
import { ownUserIdOf } from '@kerb/domain/access/actor.ts';
import { type ChangedCampaigns, mostSecondsBack } from '@kerb/domain/live/live.contract.ts';
import { changesLists } from '@kerb/domain/live/live-events.ts';
import { endOf } from '@kerb/server/features/live/end-of-stream.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { EventStream } from '@kerb/server/platform/http/event-streams.ts';
import type { ListedChange } from '@kerb/server/platform/live/list-feed.ts';

/** The rights are checked again as often. */
const beatMs = 15_000;
/** A page is told at most as often, however much changes. */
const betweenMs = 2_000;
const mostIds = 200;

/** Whether the change is about a campaign of this person, or about one that was taken from them. */
function isInScope(scope: AccessScope, { tenantId, agentUserId, agentBefore }: ListedChange): boolean {
  const { actor, everything, tenantIds, ownTenantIds } = scope;
  if (everything || tenantIds.includes(tenantId)) return true;
  const own = ownUserIdOf(actor);
  return ownTenantIds.includes(tenantId) && (agentUserId === own || agentBefore === own);
}

/** Decided in memory: a change costs no statement for each open list. */
function concerns(scope: AccessScope, change: ListedChange): boolean {
  const standing = isInScope(scope, change) ? standingIn(scope.actor, change.tenantId) : null;
  return standing !== null && changesLists(change, { actor: scope.actor, standing });
}

function told(scope: AccessScope, changes: readonly ListedChange[]): ChangedCampaigns | null {
  const ids = new Set(changes.filter((change) => concerns(scope, change)).map(({ agreementId }) => agreementId));
  if (ids.size === 0) return null;
  return { ids: [...ids].slice(0, mostIds), isMore: ids.size > mostIds };
}

/** What changed in the last seconds. A page that was away for longer cannot know, and reads its list again. */
export async function changedSince(deps: Deps, scope: AccessScope, seconds: number): Promise<ChangedCampaigns> {
  if (seconds > mostSecondsBack) return { ids: [], isMore: true };
  return told(scope, await deps.changes.listedSince(seconds * 1_000)) ?? { ids: [], isMore: false };
}

type Followed = { scope: AccessScope; seconds: number; again: () => Promise<AccessScope> };

/** Sends which campaigns of a person change, for as long as they may see lists. */
export function followLists(deps: Deps, stream: EventStream, followed: Followed): void {
  let { scope } = followed;
  let waiting: ListedChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;
  let working = Promise.resolve();

  const later = (then: () => Promise<void>): void => {
    working = working.then(async () => {
      if (!stream.isOpen()) return;
      // A sign-in or a role may have ended since the last time.
      scope = await followed.again();
      await then();
    });
    working = working.catch(endOf(stream, deps.log));
  };
  const send = (changed: ChangedCampaigns | null): void => {
    if (changed && (changed.ids.length > 0 || changed.isMore)) stream.send({ data: JSON.stringify(changed) });
  };
  const sendWaiting = (): void => {
    timer = undefined;
    sentAt = Date.now();
    later(async () => {
      const changes = waiting;
      waiting = [];
      send(told(scope, changes));
    });
  };
  const hear = (changes: readonly ListedChange[]): void => {
    const mine = changes.filter((change) => concerns(scope, change));
    if (mine.length === 0) return;
    waiting.push(...mine);
    timer ??= setTimeout(sendWaiting, Math.max(0, sentAt + betweenMs - Date.now()));
  };

  const leave = deps.changes.followLists(hear);
  later(async () => send(await changedSince(deps, scope, followed.seconds)));
  const heart = setInterval(() => later(async () => stream.beat()), beatMs).unref();
  stream.onEnd(() => {
    leave();
    clearTimeout(timer);
    clearInterval(heart);
  });
}
