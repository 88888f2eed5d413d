import { type Answers, met, tests } from '../answer.ts';

const tokens = 'server/src/platform/auth/tokens.test.ts';

export const tokenAnswers: Answers = {
  '9.1.1': met(
    'Signatures are checked',
    'EdDSA, before anything of a token is believed.',
    tests(tokens, '%s is refused', 'without a signature is refused'),
  ),
  '9.1.2': met(
    'Allowed algorithms',
    'One, EdDSA. "none" and HS256 with the public key are refused.',
    tests(tokens, 'without a signature is refused', 'signed by HS256 with the public key as its secret is refused'),
  ),
  '9.1.3': met(
    'Where keys come from',
    'From our own table by key id. No header of a token brings a key or an address.',
    tests(
      tokens,
      'that brings its own key, or says where one is, is refused',
      'stays valid while its key is replaced, and is refused when the key is long retired',
    ),
  ),
  '9.2.1': met(
    'Time',
    'An expiry is required and checked.',
    tests(tokens, 'is still refused when it expires', 'that never expires is refused'),
  ),
  '9.2.2': met(
    'Kind of token',
    'Access tokens have a type of their own; refresh tokens and tickets are no JWTs.',
    tests(tokens, 'is not accepted as a refresh token or ticket, nor are they accepted as access tokens'),
  ),
  '9.2.3': met(
    'Audience',
    'Audience and issuer are required; each country’s deployment has its own issuer.',
    tests(tokens, '%s is refused', 'is not accepted for another issuer'),
  ),
  '9.2.4': met('One key for several audiences', 'The keys sign for one audience only.', tests(tokens, '%s is refused')),
};
