import { mkdirSync, writeFileSync } from 'node:fs';
import { inRoot } from './command.ts';
import { generatedDocuments } from './generated-documents.ts';

mkdirSync(inRoot('docs/generated'), { recursive: true });
for (const [path, text] of Object.entries(generatedDocuments())) {
  writeFileSync(inRoot(path), text);
  process.stdout.write(`${path}\n`);
}
