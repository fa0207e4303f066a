import type { Page } from '@playwright/test'
import { addProject } from './new-project'
import { signInAs } from './sign-in-as'
import { stack } from './stack'

/** A further project of the demo's business, with a live key and no plan yet. */
export async function startProject(operator: Page): Promise<{ projectId: string; liveKey: string }> {
  await signInAs(operator, 'operator', `/operator/businesses/${stack().demo.businessId}`)
  const projectId = await addProject(operator, `Shop ${Date.now()}`)
  await operator.getByRole('button', { name: 'Issue keys' }).click()
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Issue keys' }).click()
  const shown = operator.getByRole('dialog', { name: 'New API keys' })
  const liveKey = await shown.getByRole('textbox', { name: 'Live key' }).inputValue()
  await operator.context().close()
  return { projectId, liveKey }
}
