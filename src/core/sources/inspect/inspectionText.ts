import type { Origin } from '../recordedBlock.ts';
import type {
  BlockReport,
  CallReport,
  MovedBlocks,
  PatchReport,
  SessionReport,
} from './inspection.ts';

const number = new Intl.NumberFormat('en-US');

function count(value: number): string {
  return number.format(value);
}

function plural(value: number, word: string, words = `${word}s`): string {
  return `${count(value)} ${value === 1 ? word : words}`;
}

function time(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 16).replace('T', ' ');
}

/** Where a text can be read again: file, byte, and the way into the record. */
function address(origin: Origin, files: readonly string[]): string {
  const way = origin.path.length === 0 ? '' : ` ${origin.path.join('.')}`;
  return `${files[origin.file] ?? '?'}:${String(origin.offset)}+${String(origin.bytes)}${way}`;
}

function composition({ composition: made }: CallReport): string {
  const parts = made.shares.map(({ kind, tokens }) => `${kind} ${count(tokens)}`);
  return [...parts, `unattributed ${count(made.unattributed)}`].join(', ');
}

function callLine(call: CallReport): string {
  const { usage, composition: made } = call;
  const total = `${made.measured ? '' : '~'}${count(made.total)}`;
  const cache = usage?.cacheRead === undefined ? '' : ` (${count(usage.cacheRead)} from the cache)`;
  const output = usage?.output === undefined ? '' : `, out ${count(usage.output)}`;
  const marks = [
    call.purpose,
    call.outcome === 'ok' || call.outcome === 'unknown' ? undefined : call.outcome,
    call.counts === 'question' ? 'counted per question' : undefined,
  ].filter((mark) => mark !== undefined);
  const note = marks.length === 0 ? '' : ` [${marks.join(', ')}]`;
  return `  ${String(call.turn).padStart(4)}  in ${total}${cache}${output}  ${plural(call.blocks, 'block')}: ${composition(call)}${note}`;
}

function moved(word: string, { blocks, tokens }: MovedBlocks): string[] {
  return blocks === 0 ? [] : [`${word} ${plural(blocks, 'block')} (~${count(tokens)} tokens)`];
}

function patchLines(patch: PatchReport, files: readonly string[]): string[] {
  const { before, after } = patch;
  const known =
    before === undefined
      ? ''
      : `, ${count(before)}${after === undefined ? '' : ` → ${count(after)}`} tokens by the agent`;
  const where = patch.turn === undefined ? 'after the last turn' : `before turn ${patch.turn}`;
  const changes = [
    ...moved('left', patch.left),
    ...moved('came back', patch.back),
    ...moved('stands there', patch.created),
  ];
  return [
    `  ${patch.id}  ${patch.kind} by ${patch.actor}, ${where}${known}`,
    `        ${patch.reason} (${patch.provenance}: ${patch.because})`,
    `        ${changes.join('; ')}`,
    ...(patch.left.list ?? []).map((block) => `        - ${blockLine(block, files)}`),
  ];
}

/** One block on one line, with the place that brings it back. */
export function blockLine(block: BlockReport, files: readonly string[]): string {
  const more = [
    block.tool,
    block.fidelity === 'whole' ? undefined : block.fidelity,
    block.overflow === undefined ? undefined : `whole text in ${block.overflow}`,
  ].filter((part) => part !== undefined && part !== '');
  const note = more.length === 0 ? '' : ` [${more.join(', ')}]`;
  return `${block.id} ~${count(block.tokens)}${note} ${block.description}  @ ${address(block.origin, files)}`;
}

function coverageLines({ coverage }: SessionReport): string[] {
  const { records, unknown, bad, badPlaces, repeated } = coverage;
  const types = Object.entries(unknown);
  const strange = types.reduce((sum, [, times]) => sum + times, 0);
  return [
    `Records: ${count(records)}, of which ${count(bad)} could not be read, ${count(strange)} are of unknown types, ${count(repeated)} repeat others`,
    ...(types.length === 0
      ? []
      : [`  unknown: ${types.map(([type, times]) => `${type} × ${count(times)}`).join(', ')}`]),
    ...badPlaces.map(
      ({ origin, problem }) =>
        `  unreadable: file ${String(origin.file + 1)}, byte ${String(origin.offset)}: ${problem}`,
    ),
  ];
}

function head(report: SessionReport): string[] {
  const { usage } = report;
  const models = report.models.join(', ');
  return [
    `${report.agent} session ${report.id}${report.complete ? '' : ' (its newest part)'}`,
    ...(report.title === '' ? [] : [`  ${report.title}`]),
    ...(report.parent === undefined ? [] : [`  child of session ${report.parent}`]),
    [
      models,
      report.versions.length === 0 ? '' : `version ${report.versions.join(', ')}`,
      report.folder,
      `${time(report.started)} – ${time(report.updated)}`,
    ]
      .filter((part) => part !== '' && part !== ' – ')
      .map((part) => `  ${part}`)
      .join('\n'),
    `  ${plural(report.turns.length, 'call')}, ${plural(report.questions, 'question')}, ${plural(report.blocks, 'block')}, ${plural(report.patches.length, 'patch', 'patches')}`,
    `  Counted by the provider in ${plural(usage.counted, 'call')}: in ${count(usage.input)} (${count(usage.cacheRead)} from the cache, ${count(usage.cacheWritten)} written to it), out ${count(usage.output)}${usage.uncounted === 0 ? '' : `; ${plural(usage.uncounted, 'call')} without a count`}`,
    ...(report.peak === undefined
      ? []
      : [`  Largest input: ${count(report.peak.input)} in turn ${String(report.peak.turn)}`]),
  ];
}

/** The report as text for a terminal. Numbers with `~` are estimates; the others are the provider's or counted. */
export function inspectionText(report: SessionReport): string {
  const lines = [
    ...head(report),
    '',
    'Calls (tokens by kind are estimates scaled to the provider’s count)',
    ...report.turns.map(callLine),
    '',
    ...(report.patches.length === 0 ? [] : ['Patches']),
    ...report.patches.flatMap((patch) => patchLines(patch, report.files)),
    ...(report.patches.length === 0 ? [] : ['']),
    ...(report.children.length === 0 ? [] : ['Subagents']),
    ...report.children.map(
      (child) =>
        `  ${child.id}  ${plural(child.turns.length, 'call')}, in ${count(child.usage.input)}, out ${count(child.usage.output)}  ${child.label}${child.startedBy === undefined ? '' : ` (started by ${child.startedBy})`}`,
    ),
    ...(report.children.length === 0 ? [] : ['']),
    ...coverageLines(report),
  ];
  return `${lines.filter((line, at) => line !== '' || lines[at - 1] !== '').join('\n')}\n`;
}

/** One turn with its whole window as text. */
export function turnText(
  call: CallReport,
  window: readonly BlockReport[],
  output: readonly BlockReport[],
  files: readonly string[],
): string {
  return `${[
    callLine(call),
    '',
    'Window, in the order sent',
    ...window.map((block) => `  ${blockLine(block, files)}`),
    'Answer',
    ...output.map((block) => `  ${blockLine(block, files)}`),
  ].join('\n')}\n`;
}
