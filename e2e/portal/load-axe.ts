import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Half as long to parse as what the package exports. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Each page needs it once; a script tag would be refused by the page's own policy. */
export async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => !window.axe)) await page.evaluate(SOURCE)
}
