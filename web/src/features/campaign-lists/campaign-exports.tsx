import { reportPath, reports } from '@kerb/domain/reports/reports.ts';
import { DropMenu, menuItemClass } from '@kerb/web/design/drop-down.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import type { AllCampaigns } from '@kerb/web/features/campaign-lists/all-campaigns-state.ts';
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** Load the code that writes files on demand. */
const loadExports = () => import('@kerb/web/features/campaign-lists/export-campaigns.ts');

const run = (task: Promise<unknown>) => void task.catch(toast.error);

/** The filtered list as a spreadsheet, and the reports about all campaigns. */
export function CampaignExports({ asked }: Pick<AllCampaigns, 'asked'>) {
  return (
    <>
      <DropMenu
        label="Reports (.csv)"
        trigger={(trigger) => (
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />} {...trigger}>
            Reports (.csv)
          </Button>
        )}
      >
        {reports.map(({ name, label }) => (
          <a
            key={name}
            href={reportPath(name)}
            role="menuitem"
            tabIndex={-1}
            className={menuItemClass}
            onClick={(event) => {
              // Opened in a new tab, the link leads to the report's screen.
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              run(loadExports().then(({ exportReport }) => exportReport(name)));
            }}
          >
            {label}
          </a>
        ))}
      </DropMenu>
      <Button
        variant="default"
        onClick={() => run(loadExports().then(({ exportCampaigns }) => exportCampaigns(asked)))}
      >
        Export campaigns as CSV
      </Button>
    </>
  );
}
