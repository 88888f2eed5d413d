import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './command.ts';
import { textOf } from './tidy/source.ts';

/** Tests of files that only tools outside npm read. Nothing else notices when they are outdated. */

const jsonOf = (path: string) => JSON.parse(textOf(path));

describe('the CI workflow', () => {
  const workflow = textOf('.github/workflows/ci.yml');

  it('runs .ci/run, which can be executed', () => {
    expect(workflow).toMatch(/run: \.ci\/run$/m);
    expect(statSync(inRoot('.ci/run')).mode & 0o111).not.toBe(0);
  });

  it('installs the packages that .ci/run needs', () => {
    const install = /apt-get install (.*)$/m.exec(workflow)?.[1]?.split(' ');
    expect(install).toEqual(
      expect.arrayContaining(['chromium-headless-shell', 'git', 'nodejs', 'npm', 'poppler-utils', 'postgresql']),
    );
    expect(install).toEqual(expect.arrayContaining(['curl', 'python3', 'python3-requests']));
  });

  it('has only read access to the repository', () => {
    expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    expect(workflow.match(/permissions:/g)).toHaveLength(1);
    expect(workflow).not.toContain('secrets.');
  });

  it('pins every action to a commit', () => {
    const actions = [...workflow.matchAll(/uses: (\S+)/g)].map((match) => match[1]);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
  });
});

describe('.ci/run', () => {
  it('installs the packages before the first command that needs them', () => {
    const commands = textOf('.ci/run').match(/^(?:node|npm ).*/gm);
    expect(commands?.[0]).toBe('node scripts/setup.mjs');
  });

  // The settings are before the first command that takes long.
  const settings = textOf('.ci/run').split(/^(?:node|npm )/m)[0] ?? '';
  const printed = (env: Record<string, string>) => {
    const { TEST_ORDER: _, ...inherited } = process.env;
    return execFileSync('bash', ['-c', settings, '.ci/run'], {
      cwd: inRoot(),
      env: { ...inherited, ...env },
    }).toString();
  };

  it('says in which order it runs the tests', () => {
    expect(printed({})).toContain(' TEST_ORDER=fixed\n');
    expect(printed({ TEST_ORDER: '7' })).toContain(' TEST_ORDER=7\n');
  });
});

describe('the Node version', () => {
  it('is the same in .nvmrc and in every Node binary that package.json names', () => {
    const versions: string[] = Object.values(jsonOf('package.json').optionalDependencies);
    expect(new Set(versions)).toEqual(new Set([textOf('.nvmrc').trim()]));
  });
});

describe('.editorconfig', () => {
  it('agrees with biome.json', () => {
    const { indentStyle, indentWidth, lineWidth } = jsonOf('biome.json').formatter;
    const everywhere = textOf('.editorconfig').split('\n\n')[1] ?? '';
    const settings = Object.fromEntries(everywhere.split('\n').map((line) => line.split(' = ')));
    expect(settings).toMatchObject({
      indent_style: indentStyle,
      indent_size: String(indentWidth),
      max_line_length: String(lineWidth),
    });
  });
});

describe('.vscode', () => {
  it('launches programs that exist', () => {
    const { configurations }: { configurations: { program: string; runtimeExecutable: string }[] } =
      jsonOf('.vscode/launch.json');
    const paths = configurations.flatMap(({ program, runtimeExecutable }) => [program, runtimeExecutable]);
    const inRepository = paths.map((path) => path.replace(/^\$\{workspaceFolder\}/, inRoot()));
    expect(inRepository.filter((path) => !existsSync(path))).toEqual([]);
  });
});
