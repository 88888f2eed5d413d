import { accessScopeOf } from '@kerb/domain/access/access-scope.ts';
import type { Actor } from '@kerb/domain/access/actor.ts';
import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import { type AgreementStatus, statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { addComment } from '@kerb/server/features/comments/write-comment.ts';
import type { Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

type Who = 'agent' | 'manager' | 'admin';
type Said = { by: Who; to?: Who; hoursAgo: number; text: string };

/** What people say about a campaign in a status, each to the one whom they mention. */
// biome-ignore format: a table
const said: { status: AgreementStatus; comments: Said[] }[] = [
  { status: 'waiting-approval', comments: [
    { by: 'admin', to: 'agent',   hoursAgo: 26, text: 'the rates notice is two years old. Can you ask for a new one?' },
    { by: 'agent', to: 'admin',   hoursAgo: 22, text: 'I have asked. They are away until Thursday.' },
    { by: 'admin', to: 'agent',   hoursAgo: 3,  text: 'thanks. I keep it open until Friday.' },
  ] },
  { status: 'waiting-invite', comments: [
    { by: 'agent', to: 'manager', hoursAgo: 30, text: 'she would rather pay on success. Do we offer that here?' },
    { by: 'manager', to: 'agent', hoursAgo: 28, text: 'yes. I have switched it on, so send the link again.' },
  ] },
  { status: 'executed', comments: [
    { by: 'manager', to: 'agent', hoursAgo: 50, text: 'the auction is on Saturday. Please record the settlement date at once.' },
    { by: 'agent',                hoursAgo: 5,  text: 'Sold under the hammer. Settlement is in 60 days.' },
  ] },
];

type Place = { id: number; agentUserId: number };

/** The newest campaign of the first manager's organisation in this status, of the first agent if they have one. */
async function campaignOf({ tx }: Work, status: AgreementStatus, tenantId: number, eliUserId: number) {
  const { rows } = await sql<Place>`
    select a.id, a.agent_user_id from agreements a
    where a.status = ${statusRank(status)} and a.tenant_id = ${tenantId} and a.agent_user_id is not null
    order by a.agent_user_id = ${eliUserId} desc, a.id desc limit 1`.execute(tx);
  return must(rows[0], `campaign of the demo that is ${status}`);
}

const addresses = { eli: 'employee@example.com', manager: 'manager@example.com', admin: 'admin@example.com' };

/** Comments with mentions, so that agents, a manager and an admin have notifications. */
export async function addComments(work: Work, { actors, tenantIds }: DemoRecords): Promise<void> {
  const called = (name: keyof typeof addresses): Actor => must(actors.get(addresses[name]), `${name} of the demo`);
  for (const { status, comments } of said) {
    const { id, agentUserId } = await campaignOf(work, status, tenantIds.harbour, called('eli').userId);
    const agent = must(
      actors.values().find(({ userId }) => userId === agentUserId),
      'agent of the demo',
    );
    const people: Record<Who, Actor> = { agent, manager: called('manager'), admin: called('admin') };
    for (const { by, to, hoursAgo, text } of comments) {
      const actor = people[by];
      const mentioned = to && people[to];
      const scope = must(accessScopeOf(actor, 'comment.write'), 'scope of a comment');
      await addComment({ ...work, actor, now: addMinutes(work.now, -hoursAgo * 60) }, scope, {
        id,
        body: mentioned ? `@${mentioned.displayName} ${text}` : text,
        mentions: mentioned ? [mentioned.userId] : [],
      });
    }
  }
}
