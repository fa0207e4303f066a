import { expect, type Page } from '@playwright/test'

/** A customer with a new project, made by an operator who is signed in; the page shows the project. */
export async function newProject(operator: Page): Promise<{ businessId: string; projectId: string }> {
  await operator.getByRole('button', { name: 'Create business' }).click()
  const business = operator.getByRole('dialog', { name: 'Create a business' })
  await business.getByLabel('Name', { exact: true }).fill(`Customer ${Date.now()}`)
  await business.getByLabel("Owner's name").fill('Ada Owner')
  await business.getByLabel("Owner's email").fill(`owner-${Date.now()}@example.test`)
  await business.getByRole('button', { name: 'Create business' }).click()
  await expect(operator).toHaveURL(/\/operator\/businesses\/[0-9a-f-]{36}$/)
  const businessId = operator.url().split('/').at(-1) ?? ''
  return { businessId, projectId: await addProject(operator, 'Main') }
}

/** A further project of the business whose page an operator sees; the page shows the project. */
export async function addProject(operator: Page, name: string): Promise<string> {
  await operator.getByRole('button', { name: 'Create project' }).click()
  const project = operator.getByRole('dialog', { name: 'Create a project' })
  await project.getByLabel('Name').fill(name)
  await project.getByRole('button', { name: 'Create project' }).click()
  await expect(project).toBeHidden()
  await operator.getByRole('table', { name: 'Projects' }).getByRole('link', { name, exact: true }).click()
  await expect(operator.getByRole('button', { name: 'Issue keys' })).toBeVisible()
  return operator.url().split('/').at(-1) ?? ''
}
