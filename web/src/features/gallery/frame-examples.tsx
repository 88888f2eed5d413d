import { DropMenu, DropMenuItem, DropPanel } from '@kerb/web/design/drop-down.tsx';
import { PageHeader } from '@kerb/web/design/page-header.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import classes from '@kerb/web/features/gallery/gallery.module.css';
import { type GalleryPart, longText } from '@kerb/web/features/gallery/gallery-part.tsx';
import { Alert, Button, Stack, Textarea, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

const colours = ['brand', 'success', 'attention', 'danger'] as const;
const shades = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const variants = ['filled', 'light', 'subtle', 'default'] as const;

const actions = (
  <>
    <Button variant="default">Export</Button>
    <Button>Create</Button>
  </>
);

export const frameParts: readonly GalleryPart[] = [
  {
    title: 'Theme',
    components: [],
    examples: [
      ...colours.map((colour) => ({
        state: `${colour}, from shade 0 to shade 9`,
        show: () => (
          <div className={classes.shades} aria-hidden="true">
            {shades.map((shade) => (
              <span key={shade} style={{ background: `var(--mantine-color-${colour}-${shade})` }} />
            ))}
          </div>
        ),
      })),
      ...variants.map((variant) => ({
        state: `${variant} buttons`,
        show: () => (
          <div className={classes.row}>
            <Button variant={variant}>Save</Button>
            {variant !== 'default' && (
              <Button variant={variant} color="danger">
                Delete
              </Button>
            )}
            <Button variant={variant} disabled>
              Send
            </Button>
            <Button variant={variant} loading aria-label={`Loading, ${variant}`}>
              Save
            </Button>
          </div>
        ),
      })),
      {
        state: 'alerts',
        show: () => (
          <Stack gap="xs">
            {colours.map((colour) => (
              <Alert key={colour} color={colour} title={`An alert in ${colour}`}>
                {longText}
              </Alert>
            ))}
          </Stack>
        ),
        isWide: true,
      },
      {
        state: 'text field',
        show: () => <TextInput label="First name" placeholder="Pat" description="As on the ID" />,
      },
      { state: 'text field, error', show: () => <TextInput label="First name" error="This is required." /> },
      { state: 'text field, disabled', show: () => <TextInput label="First name" defaultValue="Pat" disabled /> },
      { state: 'long text', show: () => <Textarea label="Notes" defaultValue={longText} rows={3} /> },
    ],
  },
  {
    title: 'PageHeader',
    components: [PageHeader],
    isOnPage: true,
    examples: [
      { state: 'title only', show: () => <PageHeader title="Campaigns" />, isWide: true },
      {
        state: 'with everything',
        show: () => (
          <PageHeader
            title="12 Point Road"
            subtitle="Created on 14 Nov 2026"
            badge={<ToneBadge tone="progress">Approved</ToneBadge>}
            actions={actions}
          />
        ),
        isWide: true,
      },
      {
        state: 'long text',
        show: () => <PageHeader title={longText} subtitle={longText} actions={actions} />,
        isWide: true,
      },
    ],
  },
  {
    title: 'Surface',
    components: [Surface],
    isOnPage: true,
    examples: [
      { state: 'with a title', show: () => <Surface title="Contacts">Pat Payer</Surface> },
      {
        state: 'with actions',
        show: () => (
          <Surface title="Budget" actions={<Button size="xs">Edit</Button>}>
            $4,200
          </Surface>
        ),
      },
      { state: 'long text', show: () => <Surface title={longText}>{longText}</Surface> },
      { state: 'flush, without a title', show: () => <Surface flush>A table reaches the edges.</Surface> },
    ],
  },
  {
    title: 'DropMenu, DropMenuItem and DropPanel',
    components: [DropMenu, DropMenuItem, DropPanel],
    examples: [
      {
        state: 'menu',
        show: () => (
          <DropMenu
            label="Reports"
            align="start"
            trigger={(props) => (
              <Button variant="default" {...props}>
                Open menu
              </Button>
            )}
          >
            <DropMenuItem
              icon={<IconDownload size={16} aria-hidden="true" />}
              onClick={() => toast.success('Organisations')}
            >
              Organisations
            </DropMenuItem>
            <DropMenuItem onClick={() => toast.success('Payments')}>{longText}</DropMenuItem>
          </DropMenu>
        ),
      },
      {
        state: 'panel',
        show: () => (
          <DropPanel
            label="Filter"
            trigger={(props) => (
              <Button variant="default" {...props}>
                Open panel
              </Button>
            )}
          >
            {(close) => (
              <Stack gap="sm" p="sm">
                <TextInput label="Payer" />
                <Button onClick={close}>Apply</Button>
              </Stack>
            )}
          </DropPanel>
        ),
      },
    ],
  },
];
