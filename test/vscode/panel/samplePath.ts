import { join } from 'node:path';
import * as vscode from 'vscode';

/** A session of Claude Code that was compacted by itself. */
export const autocompact = 'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl';

/** Path of a sample below `test/fixtures/transcripts`. */
export function samplePath(name: string): string {
  const root = vscode.extensions.getExtension('chipboard.chipboard')?.extensionPath ?? '';
  return join(root, 'test', 'fixtures', 'transcripts', ...name.split('/'));
}
