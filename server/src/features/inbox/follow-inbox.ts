import type { AccessScope } from '@kerb/domain/access/access-scope.ts';
import type { UnreadCount } from '@kerb/domain/inbox/inbox.contract.ts';
import { endName } from '@kerb/domain/live/live-kinds.ts';
import { unreadOf } from '@kerb/server/features/inbox/inbox.repository.ts';
import { isDatabaseAway } from '@kerb/server/platform/database/database-away.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { problemText } from '@kerb/server/platform/http/errors.ts';
import type { EventStream } from '@kerb/server/platform/http/event-streams.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';

/** The rights and the number are read again as often, so a lost notification delays the number by seconds. */
const beatMs = 15_000;

type Followed = { userId: number; again: () => Promise<AccessScope> };

/** Sends the number of unread notifications whenever it changes, for as long as the person is signed in. */
export function followInbox(deps: Deps, stream: EventStream, { userId, again }: Followed): void {
  let sent: string | null = null;
  let working = Promise.resolve();

  const end = (error: unknown): void => {
    if (error instanceof Problem) stream.send({ event: endName, data: problemText(error) });
    else if (!isDatabaseAway(error as Error & { code: string })) deps.log.error({ err: error }, 'a stream has failed');
    stream.end();
  };
  const send = (count: UnreadCount): void => {
    const data = JSON.stringify(count);
    if (data === sent) stream.beat();
    else stream.send({ data });
    sent = data;
  };
  const look = (): void => {
    working = working
      .then(async () => {
        if (!stream.isOpen()) return;
        send(await unreadOf(deps.db, (await again()).actor));
      })
      .catch(end);
  };

  const leave = deps.changes.followPerson(userId, look);
  const heart = setInterval(look, beatMs).unref();
  stream.onEnd(() => {
    leave();
    clearInterval(heart);
  });
  look();
}
