import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { Stack, Text } from '@mantine/core';

const here = () => window.location.origin;

const askForToken = () => `curl ${here()}/oauth/token \\
  -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials`;
const tokenAnswer = `{
  "access_token": "eyJ…",
  "token_type": "Bearer",
  "expires_in": 300
}`;
const useToken = () => `curl ${here()}/v1/agreements?perPage=10 \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`;

/** Explains how to get from a client id to the first response. */
export function AuthenticationGuide() {
  return (
    <Stack gap="md">
      <Surface title="1. Get a credential">
        <Text size="sm">
          Our team makes an integration credential for a member of your organisation: a client ID and a secret that is
          shown once. Your system may do what that person may, and no more. Ask us through Support.
        </Text>
      </Surface>
      <Surface title="2. Ask for a token">
        <Stack gap="sm">
          <Text size="sm">
            OAuth 2, client credentials: the client ID and the secret in a Basic header or in the form. Ask again when
            the token has expired; there is no refresh token. A refusal names its error as OAuth does: invalid_client,
            invalid_request or unsupported_grant_type.
          </Text>
          <CodeBlock label="Request" text={askForToken()} />
          <CodeBlock label="Token" text={tokenAnswer} />
        </Stack>
      </Surface>
      <Surface title="3. Call the API">
        <Stack gap="sm">
          <CodeBlock label="First call" text={useToken()} />
          <Text size="sm">
            Amounts are dollars with at most two decimals, days are YYYY-MM-DD, moments are in UTC. A link to another
            record is an object with href.
          </Text>
          <Text size="sm">
            Every failure is application/problem+json with a displayText for people and, for fields, validation by name.
            A record of another organisation answers 404. 429 says in Retry-After when to come back. Every answer has
            X-Request-Id: quote it when you ask us about a failure.
          </Text>
          <Text size="sm">
            Where an answer carries an ETag, send it back as If-Match with your change: if somebody else was faster, the
            answer is 409 and nothing is saved. Payments need an Idempotency-Key of your choosing: repeated, they happen
            once.
          </Text>
        </Stack>
      </Surface>
    </Stack>
  );
}
