import { exitCode, inRoot, programOf, start } from './command.ts';

const port = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const env = {
  PORT: port,
  KERB_API: `http://localhost:${port}`,
  // After sign-in the browser must return to Vite's page and not to the server's.
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}`,
};

const server = start(process.execPath, ['--watch', inRoot('server', 'src', 'main.ts'), '--source'], { env });
const vite = [programOf('web', 'vite', 'bin/vite.js'), 'web', '--port', webPort, '--strictPort'];
const web = start(process.execPath, vite, { env });

const stop = () => {
  server.kill('SIGTERM');
  web.kill('SIGTERM');
};
// The terminal sends Ctrl-C to all three processes. Waiting for the other two keeps their last output above the prompt.
process.on('SIGINT', stop).on('SIGTERM', stop);

const codes = [server, web].map(exitCode);
await Promise.race(codes);
stop();
await Promise.all(codes);
