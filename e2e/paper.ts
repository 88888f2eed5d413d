import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';

async function expectWhiteMargin(pdf: string): Promise<void> {
  execFileSync('pdftoppm', ['-r', '20', '-f', '1', '-l', '1', '-singlefile', '-png', pdf, pdf]);
  const margin = sharp(`${pdf}.png`).extract({ left: 0, top: 0, width: 8, height: 8 });
  expect([...new Set(await margin.raw().toBuffer())]).toEqual([255]);
}

/** What a printer puts on paper, as text, in the dark scheme too. The PDF stays in the test's output folder. */
export async function printedText(page: Page): Promise<string> {
  const path = test.info().outputPath('printed.pdf');
  await page.emulateMedia({ colorScheme: 'dark' });
  writeFileSync(path, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  await expectWhiteMargin(path);
  return execFileSync('pdftotext', ['-layout', path, '-']).toString();
}
