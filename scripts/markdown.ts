type Cell = string | number | boolean;

export function table(head: string[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const page = (title: string, from: string, ...parts: string[]) =>
  `${[`# ${title}`, `Printed from \`${from}\` by \`npm run docs\`; do not edit.`, ...parts].join('\n\n')}\n`;

export const code = (text: Cell) => `\`${text}\``;
