import { apiVersions, deprecationMonths, latestApiVersion } from '@kerb/domain/integrations/api-versions.ts';
import { testCards } from '@kerb/domain/sandbox/test-cards.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { Anchor, Stack, Text } from '@mantine/core';

const here = () => window.location.origin;

const askForChanges = () => `curl "${here()}/v1/agreements?updatedSince=2026-01-01T00:00:00.000Z" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`;
const goOn = () => `curl "${here()}/v1/agreements?cursor=$NEXT_CURSOR" \\
  -H "Authorization: Bearer $ACCESS_TOKEN"`;

/** Numbered pages, and how a system keeps its own copy of our records. */
export function PagingGuide() {
  return (
    <Stack gap="md">
      <Surface title="Pages">
        <Text size="sm">
          Lists take page, from 1, and perPage, 100 unless you say otherwise. totalItems counts all records; above
          10,000 isMore says that there are more. Rows move between such pages while others work: use them for a screen,
          and cursors for a copy.
        </Text>
      </Surface>
      <Surface title="Keep a copy">
        <Stack gap="sm">
          <Text size="sm">
            Send your own id of a campaign, payer or document as externalRef when you create it. It is unique within the
            organisation: a second record with it answers 409 and names the first in existing. The lists find a record
            by it. Further values of yours go into metadata: up to 50 keys of 40 characters with texts of 500. Payers
            see neither.
          </Text>
          <CodeBlock label="What has changed" text={askForChanges()} />
          <CodeBlock label="Go on" text={goOn()} />
          <Text size="sm">
            With updatedSince, every list of records is in the order of its changes: campaigns, signatories,
            attachments, invoices, payments, remittances, properties, organisations, webhooks, their deliveries and the
            team. Go on with cursor=nextCursor while hasMore is true, and keep the last nextCursor for the next time.
            Nothing is missed, and a record that changes again comes again. agreementId asks for one campaign. GET
            /v1/events has the events of the last 30 days in the same way, with the ids and bodies that webhooks get,
            also of removed payers and documents.
          </Text>
        </Stack>
      </Surface>
    </Stack>
  );
}

const problem = `{
  "type": "/problems/invalid",
  "title": "Bad Request",
  "status": 400,
  "detail": "Please check the highlighted fields.",
  "displayText": "Please check the highlighted fields.",
  "instance": "/requests/0198a2f4-7f1c-7d4e-9a55-1f0c3a7b2e61",
  "validation": {
    "campaignBudget": [{ "type": "missing", "message": "This is required." }]
  }
}`;

// biome-ignore format: a table
const statuses: readonly (readonly [string, string])[] = [
  ['400', 'A field or parameter is wrong. validation names each. Do not send it again unchanged.'],
  ['401', 'There is no valid token. WWW-Authenticate says why. Ask for a new one.'],
  ['403', 'The program may not do this. With insufficient-scope, WWW-Authenticate names the scope.'],
  ['404', 'There is no such record for you. Records of other organisations look the same.'],
  ['409', 'The state of the record does not allow it, or the reference is taken: existing names the record.'],
  ['409 with Retry-After', 'The first request with this Idempotency-Key still runs.'],
  ['410', 'The file was erased, or can no longer be read.'],
  ['412', 'Somebody else has changed the record since you read the ETag that If-Match names. Nothing was saved.'],
  ['413, 415', 'The body or its file is too large, or of a type that the call does not take.'],
  ['422', 'The Idempotency-Key was used with another body.'],
  ['429, 503', 'Too many requests, or too much to do. Retry-After says when to come back.'],
  ['500', 'Our fault. Send it again with the same key, and quote X-Request-Id if it stays.'],
];

