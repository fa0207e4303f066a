import { expect, type Locator } from '@playwright/test'

/** What a button copies. That takes a moment, and until then the clipboard has what was copied last. */
export async function copiedBy(button: Locator): Promise<string> {
  const page = button.page()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button.click()
  await expect.poll(read).not.toBe('')
  return read()
}
