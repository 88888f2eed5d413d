export type FormPart = { name: string; value: string | Buffer; fileName?: string; type?: string };

const boundary = 'kerb-test-boundary';

/** A form as a browser sends it, with file names in UTF-8. */
export function aForm(...parts: FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const pieces = parts.flatMap(({ name, value, fileName, type = 'application/octet-stream' }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: ${type}`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
