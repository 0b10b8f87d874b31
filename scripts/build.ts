/*
 * Builds every bundle. Flags: --watch builds again on every change; --minify for the package, without source maps;
 * --tests also bundles the suites that run inside the editor.
 */
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { grammarFiles, runtimeFile } from '../src/core/structure/grammars.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const watch = process.argv.includes('--watch');
const minify = process.argv.includes('--minify');
const tests = process.argv.includes('--tests');

const common: esbuild.BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minify,
  sourcemap: !minify,
  sourcesContent: false,
  logLevel: 'warning',
  logOverride: { 'empty-import-meta': 'silent' },
};

const node: esbuild.BuildOptions = {
  ...common,
  platform: 'node',
  // The extension host of the oldest editor that is supported.
  target: 'node22',
  format: 'cjs',
};

/** Validators of the MCP SDK that are never used: arguments are checked by the tools themselves. */
const unused: Record<string, string> = {
  ajv: './scripts/emptyModule.cjs',
  'ajv-formats': './scripts/emptyModule.cjs',
};

const page: esbuild.BuildOptions = {
  ...common,
  platform: 'browser',
  // The browser of the oldest editor that is supported.
  target: 'chrome138',
  format: 'iife',
};

/** The page of the sidebar and of the editor panel; the fonts lie beside its style sheet. */
function pageBuilds(): esbuild.BuildOptions[] {
  return ['webview/main.ts', 'webview/styles/inspector.css'].map((entry) => ({
    ...page,
    entryPoints: { inspector: entry },
    outdir: 'dist',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
  }));
}

/** The host of the page in a plain browser. */
const fakeHost: esbuild.BuildOptions = {
  ...page,
  entryPoints: { fakeHost: 'test/ui/page/fakeHost.ts' },
  outdir: 'out/test/ui',
};

function builds(): esbuild.BuildOptions[] {
  const list: esbuild.BuildOptions[] = [
    {
      ...node,
      entryPoints: { extension: 'src/extension.ts' },
      outdir: 'dist',
      external: ['vscode', './runtime.js'],
    },
    {
      ...node,
      entryPoints: { runtime: 'src/runtime.ts' },
      outdir: 'dist',
      external: ['vscode'],
      alias: unused,
    },
    {
      ...node,
      entryPoints: {
        storeWorker: 'src/node/store/storeWorker.ts',
        structureWorker: 'src/node/structure/structureWorker.ts',
        textRulesWorker: 'src/node/textRules/textRulesWorker.ts',
        tokensWorker: 'src/node/tokens/tokensWorker.ts',
        transcriptsWorker: 'src/node/transcripts/transcriptsWorker.ts',
      },
      outdir: 'dist',
    },
    {
      ...node,
      entryPoints: { uninstall: 'src/uninstall.ts' },
      outdir: 'dist',
      define: { 'import.meta.filename': '__filename' },
    },
    {
      ...node,
      entryPoints: { headless: 'src/headless.ts' },
      outdir: 'dist',
      // It is a program of its own, also for npx.
      banner: { js: '#!/usr/bin/env node' },
      define: { 'import.meta.filename': '__filename' },
      alias: unused,
    },
  ];
  list.push(...pageBuilds());
  if (tests) {
    list.push(fakeHost);
    const suites = readdirSync(new URL('../test/vscode/', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    list.push({
      ...node,
      entryPoints: Object.fromEntries(
        suites.map((suite) => [`${suite}/index`, `test/vscode/${suite}/index.ts`]),
      ),
      outdir: 'out/test/vscode',
      outExtension: { '.js': '.cjs' },
      external: ['vscode', 'mocha'],
      sourcemap: 'inline',
    });
  }
  return list;
}

/** The parser's runtime and grammars, which its worker loads when it needs them. */
function copyGrammars(): void {
  rmSync(`${root}dist/grammars`, { recursive: true, force: true });
  mkdirSync(`${root}dist/grammars`, { recursive: true });
  for (const [folder, file] of [runtimeFile, ...Object.values(grammarFiles)]) {
    copyFileSync(`${root}node_modules/${folder}/${file}`, `${root}dist/grammars/${file}`);
  }
}

mkdirSync(`${root}dist`, { recursive: true });
copyGrammars();
// The package as a whole is CommonJS; only the sources are modules.
writeFileSync(`${root}dist/package.json`, '{ "type": "commonjs" }\n');
if (tests) {
  rmSync(`${root}out/test`, { recursive: true, force: true });
}
if (watch) {
  for (const options of builds()) {
    const context = await esbuild.context({ ...options, logLevel: 'info' });
    await context.watch();
  }
} else {
  await Promise.all(builds().map((options) => esbuild.build(options)));
}
