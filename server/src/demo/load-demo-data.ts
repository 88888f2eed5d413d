import { momentOf } from '@kerb/domain/kernel/dates.ts';
import { demoPassword } from '@kerb/domain/sandbox/demo-password.ts';
import { statusRank } from '@kerb/domain/vocabulary/agreement-status.ts';
import { sentBeforeApproval } from '@kerb/domain/vocabulary/status-groups.ts';
import { addBatches } from '@kerb/server/demo/add-batches.ts';
import { addComments } from '@kerb/server/demo/add-comments.ts';
import { addOrganisationsAndPeople, inviteNewMembers } from '@kerb/server/demo/add-organisations-and-people.ts';
import { addPasskeys } from '@kerb/server/demo/add-passkeys.ts';
import { addPayerDetails } from '@kerb/server/demo/add-payer-details.ts';
import { addPortraits } from '@kerb/server/demo/add-portraits.ts';
import { addDemoRates } from '@kerb/server/demo/add-rates.ts';
import { addSecurityEvents } from '@kerb/server/demo/add-security-events.ts';
import { addSignIns } from '@kerb/server/demo/add-sign-ins.ts';
import { addSystemTroubles } from '@kerb/server/demo/add-system-troubles.ts';
import { askSecondPersons } from '@kerb/server/demo/ask-second-persons.ts';
import { campaignCount } from '@kerb/server/demo/campaign-shapes.ts';
import { closeDemoBooks } from '@kerb/server/demo/close-books.ts';
import { connectSystems } from '@kerb/server/demo/connect-systems.ts';
import { type DemoFiling, demoFiling } from '@kerb/server/demo/file-document.ts';
import { planCampaigns } from '@kerb/server/demo/plan-campaigns.ts';
import { readNotifications } from '@kerb/server/demo/read-notifications.ts';
import { runSteps } from '@kerb/server/demo/run-steps.ts';
import { setFees, setOffers } from '@kerb/server/demo/set-options.ts';
import { setOrganisationSettings } from '@kerb/server/demo/set-organisation-settings.ts';
import { setUpLogin } from '@kerb/server/demo/set-up-login.ts';
import { shareViews } from '@kerb/server/demo/share-views.ts';
import { signDemoAgreements } from '@kerb/server/demo/sign-agreement.ts';
import { varyLoans } from '@kerb/server/demo/vary-loans.ts';
import { hashPassword } from '@kerb/server/platform/auth/password.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import { takeTurn } from '@kerb/server/platform/database/locks.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { byTheProduct, inTransaction, type Work } from '@kerb/server/platform/work.ts';
import { sql } from 'kysely';

const stepsPerDot = 100;

type Say = (text: string) => void;
const onConsole: Say = (text) => void process.stdout.write(text);

async function isLoaded(db: Database | Tx): Promise<boolean> {
  const row = await db.selectFrom('sandboxState').select('key').where('key', '=', 'demo').executeTakeFirst();
  return row !== undefined;
}

/** Users that the demo did not create: this is a real database, where a known password must not appear. */
async function hasOwnUsers(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Marks messages of campaigns that have progressed as delivered. The others stay in the outbox for viewing. */
async function deliverOldMessages({ tx }: Work): Promise<void> {
  const waiting = sentBeforeApproval.map(statusRank);
  await sql`
    update messages m set state = 'accepted', delivered_date = m.created_date, attempts = 1,
      receipt_status = 'delivered', receipt_date = m.created_date
    from agreements a where a.id = m.agreement_id and m.state = 'queued' and a.status <> all(${waiting})`.execute(tx);
}

const earlier = (work: Work, by: Temporal.DurationLike): Work => ({
  ...work,
  now: momentOf(Temporal.Instant.from(work.now).subtract(by)),
});
/** The time after the organisations and users are created, and before anything else happens. */
const atTheBeginning = (work: Work): Work => earlier(work, { hours: 24 * 755 });
/** The time after the last batch. */
const atTheEnd = (work: Work): Work => earlier(work, { seconds: 30 });

type Loading = { passwordHash: string; filing: DemoFiling; say: Say };

async function load(work: Work, { passwordHash, filing, say }: Loading): Promise<void> {
  say('Preparing the demo ');
  const records = await addOrganisationsAndPeople(work, passwordHash);
  await setOrganisationSettings(atTheBeginning(work), records, filing);
  await addPortraits(atTheBeginning(work), records, filing);
  await addPasskeys(atTheBeginning(work), records);
  let count = 0;
  const onStep = () => {
    count += 1;
    if (count % stepsPerDot === 0) say('.');
  };
  await setFees(work, records.tenantIds);
  await runSteps(work, { records, filing, steps: planCampaigns(work.deps.country, work.now), onStep });
  await setOffers(work, records.tenantIds);
  await addPayerDetails(work);
  await addBatches(work, records);
  await varyLoans(atTheEnd(work), records);
  await deliverOldMessages(work);
  await inviteNewMembers(atTheEnd(work), records);
  await connectSystems(atTheEnd(work), records);
  await setUpLogin(atTheEnd(work), records);
  await addDemoRates(atTheEnd(work), records);
  await askSecondPersons(atTheEnd(work), records);
  await shareViews(atTheEnd(work), records);
  await addComments(work, records);
  await readNotifications(work);
  await addSecurityEvents(work, records);
  await addSignIns(work, records);
  await addSystemTroubles(work, records);
  await closeDemoBooks(atTheEnd(work), records);
  const value = JSON.stringify({ loadedDate: work.now });
  await work.tx.insertInto('sandboxState').values({ key: 'demo', value }).execute();
  say(` ${campaignCount} campaigns.\n`);
}

/**
 * Fills an empty sandbox once with a year of fictional campaigns. It is one transaction: an interrupted load leaves
 * nothing behind, so the next one starts from the beginning and nothing is there twice.
 */
export async function loadDemoData(deps: Deps, say: Say = onConsole): Promise<void> {
  if (await isLoaded(deps.db)) return;
  // One hash for everybody, because hashing is slow and this password is printed on the console anyway.
  const passwordHash = await hashPassword(demoPassword);
  const filing = demoFiling(deps);
  const loading = inTransaction(deps, byTheProduct, async (work) => {
    await sql`set local lock_timeout = 0`.execute(work.tx);
    await takeTurn(work.tx, 'demoData');
    if (await isLoaded(work.tx)) return false;
    if (await hasOwnUsers(work.tx)) {
      say('No demo is loaded, since this database already has people in it.\n');
      return false;
    }
    await load(work, { passwordHash, filing, say });
    return true;
  });
  const isNew = await loading.catch(async (error) => {
    await filing.undo();
    throw error;
  });
  // Rendering and storing documents happens outside any transaction.
  if (isNew) await signDemoAgreements(deps);
}
