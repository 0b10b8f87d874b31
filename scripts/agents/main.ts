/**
 * Prepares command-line agents for the tests, from the command line:
 * `node scripts/agents/main.ts [claude-code] [codex] [gemini-cli] [opencode] [--fresh]`. Without names, all.
 */
import { note } from '../setup/progress.mjs';
import { agentNames, ensureAgent } from './agentPackages.ts';

const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((word) => !agentNames.some((name) => name === word));
try {
  if (unknown.length > 0) {
    throw new Error(`Unknown agent ${unknown.join(', ')}: choose from ${agentNames.join(', ')}.`);
  }
  for (const name of agentNames.filter((one) => wanted.length === 0 || wanted.includes(one))) {
    note(`${name}: ${await ensureAgent(name, words.includes('--fresh'))}`);
  }
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
