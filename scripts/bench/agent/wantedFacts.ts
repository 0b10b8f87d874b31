import type { FactName } from './researchTask.ts';
import { factKey, type WantedFact } from './viewReading.ts';

/** What a question asks for, as far as the facts at hand tell. */
export function wantedFacts(
  question: string,
  facts: ReadonlyMap<string, string>,
): readonly WantedFact[] {
  const [, summed] = /sum of the metrics of these dossiers: ([^?]+)\?/.exec(question) ?? [];
  if (summed !== undefined) {
    return summed.split(', ').map((name) => ({ name, fact: 'metric' as const }));
  }
  const [, asked, cross] =
    /the ([a-z ]+) of the dossier that is the dependency of dossier (\w+)\?/.exec(question) ?? [];
  if (asked !== undefined && cross !== undefined) {
    const link: WantedFact = { name: cross, fact: 'dependency' };
    const name = facts.get(factKey(link));
    return name === undefined ? [link] : [link, { name, fact: asked as FactName }];
  }
  const [, fact, name] = /the ([a-z ]+) of dossier (\w+)\?/.exec(question) ?? [];
  return fact === undefined || name === undefined ? [] : [{ name, fact: fact as FactName }];
}
