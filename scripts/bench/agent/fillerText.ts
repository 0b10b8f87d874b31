import type { Numbers } from './seededNumbers.ts';

const beginnings = 'Kar Tos Vel Nim Ber Sol Dra Fen Gal Hol Jas Lum Mor Pel Ris Tav'.split(' ');
const endings = 'ven min dra tis lor bek nau sil gor pha zen wick mar tol run das'.split(' ');
const colours = 'Amber Copper Silver Violet Crimson Indigo Ivory Olive Scarlet Teal'.split(' ');
const animals = 'Falcon Heron Otter Badger Lynx Marten Osprey Raven Viper Walrus'.split(' ');
const firsts = 'Mara Jonas Ilse Tomas Petra Ewan Nadia Oskar Lena Hugo Salma Viktor'.split(' ');
const lasts = 'Lindqvist Moreau Okafor Petrov Ibarra Novak Hansen Tanaka Weber Rossi'.split(' ');
const subjects =
  'the committee,the second survey,an external reviewer,the regional office,this programme,the archive,a later audit,the working group,the steering board,an early draft'.split(
    ',',
  );
const verbs =
  'confirmed,described,questioned,postponed,summarised,compared,revised,withdrew,extended,measured'.split(
    ',',
  );
const objects =
  'the schedule of deliveries,a set of interviews,the funding plan,several field reports,the storage policy,two pilot sites,the staffing figures,a list of suppliers,the previous estimate,the training material'.split(
    ',',
  );
const additions =
  'without changing its conclusions,after a delay of some weeks,in spite of missing records,with the consent of all partners,as the minutes of the meeting show,although the sample was small,for reasons given in the annex,before the season ended'.split(
    ',',
  );

/** Text that means nothing, and names. */
export class FillerText {
  private readonly numbers: Numbers;
  private readonly used = new Set<string>();

  constructor(numbers: Numbers) {
    this.numbers = numbers;
  }

  /** Names of dossiers, each once; at most 256 in all. */
  names(count: number): readonly string[] {
    return Array.from({ length: count }, () => this.fresh([beginnings, endings], ''));
  }

  /** A codename of two words, as long as there are new ones one that was not given before. */
  codename(): string {
    return this.fresh([colours, animals], ' ');
  }

  person(): string {
    return this.fresh([firsts, lasts], ' ');
  }

  /** Paragraphs of two to five sentences, of so many words together, about. */
  paragraphs(words: number): string[] {
    const paragraphs: string[] = [];
    for (let written = 0; written < words;) {
      const sentences = Array.from({ length: 2 + this.numbers.below(4) }, () => this.sentence());
      paragraphs.push(sentences.join(' '));
      written += sentences.reduce((sum, sentence) => sum + sentence.split(' ').length, 0);
    }
    return paragraphs;
  }

  private sentence(): string {
    const { numbers } = this;
    const words = [subjects, verbs, objects, additions].map((list) => numbers.pick(list));
    const sentence = words.join(' ');
    const year = numbers.below(4) === 0 ? ` (${1990 + numbers.below(35)})` : '';
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${year}.`;
  }

  private fresh(lists: readonly (readonly string[])[], between: string): string {
    const all = lists.reduce((product, list) => product * list.length, 1);
    for (let tries = 0; ; tries += 1) {
      const name = lists.map((list) => this.numbers.pick(list)).join(between);
      if (!this.used.has(name) || tries > 8 * all) {
        this.used.add(name);
        return name;
      }
    }
  }
}
