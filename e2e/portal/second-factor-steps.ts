import { expect, type Page } from '@playwright/test'

/** Reads the recovery codes that are shown once, and says that they are stored. */
export async function storeCodes(page: Page): Promise<string[]> {
  const shown = page.getByRole('dialog', { name: 'Store your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const codes = await shown.getByRole('listitem').allTextContents()
  await shown.getByRole('button', { name: 'I have stored them' }).click()
  await expect(shown).toBeHidden()
  return codes
}

/** Answers the next call of a procedure as the server does ten minutes after the last proof. */
export async function askForProof(page: Page, path: string): Promise<void> {
  const data = { code: 'FORBIDDEN', httpStatus: 403, path, proof: 'code' }
  const error = { json: { message: 'Confirm that it is you.', code: -32_003, data } }
  const answer = (route: { fulfill: (response: { status: number; json: unknown }) => Promise<void> }) =>
    route.fulfill({ status: 403, json: { error } })
  await page.route(`**/api/trpc/${path}`, answer, { times: 1 })
}
