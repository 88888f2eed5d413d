import { bookAccounts } from '@kerb/domain/books/account-table.ts';
import type { AccountCodesView } from '@kerb/domain/books/exports.contract.ts';
import {
  type AccountingSystem,
  accountingSystemLabels,
  accountingSystems,
  codePatterns,
} from '@kerb/domain/books/journal-files.ts';
import { ErrorState } from '@kerb/web/design/error-state.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import classes from '@kerb/web/features/books/books.module.css';
import { BooksPage } from '@kerb/web/features/books/books-page.tsx';
import { codesQuery, useExports } from '@kerb/web/features/books/exports.queries.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

type Item = AccountCodesView['items'][number];

/** Why a code is refused; null if it is right, or empty. */
const refusalOf = (system: AccountingSystem, code: string | null): string | null =>
  code === null || code === '' || codePatterns[system].pattern.test(code) ? null : codePatterns[system].words;

function CodesForm({ saved }: { saved: readonly Item[] }) {
  const { saveCodes } = useExports();
  const [items, setItems] = useState(saved);
  const isWrong = items.some((item) => accountingSystems.some((system) => refusalOf(system, item[system]) !== null));
  const change = (account: Item['account'], system: AccountingSystem, code: string) =>
    setItems(items.map((item) => (item.account === account ? { ...item, [system]: code } : item)));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await withProgress(savingText, () => saveCodes({ items: [...items] }));
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Account codes">
      <div className={classes.codes}>
        {items.map((item) => (
          <fieldset key={item.account} className={classes.code}>
            <legend>{bookAccounts[item.account].label}</legend>
            {accountingSystems.map((system) => (
              <TextInput
                key={system}
                label={accountingSystemLabels[system]}
                aria-label={`${bookAccounts[item.account].label}: code in ${accountingSystemLabels[system]}`}
                value={item[system] ?? ''}
                error={refusalOf(system, item[system])}
                onChange={(event) => change(item.account, system, event.currentTarget.value.trim())}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={isWrong}>
          Save
        </Button>
      </Group>
    </form>
  );
}

/** The code of each account in Xero and MYOB, for the export of periods. */
export function AccountCodesPage() {
  const { data, error, refetch } = useQuery(codesQuery);
  return (
    <BooksPage view="codes" title="Account Codes">
      <Text size="sm">
        The code of each account in the chart of accounts of Xero and MYOB. A period is exported when every account that
        it changes has its code. Several accounts may share one code.
      </Text>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <Surface>
          <CodesForm key={JSON.stringify(data.items)} saved={data.items} />
        </Surface>
      )}
    </BooksPage>
  );
}
