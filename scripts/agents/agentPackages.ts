import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm } from '../setup/command.mjs';
import { step } from '../setup/progress.mjs';
import { cacheFolder, ensurePrepared } from './preparedFolder.ts';

/** The agents that the tests let work with the extension. */
export const agentNames = ['claude-code', 'codex', 'gemini-cli', 'opencode'] as const;

/** One of them. */
export type AgentName = (typeof agentNames)[number];

/** A release of an agent on npm. */
interface Release {
  readonly version: string;
  /** What npm is asked for: the package with this platform's program, not the one that chooses it by a script. */
  readonly package: string;
  /** The program inside the package, from `node_modules`. */
  readonly program: string;
}

const { platform, arch } = process;
const exe = platform === 'win32' ? '.exe' : '';

const releases: Record<AgentName, Release> = {
  'claude-code': {
    version: '2.1.332',
    package: `@anthropic-ai/claude-code-${platform}-${arch}@2.1.332`,
    program: `@anthropic-ai/claude-code-${platform}-${arch}/claude${exe}`,
  },
  codex: {
    version: '0.171.0',
    package: `@openai/codex@0.171.0-${platform}-${arch}`,
    program: `@openai/codex/vendor/${rustTriple()}/bin/codex${exe}`,
  },
  'gemini-cli': {
    version: '0.61.0',
    package: '@google/gemini-cli@0.61.0',
    program: '@google/gemini-cli/bundle/gemini.js',
  },
  opencode: {
    version: '1.18.33',
    package: `${opencodePackage()}@1.18.33`,
    program: `${opencodePackage()}/bin/opencode${exe}`,
  },
};

/**
 * Installs an agent from npm into the user's cache, once per version; afterwards no network is needed.
 * @param fresh Installs it anew and replaces what is there.
 * @returns Full path of its program; one that ends in `.js` is for Node.
 * @throws {Error} When npm fails, or what it installed has no such program.
 */
export async function ensureAgent(name: AgentName, fresh = false): Promise<string> {
  const release = releases[name];
  const target = cacheFolder(`${name}-${release.version}-${platform}-${arch}`);
  const fill = (draft: string): Promise<void> => install(release, draft);
  await ensurePrepared(
    target,
    (draft) => step(`installing ${name} ${release.version}`, () => fill(draft)),
    fresh,
  ).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The agent ${name} ${release.version} could not be installed: ${reason}`, {
      cause,
    });
  });
  return join(target, 'node_modules', release.program);
}

async function install(release: Release, draft: string): Promise<void> {
  await writeFile(join(draft, 'package.json'), '{ "private": true }\n');
  // What is optional to an agent are programs for other platforms, keyrings and terminals: nothing a test needs.
  const flags = ['--ignore-scripts', '--omit=dev', '--omit=optional', '--loglevel=error'];
  await npm(['install', ...flags, release.package], draft);
  if (!existsSync(join(draft, 'node_modules', release.program))) {
    throw new Error(`the package ${release.package} has no ${release.program}.`);
  }
}

function rustTriple(): string {
  const cpu = arch === 'arm64' ? 'aarch64' : 'x86_64';
  switch (platform) {
    case 'darwin':
      return `${cpu}-apple-darwin`;
    case 'win32':
      return `${cpu}-pc-windows-msvc`;
    default:
      return `${cpu}-unknown-linux-musl`;
  }
}

/** On x64 the build that runs on every processor. */
function opencodePackage(): string {
  const system = platform === 'win32' ? 'windows' : platform;
  return `opencode-${system}-${arch}${arch === 'x64' ? '-baseline' : ''}`;
}
