// Prints what Redocly's and Spectral's recommended rules say about the document on standard input, as JSON. The linters
// run in their own process: they load 200 modules that no other test needs.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import spectralRules from '@stoplight/spectral-rulesets';

const source = Buffer.concat(await process.stdin.toArray()).toString();

const config = await createConfig({ extends: ['recommended'] });
const redocly = (await lintFromString({ source, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`);

const linter = new spectralCore.Spectral();
linter.setRuleset({ extends: [[spectralRules.oas, 'recommended']] });
const found = await linter.run(JSON.parse(source));
const spectral = found.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`);

process.stdout.write(JSON.stringify({ redocly, spectral }));
