import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

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

/** What axe-core finds, but for what it calls minor. */
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
