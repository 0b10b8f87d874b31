import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureAgent, type AgentName } from '../../scripts/agents/agentPackages.ts';
import { agentCommands, type AgentCommand, type AgentSetup } from './agentCommands.ts';
import { startRefusingProxy } from './refusingProxy.ts';

const LIMIT_MS = 90_000;

/** One prompt for one agent. */
export interface AgentTask extends Pick<AgentSetup, 'models' | 'mcp'> {
  readonly agent: AgentName;
  /** The folder in which the agent works. */
  readonly folder: string;
  readonly prompt: string;
  /** Is told the agent's home folder before the agent starts. */
  readonly onHome?: (home: string) => void;
  /** What is done with the home folder when the agent has ended, before it is removed. */
  readonly onEnd?: (home: string) => Promise<void>;
}

/**
 * Lets an agent work through a prompt: with a home of its own that is gone afterwards, an environment that knows nothing
 * of the person's, and no way to a network.
 * @returns What it printed.
 * @throws {Error} When it cannot be installed, ends with another code than 0, or has not ended after 90 s.
 */
export async function runAgent(task: AgentTask): Promise<string> {
  const program = await ensureAgent(task.agent);
  const proxy = await startRefusingProxy();
  const home = await realpath(await mkdtemp(join(tmpdir(), 'chipboard-agent-')));
  try {
    const command = agentCommands[task.agent]({ ...task, program, home });
    await writeFiles(home, command.files);
    const env = { ...cleanEnvironment(home, proxy.url), ...command.env };
    task.onHome?.(home);
    const { output, failure } = await runToEnd(command, task, env);
    await task.onEnd?.(home);
    if (failure !== undefined) {
      const refused = proxy.refused.join(', ') || 'nothing';
      throw new Error(`${task.agent} ${failure}.\n${output}\nRefused on its way out: ${refused}.`);
    }
    return output;
  } finally {
    await proxy.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function writeFiles(home: string, files: AgentCommand['files']): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const path = join(home, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  await mkdir(join(home, 'tmp'));
}

function cleanEnvironment(home: string, proxy: string): Record<string, string> {
  const kept = ['PATH', 'LANG', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env: Record<string, string> = Object.fromEntries(kept);
  const temporary = join(home, 'tmp');
  return {
    ...env,
    PATH: [dirname(process.execPath), env.PATH].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    TMPDIR: temporary,
    TEMP: temporary,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    NO_PROXY: '127.0.0.1,localhost',
    NO_COLOR: '1',
  };
}

async function runToEnd(
  { command: [file = '', ...args] }: AgentCommand,
  task: AgentTask,
  env: Record<string, string>,
): Promise<{ readonly output: string; readonly failure: string | undefined }> {
  // In the editor's process group, so that it cannot outlive the editor, whatever ends that.
  const child = spawn(file, args, { cwd: task.folder, env });
  let output = '';
  const collect = (data: Buffer): void => void (output += data.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  // An agent that fails at once does not read its prompt; how it ended says more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(task.prompt);
  const failure = await new Promise<string | undefined>((settle) => {
    const timer = setTimeout(() => settle(`has not ended after ${LIMIT_MS / 1000} s`), LIMIT_MS);
    child.once('error', (cause) => settle(`cannot be started: ${cause.message}`));
    child.once('close', (code, signal) => {
      settle(code === 0 ? undefined : `ended with ${code ?? signal}`);
    });
    child.once('close', () => clearTimeout(timer));
  });
  child.kill('SIGKILL');
  return { output, failure };
}
