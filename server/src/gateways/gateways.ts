import { join } from 'node:path';
import { addressfinder } from '@kerb/server/gateways/addresses/addressfinder.ts';
import { sandboxAddresses } from '@kerb/server/gateways/addresses/sandbox-addresses.ts';
import { stripeCards } from '@kerb/server/gateways/cards/stripe/stripe-cards.ts';
import { clamdScanner } from '@kerb/server/gateways/file-scanner/clamd-scanner.ts';
import { sandboxScanner } from '@kerb/server/gateways/file-scanner/sandbox-scanner.ts';
import { folderStore } from '@kerb/server/gateways/file-store/folder-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { httpIdentity } from '@kerb/server/gateways/identity/http-identity.ts';
import { sandboxIdentity } from '@kerb/server/gateways/identity/sandbox-identity.ts';
import { sandboxOutcome } from '@kerb/server/gateways/identity/sandbox-outcomes.ts';
import { sandboxMail } from '@kerb/server/gateways/mail/sandbox-mail.ts';
import { smtpMail } from '@kerb/server/gateways/mail/smtp-mail.ts';
import { httpOpenId } from '@kerb/server/gateways/openid/http-openid.ts';
import { httpSms } from '@kerb/server/gateways/sms/http-sms.ts';
import { sandboxSms } from '@kerb/server/gateways/sms/sandbox-sms.ts';
import { httpTimeStamps } from '@kerb/server/gateways/time-stamps/http-time-stamps.ts';
import { sandboxTimeStamps } from '@kerb/server/gateways/time-stamps/sandbox-authority.ts';
import { httpWebhooks } from '@kerb/server/gateways/webhooks/http-webhooks.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Database } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import type { Log } from '@kerb/server/platform/log/log.ts';
import type { FileScanner } from '@kerb/server/platform/ports/file-scanner.ts';
import { diskFullCodes, MissingFile, StoreFailure } from '@kerb/server/platform/ports/file-store.ts';
import type { Fault, ProviderNotes } from '@kerb/server/platform/providers/provider-notes.ts';
import type { Secrets } from '@kerb/server/platform/secrets.ts';

type Outside = Pick<
  Deps,
  'mail' | 'sms' | 'fileStore' | 'addresses' | 'cards' | 'identity' | 'webhooks' | 'openid' | 'scanner' | 'timeStamps'
>;

/** Outside a sandbox a scanner that is not configured is absent. */
function scannerFrom({ fileScanning: { clamavUrl, isRequired }, sandbox }: Config): FileScanner | null {
  if (clamavUrl !== null) return clamdScanner(clamavUrl);
  return sandbox && isRequired ? sandboxScanner : null;
}

/** The folder that has the files if no bucket has them. */
export const filesFolder = ({ dataDir }: Config): string => join(dataDir, 'files');

/** The gateways of this deployment, by its configuration. Only a sandbox has invented providers. */
export function gatewaysFrom(config: Config, db: Database, log: Log, secrets: Secrets): Outside {
  const inSandbox = <Gateway>(make: () => Gateway): Gateway | null => (config.sandbox ? make() : null);
  return {
    mail: config.mail ? smtpMail(config.mail) : inSandbox(() => sandboxMail),
    sms: config.sms ? httpSms(config.sms) : inSandbox(() => sandboxSms),
    // A sandbox without Stripe has its own provider, which starts with the server.
    cards: config.stripe && stripeCards(config.stripe, config.publicUrl, log),
    addresses: config.addressfinder
      ? addressfinder(config.addressfinder, config.country)
      : inSandbox(() => sandboxAddresses(config.country)),
    identity: config.identity
      ? httpIdentity(config.identity)
      : inSandbox(() => sandboxIdentity(config.publicUrl, (id) => sandboxOutcome(db, id))),
    webhooks: httpWebhooks({ reachesPrivate: config.webhooksReachPrivate }),
    openid: httpOpenId({ reachesPrivate: config.webhooksReachPrivate }),
    fileStore: config.bucket ? s3Store(config.bucket) : folderStore(filesFolder(config)),
    scanner: scannerFrom(config),
    timeStamps: config.timeStampUrl ? httpTimeStamps(config.timeStampUrl) : inSandbox(() => sandboxTimeStamps(secrets)),
  };
}

/** A missing file is an answer of the store. Other errors than those of the store are of the stream that it stored. */
function faultOfStore(error: unknown): Fault {
  if (error instanceof MissingFile) return 'answer';
  const isFull = diskFullCodes.has((error as NodeJS.ErrnoException).code ?? '');
  return error instanceof StoreFailure || isFull ? 'provider' : 'caller';
}

/** Wraps the gateways, so that the last success and the last failure of each are stored. */
export function watchedBy({ watch }: ProviderNotes, outside: Outside): Outside {
  const { mail, sms, cards, identity, addresses, fileStore, scanner, webhooks, timeStamps } = outside;
  return {
    ...outside,
    mail: mail && watch('mail', mail),
    sms: sms && watch('sms', sms),
    cards: cards && watch('cards', cards),
    identity: identity && watch('identity', identity),
    addresses: addresses && watch('addresses', addresses),
    fileStore: watch('files', fileStore, faultOfStore),
    scanner: scanner && watch('file scanner', scanner),
    webhooks: watch('webhooks', webhooks),
    timeStamps: timeStamps && watch('time stamps', timeStamps),
  };
}
