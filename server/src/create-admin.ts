import { newUser } from '@kerb/domain/people/people.contract.ts';
import { resetByOperator } from '@kerb/server/features/people/reset-second-factor.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { Problem } from '@kerb/server/platform/problems/problem.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';
import * as z from 'zod/mini';

const usage = 'Usage: node server/src/create-admin.ts EMAIL FIRST-NAME SURNAME, or: … --reset-second-factor EMAIL';

/** For an admin who lost their phone and recovery codes, if no two other admins are left to confirm a reset. */
async function resetOf(emailAddress: string | undefined) {
  const config = readConfig(process.env);
  const { deps, close } = await openDeps(config);
  const isReset = inTransaction(deps, byTheProduct, (work) => resetByOperator(work, emailAddress ?? ''));
  if (!(await isReset.finally(close))) throw new ConfigError(`${emailAddress} has no two-step login that is on.`);
  process.stdout.write(`The two-step login of ${emailAddress} is off.\n`);
}

/**
 * Creates an admin of a deployment: the first, and the second who confirms what the first asks for. Prints the link
 * that sets their password.
 */
async function createAdmin([emailAddress, firstName, surname]: (string | undefined)[]) {
  const admin = z.safeDecode(newUser, { emailAddress, firstName, surname, role: 'admin' } as never);
  if (!admin.success) throw new ConfigError(usage);
  const config = readConfig(process.env);
  const { deps, close } = await openDeps(config);
  const token = await inTransaction(deps, byTheProduct, async (work) =>
    issuePasswordLink(work, { userId: await createUser(work, admin.data), purpose: 'invite' }),
  )
    .catch((error) => {
      if (!(error instanceof Problem)) throw error;
      throw new ConfigError(`${emailAddress} has an account already: sign in with it, or write another address.`);
    })
    .finally(close);
  process.stdout.write(`${config.publicUrl}/set-password?token=${token}\n`);
}

const [first, ...rest] = process.argv.slice(2);
(first === '--reset-second-factor' ? resetOf(rest[0]) : createAdmin([first, ...rest])).catch(stopWith);
