/** What is known of a file's language from its name. */
export interface Language {
  /** Name for the answer, as editors write it. */
  readonly id: string;
  /** The grammar to parse it with, if there is one. */
  readonly grammar?: string;
  /** Elements are found by reading its tags. */
  readonly markup?: MarkupKind;
  /** Running text, which has no brackets that must pair up. */
  readonly prose?: boolean;
}

/** How a markup language is read. */
export type MarkupKind = 'html' | 'vue' | 'svelte' | 'xml';

const byExtension = new Map<string, Language>();

function add(extensions: string, language: Language): void {
  for (const extension of extensions.split(' ')) {
    byExtension.set(extension, language);
  }
}

function parsed(id: string, extensions: string, grammar = id): void {
  add(extensions, { id, grammar });
}

parsed('typescript', 'ts mts cts');
parsed('typescriptreact', 'tsx', 'tsx');
parsed('javascript', 'js mjs cjs es6');
parsed('javascriptreact', 'jsx', 'javascript');
parsed('python', 'py pyi pyw');
parsed('go', 'go');
parsed('rust', 'rs');
parsed('java', 'java');
parsed('c', 'c');
parsed('cpp', 'cc cpp cxx c++ h hh hpp hxx ipp inl ino');
parsed('csharp', 'cs csx');
parsed('ruby', 'rb rake gemspec ru');
parsed('php', 'php phtml php5');
parsed('shellscript', 'sh bash ksh', 'bash');
parsed('css', 'css');
parsed('json', 'json jsonc webmanifest code-workspace geojson');
parsed('kotlin', 'kt kts');
parsed('scala', 'scala sc');
parsed('dart', 'dart');
parsed('lua', 'lua');
parsed('zig', 'zig');
for (const extension of ['html', 'htm', 'xhtml']) {
  add(extension, { id: 'html', markup: 'html' });
}
add('vue', { id: 'vue', markup: 'vue' });
add('svelte', { id: 'svelte', markup: 'svelte' });
add('xml xsd xsl xslt svg plist csproj fsproj vbproj props targets xaml axaml resx rss atom wsdl', {
  id: 'xml',
  markup: 'xml',
});
add('md markdown mdx txt text rst adoc log csv tsv', { id: 'plaintext', prose: true });
add('swift', { id: 'swift' });
add('ps1 psm1 psd1', { id: 'powershell' });

const byName = new Map<string, Language>([
  ['rakefile', { id: 'ruby', grammar: 'ruby' }],
  ['gemfile', { id: 'ruby', grammar: 'ruby' }],
  ['.bashrc', { id: 'shellscript', grammar: 'bash' }],
  ['.bash_profile', { id: 'shellscript', grammar: 'bash' }],
  ['.profile', { id: 'shellscript', grammar: 'bash' }],
  ['license', { id: 'plaintext', prose: true }],
]);

/** The language of a file by its name; unknown ones are named by their extension. */
export function languageOf(path: string): Language {
  const name = path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .toLowerCase();
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  return (
    byName.get(name) ??
    byExtension.get(extension) ?? { id: extension === '' ? 'unknown' : extension.slice(0, 30) }
  );
}

/** The language that a `<script>` or `<style>` holds, by its attributes; undefined if it is no code that is known. */
export function embeddedLanguage(tag: string, attributes: string): Language | undefined {
  const said = /\b(?:lang|type)\s*=\s*["']?([\w/+.-]+)/i.exec(attributes)?.[1]?.toLowerCase();
  if (tag === 'style') {
    return said === undefined || said === 'css' || said === 'text/css'
      ? byExtension.get('css')
      : undefined;
  }
  if (tag !== 'script') {
    return undefined;
  }
  if (said === undefined || said === 'module' || said.endsWith('javascript')) {
    return byExtension.get('js');
  }
  return said === 'typescript' ? byExtension.get('ts') : byExtension.get(said);
}
