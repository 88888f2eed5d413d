import { SingleKeysSwitch } from '@kerb/web/design/single-keys-switch.tsx';
import classes from '@kerb/web/features/campaign-lists/table-keys-panel.module.css';
import { Kbd } from '@mantine/core';

// biome-ignore format: a table
const keys: [names: string[], does: string][] = [
  [['j', '↓'],             'Next row'],
  [['k', '↑'],             'Previous row'],
  [['Home'],               'First row'],
  [['End'],                'Last row'],
  [['Enter'],              'Open the campaign'],
  [['Ctrl Enter', '⌘ Enter'], 'Open it in a new tab'],
  [['x'],                  'Select the row, after Select'],
  [['Page Down'],          'Next page'],
  [['Page Up'],            'Previous page'],
  [['[', ']'],             'Previous or next campaign, on its own screen'],
  [['/'],                  'Search'],
];

/** A list of the keys, and a switch that turns the single-letter keys off. */
export function TableKeysPanel() {
  return (
    <>
      <dl className={classes.keys}>
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <Kbd key={name}>{name}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.choice}>
        <SingleKeysSwitch />
      </div>
    </>
  );
}
