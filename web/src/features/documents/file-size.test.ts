import { fileSize } from '@kerb/web/features/documents/file-size.ts';
import { expect, it } from 'vitest';

// biome-ignore format: a table
it.each([
  [1,         '1 byte'],
  [1_023,     '1023 bytes'],
  [1_024,     '1 KB'],
  [84_000,    '82 KB'],
  [1_048_000, '1023 KB'],
  [1_048_500, '1.0 MB'],
  [8_388_608, '8.0 MB'],
])('%d bytes are written as %s', (bytes, written) => {
  expect(fileSize(bytes)).toBe(written);
});
