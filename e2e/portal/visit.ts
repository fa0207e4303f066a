import { expect, type Page } from '@playwright/test'
import { stack } from './stack'

/** Opens a page of the portal, ready for whoever clicks and types. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(stack().baseUrl + path)
  await untilListening(page)
}

/**
 * A page stands before its script does, and what is clicked or typed until then is lost. React marks the document it listens to. The
 * network tells less: a page that asks every second is never without a request on a busy machine.
 */
export async function untilListening(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => Object.keys(document).some((name) => name.startsWith('__reactContainer$'))))
    .toBe(true)
}
