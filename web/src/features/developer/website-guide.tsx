import { mostOrigins } from '@kerb/domain/embedding/allowed-origins.ts';
import { embedMessageVersion, embedMessageWords } from '@kerb/domain/embedding/embed-messages.ts';
import { checkSnippet, listenSnippet, plainFrame, snippetOf } from '@kerb/domain/embedding/snippets.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { Stack, Text } from '@mantine/core';

const here = () => window.location.origin;
const script = () => ({ src: `${here()}/embed/kerb-embed-1.js`, integrity: 'sha384-… (your settings show it)' });

const messages = () =>
  Object.entries(embedMessageWords)
    .map(
      ([type, { when, example }]) =>
        `// ${when}\n${JSON.stringify({ type, version: embedMessageVersion, ...example })}`,
    )
    .join('\n\n');

function Safety() {
  return (
    <Surface title="What is safe, and why">
      <Stack gap="sm">
        <Text size="sm">
          A browser shows our frames only on the websites that the organisation has named, and messages go to exactly
          that website. Remove a website, and the next load is refused. All other pages of ours refuse to be framed.
        </Text>
        <Text size="sm">
          The frames set no cookie and nobody is signed in there. The key and the tokens are public. A Pay button
          reveals its state alone: no amount, no name. It opens our page in a new tab, because a payment form in a frame
          of another site could be covered or imitated there. The payer gets their personal link by email; it is never
          in the button.
        </Text>
        <Text size="sm">
          The script never changes: the hash in integrity stays right. A new version has a new address, and the old one
          stays. With a Content-Security-Policy of your own, allow this address in script-src and frame-src.
        </Text>
      </Stack>
    </Surface>
  );
}

/** How an organisation shows the calculator and a Pay button on its own website. */
export function WebsiteGuide() {
  return (
    <Stack gap="md">
      <Surface title="Show it">
        <Stack gap="sm">
          <Text size="sm">
            A manager turns it on in the organisation’s settings, names up to {mostOrigins} websites and copies the
            HTML. Addresses are https; in a sandbox localhost works too, with http. data-scheme takes light or dark,
            else the visitor’s own setting counts.
          </Text>
          <CodeBlock label="Calculator" text={snippetOf('calculator', 'YOUR_KEY', script())} />
          <CodeBlock label="Pay button of a campaign" text={snippetOf('button', 'TOKEN_OF_THE_BUTTON', script())} />
          <Text size="sm">
            The token of a button comes from the campaign’s page, or from POST /v1/agreements/{'{id}'}/pay-button with
            the scope campaigns:write. A page that adds an element later calls kerbEmbed.add(element).
          </Text>
          <CodeBlock label="Without our script" text={plainFrame('calculator', 'YOUR_KEY', here())} />
        </Stack>
      </Surface>
      <Surface title="What the frames tell your page">
        <Stack gap="sm">
          <Text size="sm">
            Each message is an event of its element, with the message as detail. Within version {embedMessageVersion} we
            only add types and fields: ignore what you do not know.
          </Text>
          <CodeBlock label="Messages" text={messages()} />
          <CodeBlock label="Listen" text={listenSnippet} />
          <Facts
            isLong
            rows={[
              ['to-pay', 'The payers have something to choose or to pay.'],
              ['paid', 'Everything is paid.'],
              ['not-available', 'A draft, an ended campaign, or a refund: they look the same.'],
            ].map(([state, meaning]) => [<code key={state}>{state}</code>, meaning])}
          />
          <Text size="sm">
            Without our script, put your own origin into the address of the frame (?origin=https://…) and check both the
            origin and the source of each message.
          </Text>
          <CodeBlock label="Check a message" text={checkSnippet(here())} />
        </Stack>
      </Surface>
      <Safety />
    </Stack>
  );
}
