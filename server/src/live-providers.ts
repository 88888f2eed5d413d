import { clamdScanner } from '@kerb/server/gateways/file-scanner/clamd-scanner.ts';
import { probeStore } from '@kerb/server/gateways/file-store/probe-store.ts';
import { s3Store } from '@kerb/server/gateways/file-store/s3-store.ts';
import { smtpMail } from '@kerb/server/gateways/mail/smtp-mail.ts';
import { reachAddress } from '@kerb/server/gateways/reach-address.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import { DeliveryFailure } from '@kerb/server/platform/ports/delivery-failure.ts';
import { ScannerUnavailable } from '@kerb/server/platform/ports/file-scanner.ts';
import type { ReportRow } from '@kerb/server/platform/report.ts';

/** The checks of `npm run doctor` that call a provider. None of them sends a message, a person or a card. */

const row = (area: string, state: ReportRow['state'], meaning: string): ReportRow => ({ area, state, meaning });

async function checkMail({ mail }: Config): Promise<ReportRow[]> {
  if (mail === null) return [];
  try {
    await smtpMail(mail).check?.();
    return [row('Mail server', 'configured', 'It answers and accepts the login.')];
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return [row('Mail server', 'error', error.reason)];
  }
}

/** Stores, reads and removes an object. The log of a start has this row too. */
export async function checkBucket({ bucket }: Config): Promise<ReportRow[]> {
  if (!bucket) return [];
  const problem = await probeStore(s3Store(bucket));
  const works = row('Bucket', 'configured', 'An object can be stored, read and removed.');
  return [problem === null ? works : row('Bucket', 'error', problem)];
}

async function checkScanner({ fileScanning: { clamavUrl } }: Config): Promise<ReportRow[]> {
  if (clamavUrl === null) return [];
  try {
    return [row('ClamAV', 'configured', `It answers: ${await clamdScanner(clamavUrl).version()}.`)];
  } catch (error) {
    if (!(error instanceof ScannerUnavailable)) throw error;
    return [row('ClamAV', 'error', 'It does not answer: nothing can be uploaded. Check CLAMAV_URL.')];
  }
}

/** The providers that have no harmless call: they are only asked for their first page. */
const addressesOf = ({ sms, stripe, identity, addressfinder, telemetry }: Config): [string, string | undefined][] => [
  ['SMS gateway', sms?.url],
  ['Stripe', stripe ? (stripe.apiUrl ?? 'https://api.stripe.com') : undefined],
  ['Identity provider', identity?.url],
  ['Address provider', addressfinder?.url],
  ['Collector', telemetry?.endpoint],
];

async function checkAddress([area, url]: [string, string | undefined]): Promise<ReportRow[]> {
  if (url === undefined) return [];
  const problem = await reachAddress(url);
  return [problem === null ? row(area, 'configured', 'It answers.') : row(area, 'error', problem)];
}

export async function checkProviders(config: Config): Promise<ReportRow[]> {
  const checks = [
    checkMail(config),
    checkBucket(config),
    checkScanner(config),
    ...addressesOf(config).map(checkAddress),
  ];
  return (await Promise.all(checks)).flat();
}
