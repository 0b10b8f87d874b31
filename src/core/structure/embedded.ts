import type { Element, Elements } from './elements.ts';
import type { Language } from './languages.ts';
import { embeddedLanguage } from './languages.ts';

/** A script or style in a markup text. */
export interface Embedded {
  readonly language: Language;
  readonly element: Element;
}

/** The scripts and styles of a text whose language is known. */
export function embeddedIn({ elements }: Elements): Embedded[] {
  return elements.flatMap((element) => {
    const language = embeddedLanguage(element.tag.toLowerCase(), element.attributes);
    return language?.grammar === undefined || element.contentEnd <= element.contentStart
      ? []
      : [{ language, element }];
  });
}

/** The text with all but the content of an element blanked out, so that lines and columns stay what they are. */
export function only(text: string, { contentStart, contentEnd }: Element): string {
  return text.slice(0, contentStart).replace(/[^\n]/g, ' ') + text.slice(contentStart, contentEnd);
}
