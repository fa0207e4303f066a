import { expect, type Locator } from '@playwright/test'

/** The text that a button copies. Copying takes a moment, and until then the clipboard holds the text from before. */
export async function readCopiedText(button: Locator): Promise<string> {
  const page = button.page()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await button.click()
  await expect.poll(read).not.toBe('')
  return read()
}
