import { type AccountingFile, accountingFiles, accountingLabels } from '@kerb/domain/reports/accounting-files.ts';
import { DropMenu, menuItemClass } from '@kerb/web/design/drop-down.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

const label = 'For bookkeeping (.csv)';

/** Load the code that writes files, and the contracts of money, on demand. */
const load = () => import('@kerb/web/features/campaign-lists/export-accounting.ts');

const run = (file: AccountingFile, tenantId: number) =>
  void load()
    .then(({ exportAccounting }) => exportAccounting(file, tenantId))
    .catch(toast.error);

/** The invoices and the payments of an organisation as spreadsheets. */
export function AccountingExports({ tenantId }: { tenantId: number }) {
  return (
    <DropMenu
      label={label}
      trigger={(trigger) => (
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />} {...trigger}>
          {label}
        </Button>
      )}
    >
      {accountingFiles.map((file) => (
        <button
          key={file}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={menuItemClass}
          onClick={() => run(file, tenantId)}
        >
          {accountingLabels[file]}
        </button>
      ))}
    </DropMenu>
  );
}
