/** What a page is made of. */
export interface PageHtml {
  /** Where the page is shown; it may look different there. */
  readonly place: 'sidebar' | 'editor';
  /** Source of the editor's own files, for the content security policy. */
  readonly cspSource: string;
  /** Lets the page's own script and style in, and no other; made anew for each page. */
  readonly nonce: string;
  /** URI of the script as the webview reaches it. */
  readonly script: string;
  /** URI of the style, where there is one. */
  readonly style: string | undefined;
  /** Language of the texts, as a language tag. */
  readonly language: string;
  /** Texts in that language by the English ones; undefined where the page is English. */
  readonly texts: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The document of a page: a body with one script. Nothing is loaded but files of the extension; inline scripts and
 * styles, connections, frames and forms are out. Components style themselves by adopted style sheets; the UI toolkit
 * probes the browser with a style element, for which it reads the nonce from `csp-nonce`.
 */
export function pageHtml(page: PageHtml): string {
  const { place, cspSource, nonce, script, style, language, texts } = page;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const link =
    style === undefined
      ? ''
      : `\n    <link rel="stylesheet" href="${escaped(style)}" nonce="${nonce}" />`;
  // A block of data is never run, so that the policy has no say in it; it must not be able to end itself.
  const data =
    texts === undefined
      ? ''
      : `\n    <script type="application/json" data-texts>${JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>`;
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta property="csp-nonce" content="${nonce}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chipboard</title>${link}
  </head>
  <body data-place="${place}">${data}
    <script type="module" nonce="${nonce}" src="${escaped(script)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
