import { newUser } from '@kerb/domain/people/people.contract.ts';
import { createUser } from '@kerb/server/features/people/save-user.ts';
import { issuePasswordLink } from '@kerb/server/features/session/password-links.ts';
import { ConfigError, readConfig } from '@kerb/server/platform/config.ts';
import { Problem } from '@kerb/server/platform/http/problem.ts';
import { byTheProduct, inTransaction } from '@kerb/server/platform/work.ts';
import { openDeps, stopWith } from '@kerb/server/start-up.ts';
import * as z from 'zod/mini';

/**
 * Creates the first admin of a new deployment, who then creates all other users. Prints the link that sets their
 * password.
 */
async function createAdmin([emailAddress, firstName, surname]: string[]) {
  const admin = z.safeDecode(newUser, { emailAddress, firstName, surname, role: 'admin' } as never);
  if (!admin.success) throw new ConfigError('Usage: node server/src/create-admin.ts EMAIL FIRST-NAME SURNAME');
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

createAdmin(process.argv.slice(2)).catch(stopWith);
