import { scopes } from '@kerb/domain/access/scopes.ts';
import { jwtAssertion } from '@kerb/domain/integrations/integrations.contract.ts';
import { scopeWords } from '@kerb/domain/integrations/scope-words.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { Stack, Text } from '@mantine/core';

const here = () => window.location.origin;

const askForToken = () => `curl ${here()}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials`;
const tokenAnswer = `{
  "access_token": "eyJ…",
  "token_type": "Bearer",
  "expires_in": 300,
  "scope": "campaigns:read campaigns:write"
}`;
const askWithKey = () => `curl ${here()}/oauth/token \\
  -d grant_type=client_credentials \\
  -d client_assertion_type=${jwtAssertion} \\
  -d client_assertion="$SIGNED_JWT"`;
const useToken = () => `curl "${here()}/v1/agreements?perPage=10" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`;

function ScopesGuide() {
  return (
    <Surface title="What a program may do">
      <Stack gap="sm">
        <Text size="sm">
          Each endpoint of the reference names its scopes. A call without the scope answers 403 insufficient-scope, and
          WWW-Authenticate names the scope that is missing. No scope signs, pays, consents, changes settings, people or
          accounts, or shows a Payment URL.
        </Text>
        <Facts rows={scopes.map((scope) => [<code key={scope}>{scope}</code>, scopeWords[scope].help])} />
      </Stack>
    </Surface>
  );
}

function CallsGuide() {
  return (
    <Surface title="3. Call the API">
      <Stack gap="sm">
        <CodeBlock label="First call" text={useToken()} />
        <Text size="sm">
          Call from your server. A page in a browser cannot: the API answers no other website (no CORS), because a
          secret in a page is no secret.
        </Text>
        <Text size="sm">
          Amounts are dollars with at most two decimals, days are YYYY-MM-DD, moments are in UTC. A link to another
          record is an object with href.
        </Text>
        <Text size="sm">
          Every failure is application/problem+json with a displayText for people and, for fields, validation by name. A
          record of another organisation answers 404. A program may send 600 requests a minute: RateLimit and
          RateLimit-Policy of every answer say how many are left. 429 and 503 say in Retry-After when to come back.
          Every answer has X-Request-Id: quote it when you ask us about a failure.
        </Text>
        <Text size="sm">
          Where an answer carries an ETag, send it back as If-Match with your change: if somebody else was faster, the
          answer is 412 and nothing is saved.
        </Text>
        <Text size="sm">
          Send an Idempotency-Key of your choosing with every POST, for example a UUID, and the same one when you try
          again: the request takes effect once, and its answer is sent again for 24 hours. Payments need a key.
        </Text>
      </Stack>
    </Surface>
  );
}

/** Explains how to get from a client id to the first response. */
export function AuthenticationGuide() {
  return (
    <Stack gap="md">
      <Surface title="1. Add your program">
        <Text size="sm">
          A manager of your organisation adds the program under Settings, Integration credentials: its name, what it may
          do, and a secret or a public key. The client ID and the secret are shown once. The program acts for that
          organisation only and in its own name: the log shows it, and it goes on when the person who added it leaves. A
          secret or key works for one year unless another day is chosen.
        </Text>
      </Surface>
      <Surface title="2. Ask for a token">
        <Stack gap="sm">
          <Text size="sm">
            OAuth 2, client credentials: the client ID and the secret in a Basic header or in the form. Ask again when
            the token has expired; there is no refresh token. With scope you ask for less than the program may do.
          </Text>
          <CodeBlock label="Request" text={askForToken()} />
          <CodeBlock label="Token" text={tokenAnswer} />
          <Text size="sm">
            Instead of a secret, sign a JWT with your key (private_key_jwt, RFC 7523; ES256, EdDSA or PS256): iss and
            sub are the client ID, aud is the address of the token endpoint, exp is at most five minutes ahead, and each
            jti works once.
          </Text>
          <CodeBlock label="Request with a key" text={askWithKey()} />
          <Text size="sm">
            A refusal is OAuth's JSON with error and error_description: invalid_client, invalid_request, invalid_scope,
            unsupported_grant_type or, with Retry-After, slow_down. A program may ask for 120 tokens in 15 minutes.
            Client libraries find the address at /.well-known/oauth-authorization-server.
          </Text>
        </Stack>
      </Surface>
      <ScopesGuide />
      <CallsGuide />
    </Stack>
  );
}
