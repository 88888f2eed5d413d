import { ButtonChoice } from '@kerb/web/design/button-choice.tsx';
import { DropPanel } from '@kerb/web/design/drop-down.tsx';
import { lazyComponent } from '@kerb/web/design/lazy.tsx';
import { LinesSkeleton } from '@kerb/web/design/skeletons.tsx';
import classes from '@kerb/web/features/campaign-lists/all-campaigns.module.css';
import { type AllCampaigns, useIsTable, useOpenView } from '@kerb/web/features/campaign-lists/all-campaigns-state.ts';
import { ChooseButton } from '@kerb/web/features/campaign-lists/choose-rows.tsx';
import { columnsIn, columnsText } from '@kerb/web/features/campaign-lists/column-choice.ts';
import { ViewsMenu } from '@kerb/web/features/views/views-menu.tsx';
import { useIsPhone } from '@kerb/web/platform/media.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { Suspense } from 'react';

const views = [
  { value: 'table', label: 'Table view', icon: <IconTable size={18} stroke={1.6} aria-hidden="true" /> },
  { value: 'list', label: 'List view', icon: <IconLayoutGrid size={18} stroke={1.6} aria-hidden="true" /> },
] as const;

const ColumnsPanel = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-lists/columns-panel.tsx')).ColumnsPanel,
);
const TableKeysPanel = lazyComponent(
  async () => (await import('@kerb/web/features/campaign-lists/table-keys-panel.tsx')).TableKeysPanel,
);

function Columns({ columns, restyle }: AllCampaigns) {
  return (
    <DropPanel
      label="Columns"
      align="end"
      trigger={(trigger) => (
        <Button
          variant="default"
          size="xs"
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          {...trigger}
        >
          Columns
        </Button>
      )}
    >
      <Suspense fallback={<LinesSkeleton lines={9} />}>
        <ColumnsPanel chosen={columnsIn(columns)} onChange={(keys) => restyle({ columns: columnsText(keys) })} />
      </Suspense>
    </DropPanel>
  );
}

const keysLabel = 'Keyboard shortcuts';

function TableKeys() {
  return (
    <DropPanel
      label={keysLabel}
      align="end"
      trigger={(trigger) => (
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={keysLabel} title={keysLabel} {...trigger}>
          <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      )}
    >
      <Suspense fallback={<LinesSkeleton lines={4} />}>
        <TableKeysPanel />
      </Suspense>
    </DropPanel>
  );
}

type ListToolsProps = AllCampaigns & { isChoosing: boolean; onChoosing: (isOn: boolean) => void };

/** The look of the list, beside its pages: the saved view, the columns, table or cards. */
export function ListTools({ isChoosing, onChoosing, ...campaigns }: ListToolsProps) {
  const { view, named, restyle } = campaigns;
  const isPhone = useIsPhone();
  const isTable = useIsTable(campaigns);
  const { address, open } = useOpenView();
  return (
    <span className={classes.tools}>
      <ChooseButton isOn={isChoosing} onChange={onChoosing} />
      <ViewsMenu
        list="all-campaigns"
        named={named}
        address={address}
        onOpen={open}
        onNamed={(name) => restyle({ named: name })}
      />
      {isTable && <Columns {...campaigns} />}
      {!isPhone && (
        <ButtonChoice
          label="View"
          options={views}
          value={view ?? 'table'}
          onChange={(chosen) => restyle({ view: chosen === 'list' ? chosen : undefined })}
        />
      )}
      {isTable && <TableKeys />}
    </span>
  );
}
