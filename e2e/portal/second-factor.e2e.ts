import { expect, test } from '@playwright/test'
import { Secret } from 'otpauth'
import { codeAt } from '@/server/people/factors/totp'
import { askForProof, storeCodes } from './second-factor-steps'
import { forgetSession, signInByForm } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

const STEP_MS = 30_000

test('adds an authenticator app, signs in with a recovery code, and proves it for an act with consequences', async ({
  browser,
}) => {
  const { email, password } = stack().signIns.developer
  forgetSession('developer')
  const page = await (await browser.newContext()).newPage()
  await signInByForm(page, 'developer')
  await visit(page, '/account/sessions')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = Secret.fromBase32(await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()).bytes
  await page.getByLabel('Code the app shows').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This is not the code your app shows' })).toBeVisible()
  await page.getByLabel('Code the app shows').fill(codeAt(secret, new Date()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const [forSignIn = '', forRemoval = ''] = await storeCodes(page)

  const other = await (await browser.newContext()).newPage()
  await visit(other, '/sign-in')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByLabel('Code').fill(forSignIn)
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByRole('button', { name: /^Account: / }).filter({ visible: true })).toBeVisible()

  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await askForProof(page, 'people.replaceRecoveryCodes')
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  // The code of the present step was used when the app was added.
  await proof.getByLabel('Code').fill(codeAt(secret, new Date(Date.now() + STEP_MS)))
  await proof.getByRole('button', { name: 'Confirm' }).click()
  const [replaced = ''] = await storeCodes(page)

  await askForProof(page, 'people.removeFactor')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove second factor' }).click()
  await proof.getByLabel('Code').fill(forRemoval)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(proof.getByRole('alert').filter({ hasText: 'The code is wrong, or it was used already.' })).toBeVisible()
  await proof.getByLabel('Code').fill(replaced)
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  forgetSession('developer')
})
