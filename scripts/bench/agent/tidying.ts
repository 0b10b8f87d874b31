import { factSentence } from './researchTask.ts';
import { factKey, type ListedBlock, type ReadDossier, type ViewReading } from './viewReading.ts';
import { wantedFacts } from './wantedFacts.ts';

/**
 * When a model patches its context. `eager`: it puts away each dossier with its next call, as soon as it has what it
 * wanted from it. `told`: only upon a report, a nudge or the instruction between two questions.
 */
export type Habit = 'eager' | 'told';

/** Arguments of a call of context-update, as the tool takes them. */
export interface UpdateArguments {
  readonly reason: string;
  readonly operations: readonly object[];
}

/** Share of the room above which putting texts away is not enough, and what is finished is summed up. */
const roomy = 0.5;

/**
 * What a model does to its context now, if anything: the texts of the dossiers in view make place for what was asked of
 * them; where that is too little, the chains of finished questions make place for one summary.
 */
export function tidyingOf(view: ViewReading, habit: Habit): UpdateArguments | undefined {
  const { dossiers, report, isMaintenance } = view;
  const isTold = report !== undefined || isMaintenance;
  if (!isTold && habit === 'told') {
    return undefined;
  }
  const stale = isTold && isStillTight(view) ? finishedBlocks(view) : [];
  const gone = new Set(stale);
  const operations = [
    ...dossiers.filter(({ block }) => !gone.has(block)).map((dossier) => offloadOf(dossier, view)),
    ...(stale.length > 1 ? [compactOf(stale, view)] : []),
  ];
  return operations.length === 0
    ? undefined
    : { reason: 'what was asked of these is noted', operations };
}

/** Whether the view stays above half of the room when the dossiers are put away. */
function isStillTight({ dossiers, report, listed }: ViewReading): boolean {
  const sizes = new Map(listed.map(({ id, tokens }) => [id, tokens]));
  const freed = dossiers.reduce((sum, { block }) => sum + (sizes.get(block) ?? 0), 0);
  return report !== undefined && report.used - freed > roomy * report.room;
}

/** Whole chains of answered questions, which a summary can stand for: between two questions, of all. */
function finishedBlocks({ listed, isMaintenance }: ViewReading): readonly string[] {
  const newest = isMaintenance
    ? listed.length
    : listed.findLastIndex(({ kind }) => kind === 'user_message');
  const mayGo = ({ kind }: ListedBlock): boolean =>
    kind === 'assistant_message' || kind === 'tool_result' || kind === 'summary';
  return listed
    .slice(0, Math.max(0, newest))
    .filter(mayGo)
    .map(({ id }) => id);
}

function offloadOf({ name, block }: ReadDossier, view: ViewReading): object {
  return {
    op: 'payload_offload',
    ids: [block],
    replace_with: {
      description: `Dossier ${name}`,
      summary: `DOSSIER ${name} (${block}). ${notesOn(name, view).join(' ')}`.trim(),
      retrieval_hint: 'search it for other facts',
    },
  };
}

function compactOf(ids: readonly string[], view: ViewReading): object {
  const addresses = new Map(view.addresses);
  for (const { name, block } of view.dossiers) {
    addresses.set(name, block);
  }
  const notes = [...addresses].map(([name, address]) =>
    `DOSSIER ${name} (${address}). ${notesOn(name, view).join(' ')}`.trim(),
  );
  return {
    op: 'compact',
    ids,
    output: { description: `Notes on ${addresses.size} dossiers`, content: notes.join('\n') },
    preserve: ['what was asked of each dossier', 'where its text can be read again'],
    drop: ['everything else in the dossiers', 'calls and searches'],
  };
}

/** What the questions so far asked of a dossier, and nothing else of what was read. */
function notesOn(name: string, { questions, facts }: ViewReading): readonly string[] {
  const sentences = questions
    .flatMap((question) => wantedFacts(question, facts))
    .filter((wanted) => wanted.name === name)
    .flatMap((wanted) => {
      const value = facts.get(factKey(wanted));
      return value === undefined ? [] : [factSentence(wanted.fact, name, value)];
    });
  return [...new Set(sentences)];
}
