import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong on a page, and whether it is wider than the screen; one line each, with its name. */
export async function problemsOf(page: Page, name: string): Promise<string[]> {
  // On a busy machine a page stands before its scripts have tied labels to their fields.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
  const { violations } = await new AxeBuilder({ page })
    // What passes is not written out node by node: that is most of its time on a long page.
    .options({ runOnly: { type: 'tag', values: WCAG }, resultTypes: ['violations'] })
    .analyze()
  const problems = violations.map(
    ({ id, nodes }) => `${name}: ${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`,
  )
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [...problems, `${name}: ${overflow} px wider than the screen`] : problems
}
