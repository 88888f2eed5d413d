import { mkdirSync, writeFileSync } from 'node:fs';
import { generatedDocuments } from './generated-documents.ts';

const folder = new URL('../docs/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(generatedDocuments())) {
  writeFileSync(new URL(name, folder), text);
  process.stdout.write(`docs/generated/${name}\n`);
}
