import { addMinutes } from '@kerb/domain/kernel/dates.ts';
import { must } from '@kerb/domain/kernel/must.ts';
import type { DemoRecords } from '@kerb/server/demo/run-steps.ts';
import { tellOfSignIn } from '@kerb/server/features/session/new-sign-ins.ts';
import { realNow } from '@kerb/server/platform/clock.ts';
import type { SignInMeans } from '@kerb/server/platform/database/column-types.ts';
import { randomToken, sha256 } from '@kerb/server/platform/secrets.ts';
import type { Work } from '@kerb/server/platform/work.ts';

const agents = {
  chromeOnMac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/142.0 Safari/537.36',
  edgeOnWindows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36 Edg/142.0',
  safariOnIphone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Mobile/15E148 Safari/604.1',
  firefoxOnLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
} as const;

type Browser = {
  who: string;
  agent: keyof typeof agents;
  ipAddress: string;
  means: SignInMeans;
  minutesAgo: number;
  usedMinutesAgo: number;
  /** Whether its owner was told of it. */
  isTold?: true;
};

/** Networks of documentation (RFC 5737). They end after an hour without use, as all sign-ins do. */
// biome-ignore format: a table
const browsers: readonly Browser[] = [
  { who: 'manager@example.com', agent: 'chromeOnMac',    ipAddress: '192.0.2.14',    means: 'password', minutesAgo: 190, usedMinutesAgo: 12 },
  { who: 'manager@example.com', agent: 'safariOnIphone', ipAddress: '198.51.100.23', means: 'password', minutesAgo: 95,  usedMinutesAgo: 31 },
  { who: 'manager@example.com', agent: 'edgeOnWindows',  ipAddress: '203.0.113.80',  means: 'password', minutesAgo: 20,  usedMinutesAgo: 19, isTold: true },
  { who: 'lender@example.com',  agent: 'safariOnIphone', ipAddress: '198.51.100.61', means: 'passkey',  minutesAgo: 45,  usedMinutesAgo: 4 },
  { who: 'vendor@example.com',  agent: 'safariOnIphone', ipAddress: '203.0.113.9',   means: 'password', minutesAgo: 70,  usedMinutesAgo: 22 },
  { who: 'admin@example.com',   agent: 'firefoxOnLinux', ipAddress: '192.0.2.3',     means: 'password', minutesAgo: 50,  usedMinutesAgo: 2 },
];

/** Sign-ins in several browsers, whose cookies nobody has. In real time, whatever the sandbox's clock says. */
export async function addSignIns(work: Work, { actors }: DemoRecords): Promise<void> {
  const now = realNow();
  for (const { who, agent, ipAddress, means, minutesAgo, usedMinutesAgo, isTold } of browsers) {
    const { userId } = must(actors.get(who), 'person of the demo data');
    const [createdDate, lastUsedDate] = [addMinutes(now, -minutesAgo), addMinutes(now, -usedMinutesAgo)];
    const { id: signInId } = await work.tx
      .insertInto('signIns')
      .values({
        userId,
        cookieHash: sha256(randomToken()),
        createdDate,
        lastUsedDate,
        lastActiveDate: lastUsedDate,
        expiryDate: addMinutes(createdDate, 12 * 60),
        ipAddress,
        userAgent: agents[agent],
        means,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const newness = { isNewBrowser: true, isNewNetwork: true, hasLoggedInBefore: true };
    if (isTold) await tellOfSignIn(work, { ...newness, means, userId, signInId });
  }
}
