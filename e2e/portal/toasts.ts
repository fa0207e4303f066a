import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the toasts of this document said, oldest first. */
    toastTexts?: string[]
  }
}

const kept = new WeakSet<Page>()

/**
 * From its next document on, the page remembers what its toasts say. Each is gone after four seconds, which a test on a
 * busy machine may miss.
 */
export async function keepToasts(page: Page): Promise<void> {
  if (kept.has(page)) return
  kept.add(page)
  await page.addInitScript(() => {
    const texts: string[] = []
    window.toastTexts = texts
    const observer = new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof HTMLLIElement)) continue
        if (added.closest('section[aria-label="Notifications"]')) texts.push(added.textContent ?? '')
      }
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** Waits until a toast with this text was shown since the document was opened. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.toastTexts ?? [])).toContainEqual(expect.stringContaining(text))
}
