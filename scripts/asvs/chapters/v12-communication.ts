import { type Answers, deviation, met, notApplicable, operator, tests } from '../answer.ts';

const config = 'server/src/platform/config.test.ts';
const duties = 'docs/operations.md#host-names-and-tls';

export const communication: Answers = {
  '12.1.1': operator(
    'Versions of TLS',
    'The proxy: 1.3 and 1.2 only. Outgoing connections use Node’s defaults, 1.2 or newer.',
    duties,
  ),
  '12.1.2': operator('Cipher suites', 'The proxy: a current recommended list.', duties),
  '12.1.3': notApplicable('Client certificates', 'No client signs in with a certificate.'),
  '12.2.1': operator(
    'https for all clients',
    'The server starts only with an https address and sends HSTS; the proxy must answer nothing else over http.',
    duties,
    tests(config, 'are encrypted: %j'),
  ),
  '12.2.2': operator('Trusted certificates', 'The proxy’s certificate is of a public authority.', duties),
  '12.3.1': deviation(
    'Encryption between systems',
    'PostgreSQL, SMTP, SMS and providers: TLS or the start stops. ClamAV and the proxy’s own hop have none.',
    'docs/decisions/0104-deviations-from-asvs.md',
    tests(config, 'are encrypted: %j', 'to the mail server of %j must be encrypted: %j'),
    tests('server/src/gateways/mail/mail.test.ts', 'sends nothing over a connection without TLS if it must encrypt'),
  ),
  '12.3.2': met(
    'Certificates are checked',
    'sslmode=verify-full, and TLS settings in SMTP_URL are refused; Node checks all others. No code switches it off.',
    tests(config, 'are encrypted: %j'),
    tests('scripts/inventories.test.ts', 'is checked everywhere: no code switches that off'),
    tests(
      'server/src/gateways/webhooks/webhooks.test.ts',
      'to a server whose certificate nobody vouches for is not sent',
    ),
  ),
  '12.3.3': operator('Inside the deployment', 'Keep proxy and server on one machine or a private network.', duties),
  '12.3.4': operator(
    'Certificates inside the deployment',
    'PostgreSQL is verified in full; name a private authority with NODE_EXTRA_CA_CERTS.',
    duties,
    tests(config, 'are encrypted: %j'),
  ),
};
