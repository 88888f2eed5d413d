import { parseArgs } from 'node:util';

/**
 * The health check of a container: ends with 0 if the server is healthy. With `--stop PID` it also stops a server that
 * answers that a restart would help. A server that does not answer is still starting, or stops already.
 */
const { values } = parseArgs({ options: { stop: { type: 'string' } } });
const { PORT = '3000' } = process.env;
const status = await fetch(`http://127.0.0.1:${PORT}/health`).then(
  (answer) => answer.status,
  // The check only has to say that there is no answer.
  () => null,
);
if (status === 503 && values.stop) process.kill(Number(values.stop), 'SIGTERM');
process.exit(status === 200 ? 0 : 1);
