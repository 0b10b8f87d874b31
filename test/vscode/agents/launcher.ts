import { connectClaude } from '../headless/connected.ts';

let found: Promise<string> | undefined;

/** The program that agents are told to start, as the command that connects one installs it. */
export function launcher(): Promise<string> {
  found ??= install();
  return found;
}

async function install(): Promise<string> {
  const claude = await connectClaude();
  try {
    return await claude.launcher();
  } finally {
    await claude.dispose();
  }
}
