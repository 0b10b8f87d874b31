import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { widths } from './openPage.ts';

/**
 * Where a page is looked at in a theme, with its width: in an editor's tab in each, in the side bar in one with colours
 * and one of high contrast. What is narrow differs in structure, not in colours.
 */
export function axePlaces(theme: string): readonly (readonly ['editor' | 'sidebar', number])[] {
  const editor = ['editor', widths.wide] as const;
  return theme === 'light' || theme === 'contrast'
    ? [editor, ['sidebar', widths.narrow]]
    : [editor];
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Axe {
  run(
    context: unknown,
    options: unknown,
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly impact?: string | null;
      readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
    }[];
  }>;
}

/** What axe-core finds in a page, but for what it calls minor: one line for each place. */
export async function findings(page: Page): Promise<readonly string[]> {
  // The page's own content policy keeps scripts of others out; the debugger may bring one in.
  const loaded = await page.evaluate(() => 'axe' in globalThis);
  if (!loaded) {
    await page.evaluate(await readFile(axePath, 'utf8'));
  }
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact !== 'minor')
      .flatMap(({ id, impact, nodes }) =>
        nodes.map(
          (node) =>
            `${id} (${impact ?? ''}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`,
        ),
      );
  });
}
