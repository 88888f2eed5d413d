import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import { calendarEndpoints } from '@kerb/domain/calendar/calendar.contract.ts';
import {
  calendarLinkOf,
  endCalendarLink,
  makeCalendarLink,
  readerOfCalendar,
} from '@kerb/server/features/calendar/calendar-links.ts';
import { readCalendar } from '@kerb/server/features/calendar/read-calendar.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { isKnown, tagOf } from '@kerb/server/platform/http/entity-tags.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { countAttempt, networkOf } from '@kerb/server/platform/limits/throttle.ts';
import { notFound } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function calendarRoutes(app: App, deps: Deps): void {
  mount(app, calendarEndpoints.read, async ({ scope }) => ({
    link: await calendarLinkOf(deps.db, scope.actor.userId),
  }));

  mount(app, calendarEndpoints.make, async ({ scope, by }) => ({
    url: await inTransaction(deps, by, (work) => makeCalendarLink(work, scope)),
  }));

  mount(app, calendarEndpoints.end, async ({ scope, by }) => {
    await inTransaction(deps, by, (work) => endCalendarLink(work, scope));
    return undefined;
  });

  mount(app, calendarEndpoints.feed, async ({ query, request, reply }) => {
    const found = await readerOfCalendar(deps.db, query.token);
    if (!found) {
      // The calendars of a whole office can come from one address, so that only wrong links count for it.
      await countAttempt(deps.db, 'calendarGuessesPerAddress', networkOf(request.ip));
      throw notFound('calendar');
    }
    await countAttempt(deps.db, 'calendarReadsPerLink', String(found.linkId));
    const scope = accessScopeOf(found.actor, 'agreement.read');
    if (!scope) throw notFound('calendar');
    const text = await readCalendar(deps, scope);
    const tag = tagOf(text, undefined);
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' });
    if (isKnown(request, tag)) return reply.code(304).send();
    return reply.type('text/calendar; charset=utf-8').send(text);
  });
}
