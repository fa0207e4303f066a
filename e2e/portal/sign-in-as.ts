import { expect, type Page } from '@playwright/test'
import type { StackFacts } from '../../dev/stack-file'
import { stack } from './stack'
import { untilListening, visit } from './visit'

export type Who = keyof StackFacts['signIns']

/** Signs in through the form and waits for the person's start page, ready for whoever clicks. */
export async function signInAs(page: Page, who: Who): Promise<void> {
  const { signIns } = stack()
  // A page whose session ended goes to the sign-in by itself: of two navigations at once one is aborted.
  await page.goto('about:blank')
  await visit(page, '/sign-in')
  await page.getByLabel('E-mail').fill(signIns[who].email)
  await page.getByLabel('Password').fill(signIns[who].password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account: / }).filter({ visible: true })).toBeVisible()
  await untilListening(page)
}