export function ErrorsGuide() {
  return (
    <Stack gap="md">
      <Surface title="Every failure looks the same">
        <Stack gap="sm">
          <Text size="sm">
            It is application/problem+json, as RFC 9457 has it. Decide by status and type, which do not change. detail
            and displayText are for people. Only /oauth/token answers as OAuth says, with error and error_description.
          </Text>
          <CodeBlock label="A problem" text={problem} />
          <Text size="sm">
            type is the address of a page: what the problem means, when it comes, what to do, and an example.
          </Text>
          <Anchor size="sm" href="/problems">
            All kinds of problems
          </Anchor>
          <Text size="sm">
            Every answer has X-Request-Id: quote it when you ask us about a failure. A problem also has it in instance,
            so that a log of the body is enough. instance is a name and cannot be opened.
          </Text>
        </Stack>
      </Surface>
      <Surface title="Statuses">
        <Stack gap="sm">
          <Text size="sm">
            The document names, for each call, every status that it answers. Only 405, 408, 431 and 5xx are not named
            there: every address can answer them.
          </Text>
          <Facts rows={statuses.map(([status, meaning]) => [<code key={status}>{status}</code>, meaning])} />
        </Stack>
      </Surface>
    </Stack>
  );
}

export function RetriesGuide() {
  return (
    <Stack gap="md">
      <Surface title="Idempotency keys">
        <Stack gap="sm">
          <Text size="sm">
            Send an Idempotency-Key of your choosing with every POST, for example a UUID, and the same one when you try
            again: the request takes effect once, and its answer is sent again for 24 hours with Idempotent-Replayed:
            true. The same key with another body answers 422. A refused request leaves its key free.
          </Text>
          <Text size="sm">
            Calls that show a secret once, and those that only compute something, take no key. The reference says which.
          </Text>
        </Stack>
      </Surface>
      <Surface title="Two people, one record">
        <Text size="sm">
          Where an answer has an ETag, send it back as If-Match with the calls that take it; the reference says which.
          If somebody else was faster, the answer is 412 and nothing is saved. If the answer to your PUT was lost, read
          the record before you believe a 412: your first try may have saved it.
        </Text>
      </Surface>
      <Surface title="When to try again">
        <Text size="sm">
          After a lost connection, 429 and 5xx: wait as long as Retry-After says, or twice as long each time. GET, PUT
          and DELETE can always be sent again, a POST with its key.
        </Text>
      </Surface>
    </Stack>
  );
}

export function VersionsGuide() {
  return (
    <Stack gap="md">
      <Surface title="What can change">
        <Stack gap="sm">
          <Text size="sm">
            The version of the API is a date: {latestApiVersion}. The OpenAPI document states it. Within /v1 and /v2 we
            only add: new addresses, optional parameters, fields of answers, events and values of lists. Ignore what you
            do not know. We may correct a status or the type of a problem, and name it below.
          </Text>
          <Text size="sm">
            An address or field that will go is first marked as deprecated in the document and named below. It works for
            at least {deprecationMonths} months after that. ‘Words’ lists what is deprecated now.
          </Text>
        </Stack>
      </Surface>
      <Surface title="Changes">
        <Stack gap="md">
          {apiVersions.map(({ date, changes }) => (
            <section key={date} aria-label={date}>
              <Text size="sm" fw={600}>
                {date}
              </Text>
              <ul>
                {changes.map((change) => (
                  <li key={change}>
                    <Text size="sm">{change}</Text>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </Stack>
      </Surface>
    </Stack>
  );
}

const inGroups = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

export function SandboxGuide() {
  return (
    <Stack gap="md">
      <Surface title={settings().sandbox ? 'This is a sandbox' : 'A sandbox is a deployment of its own'}>
        <Text size="sm">
          A sandbox has demo organisations, people and campaigns. It sends no message: they stay in its outbox, and
          their links work. No bank, card or identity provider is called. Its clock can be moved, so that a loan becomes
          due today. Programs, tokens, webhooks and limits are the same as elsewhere; webhooks may also go to an address
          on your own machine.
        </Text>
      </Surface>
      <Surface title="Test cards">
        <Stack gap="sm">
          <Text size="sm">
            Only these numbers are accepted in a sandbox, with any security code and any date that has not passed.
          </Text>
          <Facts
            rows={testCards.map(({ number, label }) => [<code key={number}>{inGroups(number)}</code>, label])}
            isLong
          />
        </Stack>
      </Surface>
    </Stack>
  );
}
