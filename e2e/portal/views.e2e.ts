import { expect, test } from '@playwright/test'
import { signInAs } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { expectToast } from './toasts'

test('a person saves the filters of a list, opens, renames and removes the view', async ({ page, browser }) => {
  const path = `/projects/${stack().demo.projectId}/transactions`
  await signInAs(page, 'developer', path)
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await expect(page.getByRole('searchbox', { name: 'Search transactions' })).toBeVisible()
  await expect(views).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Failed' }).click()
  await expect(page).toHaveURL(/status=FAILED/)
  await views.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Failed ones')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  const view = views.getByRole('link', { name: 'Failed ones' })
  await expect(view).toHaveAttribute('aria-current', 'true')
  await expect(views.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  expect(await inspectPage(page, 'saved views')).toEqual([])

  await signInAs(page, 'developer', `${path}?type=SIGN`)
  await expect(view).toBeVisible()
  await expect(view).not.toHaveAttribute('aria-current', 'true')
  await views.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('Failed ones')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toContainText('Another view of this list has this name.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await view.click()
  await expect(page).toHaveURL(/\?status=FAILED$/)
  await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('Failed')
  await page.goBack()
  await expect(page).toHaveURL(/\?type=SIGN$/)

  await views.getByRole('button', { name: 'Edit the view Failed ones' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit this view' })
  await editing.getByLabel('Name').fill('Lost')
  expect(await inspectPage(page, 'edit a view', { within: '[role=dialog]' })).toEqual([])
  await editing.getByRole('button', { name: 'Rename' }).click()
  await expect(views.getByRole('link', { name: 'Lost' })).toBeVisible()
  await expect(view).toHaveCount(0)

  const other = await (await browser.newContext()).newPage()
  await signInAs(other, 'viewer', `${path}?type=SIGN`)
  const othersViews = other.getByRole('navigation', { name: 'Saved views' })
  await expect(othersViews.getByRole('button', { name: 'Save view' })).toBeVisible()
  await expect(othersViews.getByRole('link', { name: 'Lost' })).toHaveCount(0)
  await other.context().close()

  await views.getByRole('button', { name: 'Edit the view Lost' }).click()
  await editing.getByRole('button', { name: 'Remove view' }).click()
  await expectToast(page, 'View removed')
  await expect(views.getByRole('link', { name: 'Lost' })).toHaveCount(0)
})
