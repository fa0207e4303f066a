import { expect, test } from '@playwright/test'
import { problemsOf } from './problems-of'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { visit } from './visit'

test('a suspended project is read and not changed, says so on every page, and works again when it is resumed', async ({
  page,
  browser,
}) => {
  const { demo } = stack()
  const project = `/projects/${demo.projectId}`
  const operator = await (await browser.newContext()).newPage()
  await signInAs(operator, 'operator', `/operator/businesses/${demo.businessId}/projects/${demo.projectId}`)
  await expect(operator.getByRole('button', { name: 'Suspend project' })).toBeVisible()
  const name = (await operator.getByRole('heading', { level: 1 }).textContent()) ?? ''
  await operator.getByRole('button', { name: 'Suspend project' }).click()
  const asking = operator.getByRole('alertdialog')
  await expect(asking).toContainText('nothing new is signed')
  await asking.getByRole('textbox').fill(name)
  await asking.getByRole('button', { name: 'Suspend project' }).click()
  await expect(asking).toBeHidden()
  await expect(operator.getByRole('button', { name: 'Resume project' })).toBeVisible()

  await signInAs(page, 'owner', `${project}/wallets`)
  await expect(page.getByRole('region', { name: 'Notice' })).toContainText('The project is suspended')
  const generate = page.getByRole('button', { name: 'Generate wallets' }).first()
  await expect(generate).toBeDisabled()
  await expect(generate).toHaveAccessibleDescription(/^The project is suspended/)
  // Labels are tied to their controls once the page's script is there.
  await visit(page, `${project}/policy`)
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled()
  expect.soft(await problemsOf(page, 'policy of a suspended project')).toEqual([])

  await operator.getByRole('button', { name: 'Resume project' }).click()
  await asking.getByRole('button', { name: 'Resume project' }).click()
  await expect(asking).toBeHidden()
  await expect(operator.getByRole('button', { name: 'Suspend project' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Notice' })).toHaveCount(0)
  await operator.context().close()
})
