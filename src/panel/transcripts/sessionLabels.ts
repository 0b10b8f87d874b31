import type { TranscriptRow } from '../../ports/transcripts.ts';
import { ageText, sizeText } from '../../protocol/units.ts';
import type { SessionNode } from './sessionTree.ts';

/** Most characters of a title. */
const longestTitle = 120;

/** What a session is called: its title on one line, else its id. */
export function sessionLabel({ title, id }: TranscriptRow): string {
  const line = title.replace(/\s+/g, ' ').trim();
  if (line === '') {
    return `Session ${id.slice(0, 8)}`;
  }
  return line.length > longestTitle ? `${line.slice(0, longestTitle - 1)}…` : line;
}

function callsText(calls: number | undefined): string[] {
  return calls === undefined ? [] : [calls === 1 ? '1 call' : `${calls} calls`];
}

function keptText({ kept }: SessionNode): string[] {
  return kept === undefined ? [] : [kept.lost ? 'kept, file gone' : 'kept'];
}

/** What is said behind a session's title: `live · kept · 142.3 kB · 12 calls · 5 min`. */
export function sessionDescription(node: SessionNode, now: number): string {
  const { row, live, lastActivity } = node;
  return [
    ...(live === undefined ? [] : ['live']),
    ...keptText(node),
    sizeText(live?.bytes ?? row.bytes),
    ...callsText(live?.calls ?? row.calls),
    ageText(lastActivity, now),
  ].join(' · ');
}

function timeText(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** All that is known of a session, line by line. Text, not markup: titles may hold anything. */
export function sessionTooltip({ row, live, kept, lastActivity }: SessionNode): string {
  const { started, folder, model } = row;
  const lines: readonly (readonly [string, string])[] = [
    ['Agent', row.agent],
    ['Model', model],
    ['Folder', folder],
    ['File', kept?.lost === true ? `${row.path} (not there any more)` : row.path],
    [
      'Size',
      [sizeText(live?.bytes ?? row.bytes), ...callsText(live?.calls ?? row.calls)].join(', '),
    ],
    ['Started', started === undefined ? '' : timeText(started)],
    ['Last activity', timeText(lastActivity)],
    ['Followed', live === undefined ? '' : 'yes'],
    ['Kept', kept === undefined ? '' : `${sizeText(kept.bytes)}, ${timeText(kept.updated)}`],
  ];
  const known = lines.filter(([, value]) => value !== '');
  return [sessionLabel(row), ...known.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

/** A session as a screen reader says it. */
export function sessionSpoken(node: SessionNode, now: number): string {
  const { row, live, lastActivity } = node;
  const age = ageText(lastActivity, now);
  return [
    sessionLabel(row),
    ...(live === undefined ? [] : ['followed']),
    ...keptText(node),
    ...callsText(live?.calls ?? row.calls),
    age === 'now' ? 'active now' : `last active ${age} ago`,
  ].join(', ');
}

const icons: Readonly<Record<string, string>> = {
  'Claude Code': 'claude',
  Codex: 'openai',
  Copilot: 'copilot',
  'Gemini CLI': 'sparkle',
  opencode: 'terminal',
  Cline: 'hubot',
  'Roo Code': 'hubot',
  'Wire capture': 'broadcast',
};

/** Name of the editor's icon for an agent. */
export function agentIcon(agent: string): string {
  return icons[agent] ?? 'comment-discussion';
}
