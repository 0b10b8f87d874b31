/*
 * The language of the page. Imported before everything else, since names that are made while the page is loaded are
 * looked up then.
 */
import * as l10n from '@vscode/l10n';

/** What is read of the document; words are also made where there is none. */
interface TextsDocument {
  readonly documentElement: { readonly lang: string };
  querySelector(selector: string): { readonly textContent: string } | null;
}

const { document: page } = globalThis as { readonly document?: TextsDocument };

/** Language tag of the page's texts. */
export const pageLanguage = page?.documentElement.lang ?? 'en';

/** Where the document has its texts; see `pageHtml`. */
const texts = page?.querySelector('script[data-texts]')?.textContent ?? '';
if (texts !== '') {
  l10n.config({ contents: texts });
}
