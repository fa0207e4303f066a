import type { Page } from '@playwright/test'
import axe from 'axe-core'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const REST_WITHIN_MS = 5_000

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * What axe finds wrong on a page, and whether it is wider than the screen; one line each, with its name. `within` is the selector of the
 * only part to look at, where the rest was looked at already.
 */
export async function problemsOf(page: Page, name: string, within = 'html'): Promise<string[]> {
  if (page.frames().length > 1) throw new Error(`${name}: axe would not look into the frame.`)
  // On a busy machine a page stands before its scripts have tied labels to their fields.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })))
  await atRest(page)
  if (await page.evaluate(() => !window.axe)) await page.evaluate(axe.source)
  // The package for Playwright brings what passes too, node by node, and opens a second page for it: four times as long.
  const problems = await page.evaluate(
    async ({ values, within }) => {
      if (!window.axe) throw new Error('axe was not loaded')
      const runOnly = { type: 'tag' as const, values }
      const { violations } = await window.axe.run(within, { runOnly, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
    },
    { values: WCAG, within },
  )
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const lines = problems.map((problem) => `${name}: ${problem}`)
  return overflow > 0 ? [...lines, `${name}: ${overflow} px wider than the screen`] : lines
}

/** What is out of date or on its way is paler than what stands: nobody reads it long. What stays so is looked at as it is. */
async function atRest(page: Page): Promise<void> {
  const isAtRest = () => {
    const moves = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    return (
      document.querySelector('[aria-busy="true"]') === null && moves.every(({ playState }) => playState !== 'running')
    )
  }
  await page.waitForFunction(isAtRest, undefined, { timeout: REST_WITHIN_MS }).catch(() => {})
}
