import { deprecationMonths } from '@kerb/domain/integrations/api-versions.ts';
import { addressesAsText, apiWords, deprecatedFields } from '@kerb/domain/integrations/api-words.ts';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { Stack, Text } from '@mantine/core';

const Names = ({ names }: { names: readonly string[] }) =>
  names.map((name, place) => (
    <span key={name}>
      {place > 0 && ', '}
      <code>{name}</code>
    </span>
  ));

/** Which word of the addresses and fields means which thing. */
export function WordsGuide() {
  return (
    <Stack gap="md">
      <Surface title="One thing, several names">
        <Stack gap="sm">
          <Text size="sm">
            The screens and this page say the first word. The addresses keep the names that they always had, so that
            nothing breaks. An id is the same under every name: /v1/agreements/7 and /v2/campaigns/7 are one campaign,
            and the id of a vendor is the id of the signatory.
          </Text>
          <Facts
            rows={apiWords.map(({ word, meaning, names }) => [
              word,
              <span key={word}>
                {meaning} <Names names={names} />
              </span>,
            ])}
            isLong
          />
        </Stack>
      </Surface>
      <Surface title="Versions in addresses">
        <Text size="sm">
          /v1 and /v2 are two models of the same records and not an old and a new version: /v2/campaigns answers with
          eight statuses and the budget, /v1/agreements with everything. New addresses begin with /v1. Both follow the
          same date of the API.
        </Text>
      </Surface>
      <Surface title="Links">
        <Stack gap="sm">
          <Text size="sm">
            A link to a record is an object with href, also in bodies that you send. A record has its own address in
            href. These are text, because they lead to no record of the API:
          </Text>
          <Facts
            rows={Object.entries(addressesAsText).map(([name, why]) => [<code key={name}>{name}</code>, why])}
            isLong
          />
        </Stack>
      </Surface>
      <Surface title="What will change">
        <Stack gap="sm">
          <Text size="sm">
            These are deprecated. They work for at least {deprecationMonths} months after their date, and go with the
            first dated version after that.
          </Text>
          <Facts
            rows={deprecatedFields.map(({ component, field, since, use }) => [
              <code key={component}>{`${component}.${field}`}</code>,
              `Since ${since}. Use ${use}.`,
            ])}
            isLong
          />
          <Text size="sm">The addresses keep their names: two names cost less than a move of every integration.</Text>
        </Stack>
      </Surface>
    </Stack>
  );
}
