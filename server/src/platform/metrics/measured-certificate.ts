import { firstToExpire } from '@kerb/server/platform/config/certificates-in.ts';
import type { Config } from '@kerb/server/platform/config.ts';
import type { Metrics } from '@kerb/server/platform/metrics/metrics.ts';
import { Gauge } from 'prom-client';

type Certified = Pick<Config, 'documentCertificate'>;

/** For an alert before agreements are signed with an expired certificate. A start warns too, but only once. */
export function measureCertificate({ registry }: Metrics, { documentCertificate }: Certified): void {
  const gauge = new Gauge({
    name: 'kerb_certificate_expires_timestamp_seconds',
    help: 'When the first certificate of DOCUMENT_CERTIFICATE expires. Without one it has no value.',
    registers: [registry],
  });
  const first = documentCertificate && firstToExpire(documentCertificate.certificate);
  if (first) gauge.set(first.validToDate.getTime() / 1_000);
  else gauge.remove();
}
