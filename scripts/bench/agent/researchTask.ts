import { FillerText } from './fillerText.ts';
import { seededNumbers, type Numbers } from './seededNumbers.ts';

/** What a dossier says about its subject; each in one sentence of its fourth section. */
export const factNames = ['codename', 'lead', 'metric', 'dependency', 'incident code'] as const;

/** Name of a fact. */
export type FactName = (typeof factNames)[number];

/**
 * What is asked. `aggregate`: the sum of the metrics of several dossiers that were not read before. `direct`: a fact of
 * a new dossier. `cross`: a fact of the dossier on which a new one depends. `revisit`: another fact of a dossier that an
 * earlier question was about.
 */
export const questionKinds = ['aggregate', 'direct', 'cross', 'revisit'] as const;

/** Kind of a question. */
export type QuestionKind = (typeof questionKinds)[number];

/** A question and what its answer must hold. */
export interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  readonly expected: string;
}

/** Dossiers, and questions about them, asked one after the other in one conversation. */
export interface ResearchTask {
  /** Texts by name. */
  readonly dossiers: ReadonlyMap<string, string>;
  readonly questions: readonly Question[];
}

/** How large a task is. */
export interface TaskSize {
  /** Each round asks one question of each kind. */
  readonly rounds: number;
  /** Dossiers per aggregate question. */
  readonly summed: number;
  /** Words per dossier, about. */
  readonly words: number;
}

type Facts = Readonly<Record<FactName, string>>;

/** The sentence in which a dossier says something; how a reader finds it is in `viewReading.ts`. */
export function factSentence(fact: FactName, name: string, value: string): string {
  return `The ${fact} of ${name} is ${value}.`;
}

/** Whether an answer holds what was expected; letter case and all signs but letters and digits do not count. */
export function isRight({ expected }: Question, answer: string): boolean {
  return normalised(answer).includes(normalised(expected));
}

function normalised(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
}

/** The task of a seed: the same for the same seed and size. */
export function researchTask(seed: number, { rounds, summed, words }: TaskSize): ResearchTask {
  const numbers = seededNumbers(seed);
  const filler = new FillerText(numbers);
  // Per round: those summed, a direct one, and a cross one with the dossier it depends on.
  const names = filler.names(rounds * (summed + 3));
  const facts = new Map(names.map((name) => [name, factsOf(name, names, filler, numbers)]));
  const questions: Question[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const own = names.slice(round * (summed + 3), (round + 1) * (summed + 3));
    questions.push(...questionsOf(own, facts, numbers));
  }
  const dossiers = new Map(
    names.map((name) => [name, dossierText(name, facts.get(name), words, filler)]),
  );
  return { dossiers, questions };
}

function factsOf(
  name: string,
  names: readonly string[],
  filler: FillerText,
  numbers: Numbers,
): Facts {
  const other = numbers.pick(names.filter((each) => each !== name));
  return {
    codename: filler.codename(),
    lead: filler.person(),
    metric: String(10_000 + numbers.below(90_000)),
    dependency: other,
    'incident code': `IC-${1000 + numbers.below(9000)}-${numbers.below(46_656).toString(36).toUpperCase().padStart(3, '0')}`,
  };
}

function questionsOf(
  own: readonly string[],
  facts: Map<string, Facts>,
  numbers: Numbers,
): readonly Question[] {
  const summed = own.slice(0, -3);
  const [direct = '', cross = '', behind = ''] = own.slice(-3);
  facts.set(cross, { ...(facts.get(cross) as Facts), dependency: behind });
  const of = (name: string, fact: FactName): string => facts.get(name)?.[fact] ?? '';
  const asked = ['codename', 'lead', 'incident code'] as const;
  const [first, second, third] = [numbers.pick(asked), numbers.pick(asked), numbers.pick(asked)];
  const again = numbers.pick(summed);
  const total = summed.reduce((sum, name) => sum + Number(of(name, 'metric')), 0);
  return [
    {
      kind: 'aggregate',
      text: `What is the sum of the metrics of these dossiers: ${summed.join(', ')}?`,
      expected: String(total),
    },
    {
      kind: 'direct',
      text: `What is the ${first} of dossier ${direct}?`,
      expected: of(direct, first),
    },
    {
      kind: 'cross',
      text: `What is the ${second} of the dossier that is the dependency of dossier ${cross}?`,
      expected: of(behind, second),
    },
    {
      kind: 'revisit',
      text: `Once more about an earlier one: what is the ${third} of dossier ${again}?`,
      expected: of(again, third),
    },
  ];
}

/** Seven sections; the facts are apart from each other in the fourth. */
function dossierText(
  name: string,
  facts: Facts | undefined,
  words: number,
  filler: FillerText,
): string {
  const sections = ['Scope', 'Background', 'Method', 'Findings', 'Discussion', 'Risks', 'Sources'];
  const perSection = Math.ceil(words / sections.length);
  const lines = [`DOSSIER ${name}`, ''];
  for (const [index, title] of sections.entries()) {
    lines.push(`${index + 1}. ${title}`);
    const paragraphs = filler.paragraphs(perSection);
    const found = title === 'Findings' ? factNames : [];
    const step = Math.max(1, Math.floor(paragraphs.length / (found.length + 1)));
    found.forEach((fact, at) => {
      const place = Math.min(paragraphs.length, (at + 1) * step + at);
      paragraphs.splice(place, 0, factSentence(fact, name, facts?.[fact] ?? ''));
    });
    lines.push(...paragraphs, '');
  }
  return lines.join('\n');
}
