import { type Answers, deviation, met, notApplicable, tests } from '../answer.ts';

const personal = 'server/src/platform/personal-data.test.ts';
const secrets = 'server/src/platform/secrets.test.ts';
const cipher = 'server/src/platform/files/file-cipher.test.ts';
const deviations = 'docs/decisions/0104-deviations-from-asvs.md';
const inventory = tests('scripts/inventories.test.ts', 'names every file that uses a cryptographic function');

export const cryptography: Answers = {
  '11.1.1': met(
    'Documented policy for keys',
    'Who makes, has, replaces and destroys each key.',
    'docs/cryptography.md#life-of-a-key',
    'docs/operations.md#backup-and-restore',
    inventory,
  ),
  '11.1.2': met(
    'Documented inventory',
    'Every key and algorithm, what it protects and must not, and every file that uses one; a test compares the files.',
    'docs/cryptography.md#keys',
    'docs/cryptography.md#algorithms',
    inventory,
  ),
  '11.2.1': met(
    'Validated implementations',
    'OpenSSL through node:crypto; jose and otpauth on top. We only encode DER for signatures in PDFs.',
    inventory,
    tests(
      'server/src/platform/pdf-signature/sign-pdf.test.ts',
      'carries a signature over all of its bytes, and keeps its content',
    ),
  ),
  '11.2.2': met(
    'Keys and algorithms can be replaced',
    'Values name their key and form, password hashes their cost. A command and a nightly job encrypt again.',
    tests(
      'server/src/features/privacy/rotate-secret-key.test.ts',
      'reads everything, and after the rotation the former one is not needed',
    ),
    tests(
      'server/src/features/privacy/privacy.test.ts',
      'are rotated for everything encrypted, including files from before',
    ),
    tests('server/src/platform/auth/password.test.ts', 'stays valid when the cost is raised later'),
  ),
  '11.2.3': met(
    '128 bits or more',
    'AES-256, SHA-256, Ed25519, P-256; RSA keys of others need 3,072 bits.',
    tests('server/src/platform/config.test.ts', 'and agreements have keys of today’s strength'),
  ),
  '11.3.1': met(
    'No weak modes',
    'Encryption is AES-256-GCM everywhere.',
    inventory,
    tests(personal, 'has different ciphertext each time'),
  ),
  '11.3.2': met('Approved ciphers', 'AES-256-GCM only.', inventory, tests(cipher, 'stores nothing readable')),
  '11.3.3': met(
    'Changed ciphertext is noticed',
    'GCM tags, bound to the owner of the value; a file also to the order and number of its chunks.',
    tests(personal, 'does not decrypt if it was changed', 'decrypts only for its owner'),
    tests(secrets, 'do not decrypt a value that was changed'),
    tests(cipher, 'refuses %s'),
  ),
  '11.4.1': deviation(
    'Approved hashes',
    'SHA-256, but codes of authenticator apps are HMAC-SHA-1 (RFC 6238), which is all that every app supports.',
    deviations,
    inventory,
  ),
  '11.4.2': met(
    'Password hashes',
    'argon2id with OWASP’s cost and a salt of 128 bits.',
    tests(
      'server/src/platform/auth/password.test.ts',
      'is an argon2id hash with a salt of its own and the cost that OWASP asks for',
    ),
  ),
  '11.4.3': met(
    'Length of hashes',
    'SHA-256 for signatures, fingerprints and checksums.',
    tests('server/src/platform/pdf-signature/sign-pdf.test.ts', 'does not match its signature if a byte is changed'),
    tests(
      'server/src/features/documents/upload-asset.test.ts',
      'is encrypted, and its checksum is that of the content',
    ),
  ),
  '11.4.4': notApplicable(
    'Keys from passwords',
    'No key is derived from a password. Keys are random; HKDF derives one for each use.',
  ),
  '11.5.1': deviation(
    'Random values',
    'All are from node:crypto; tokens have 256 bits. Codes that people type have 20, 50 or 80 bits, behind limits.',
    deviations,
    tests('server/src/platform/auth/one-time-passwords.test.ts', 'is 160 bits, new each time'),
    inventory,
  ),
  '11.6.1': met(
    'Signatures',
    'Ed25519 for tokens, ECDSA on P-256 with SHA-256 for agreements; keys of others from 3,072 bits RSA.',
    tests(
      'server/src/platform/pdf-signature/sign-pdf.test.ts',
      'is self-signed, with the same key each time',
      'signs with its own key and carries all of them, in any order of the file',
    ),
    tests('server/src/platform/config.test.ts', 'and agreements have keys of today’s strength'),
  ),
};
