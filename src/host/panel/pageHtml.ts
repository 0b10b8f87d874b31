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
  /** Language of the texts. */
  readonly language: string;
}

/**
 * The document of a page: a body with one script. Nothing is loaded but files of the extension; inline scripts and
 * styles, connections, frames and forms are out. Components style themselves by adopted style sheets; the UI toolkit
 * probes the browser with a style element, for which it reads the nonce from `csp-nonce`.
 */
export function pageHtml(page: PageHtml): string {
  const { place, cspSource, nonce, script, style, language } = page;
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
  return `<!doctype html>
<html lang="${escaped(language)}">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />
    <meta property="csp-nonce" content="${nonce}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Chipboard</title>${link}
  </head>
  <body data-place="${place}">
    <script type="module" nonce="${nonce}" src="${escaped(script)}"></script>
  </body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
