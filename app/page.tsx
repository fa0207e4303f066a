import { redirect } from 'next/navigation'
import { paths } from '@/components/paths'
import { listOwnProjects, workerCtx } from '@/registry/for-pages'
import { requireSignedIn } from './session'

/** Redirects people to their first page. */
export default async function StartPage() {
  const person = await requireSignedIn()
  if (person.platformRole) redirect(person.platformRole === 'support' ? paths.search : paths.overview)
  const [project] = await listOwnProjects(workerCtx(), person)
  redirect(project ? paths.project(project.id) : paths.noProject)
}
